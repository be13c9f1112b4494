import { isObject } from '../exchange/json.ts'
import { compositeBulkPath } from './base-paths.ts'
import { headerSent, type ReadRequest } from './read-request.ts'
import type { RoutedWrite } from './write-route.ts'

type Json = Readonly<Record<string, unknown>>

/** A part of a tree that becomes a record of its own. */
export interface TreePart {
  readonly resource: string
  readonly id?: string
  readonly externalId?: string
}

/** The service call that a write of a tree names in its path, if it names one, and the path before its base. */
export function treeCallIn(
  { method }: ReadRequest,
  path: string,
  route: string,
  service: string | undefined,
): { readonly before: string; readonly serviceCall?: string } | undefined {
  const known = service?.toLowerCase()
  if (!known) return undefined
  const before = (base: string) => path.slice(0, Math.max(0, path.toLowerCase().indexOf(base)))
  if (method === 'POST' && route.endsWith(known)) return { before: before(known) }
  const bulk = compositeBulkPath(known)
  if ((method === 'POST' || method === 'PATCH') && bulk !== known && route.endsWith(bulk))
    return { before: before(bulk) }
  const start = path.toLowerCase().indexOf(`${known}/`)
  const named = start < 0 ? '' : path.slice(start + known.length + 1)
  if (method !== 'PATCH' || !/^[^/]+$/.test(named)) return undefined
  return { before: path.slice(0, start), serviceCall: decodeURIComponent(named) }
}

/**
 * What a POST or PATCH of a service call tree, or of a list of them, would write. The records that a part may be looked up by (B-SVC-09) must be the run's own: its id and its external
 * id; a code never is, for the system generates it.
 */
export function treeWrite(
  request: ReadRequest,
  place: Pick<RoutedWrite, 'at' | 'query'>,
  { serviceCall }: { readonly serviceCall?: string } = {},
): RoutedWrite {
  const query = { ...contextIn(request), ...place.query }
  const calls = treesIn(request.body)
  const named = serviceCall === undefined ? [] : [serviceCall]
  const kind = request.method === 'PATCH' ? ('update' as const) : ('create' as const)
  const base = { at: place.at, query, kind, resource: 'ServiceCall' }
  // What is no JSON object may still be read by a lax server: it may hold nothing by which a record could be named.
  if (!calls || (kind === 'update' && serviceCall === undefined && !calls.every(({ id }) => idOf(id) !== undefined)))
    return kind === 'update' || /"(?:id|code|externalId)"/i.test(request.body)
      ? { ...base, touches: named, unreadable: 'the tree in its body cannot be read safely' }
      : { ...base, touches: named }
  const parts = calls.flatMap(partsOf)
  const textsOf = (key: string) => parts.flatMap(({ part }) => (typeof part[key] === 'string' ? [part[key]] : []))
  const ids = parts.flatMap(({ part }) => idOf(part['id']) ?? [])
  return {
    ...base,
    touches: [...named, ...ids, ...textsOf('code')],
    names: textsOf('externalId'),
    parts: parts.map(({ resource, part }, at) => treePart(resource, at === 0 ? { id: serviceCall, ...part } : part)),
  }
}

/** The records of a tree that an answer shows, or none. */
export function treeParts(body: Uint8Array): readonly TreePart[] {
  return answersIn(body)
    .flatMap((answer) => resultsIn(answer)?.filter(isDone).map(resourceOf) ?? [answer])
    .flatMap(partsOf)
    .flatMap(({ resource, part }) => (idOf(part['id']) ? [treePart(resource, part)] : []))
}

/** Whether an answer that is a success tells of each element that it was refused. */
export function isAllRefused(body: Uint8Array): boolean {
  const results = answersIn(body).flatMap((answer) => resultsIn(answer) ?? [])
  return results.length > 0 && !results.some(isDone)
}

const answersIn = (body: Uint8Array): readonly Json[] => treesIn(Buffer.from(body).toString('utf8')) ?? []

/** The elements of a bulk answer. */
const resultsIn = ({ results }: Json): readonly Json[] | undefined =>
  Array.isArray(results) ? results.filter(isObject) : undefined

/** What was refused is shown as it was sent: that tells no record. An element that gives no status shows what it did. */
const isDone = ({ status }: Json): boolean => typeof status !== 'number' || (status >= 200 && status < 300)

/** What an element of a bulk answer is about. */
const resourceOf = ({ resource }: Json): Json => (isObject(resource) ? resource : {})

const treePart = (resource: string, part: Json): TreePart => {
  const id = idOf(part['id'])
  return {
    resource,
    ...(id ? { id } : {}),
    ...(typeof part['externalId'] === 'string' ? { externalId: part['externalId'] } : {}),
  }
}

function partsOf(call: Json): Array<{ readonly resource: string; readonly part: Json }> {
  const inner = (part: Json) => [
    ...listed(part['attachments'], 'Attachment'),
    ...listed(part['reservedMaterials'], 'ReservedMaterial'),
  ]
  return [
    { resource: 'ServiceCall', part: call },
    ...inner(call),
    ...listed(call['activities'], 'Activity').flatMap((activity) => [activity, ...inner(activity.part)]),
  ]
}

const listed = (value: unknown, resource: string): Array<{ readonly resource: string; readonly part: Json }> =>
  Array.isArray(value) ? value.filter(isObject).map((part) => ({ resource, part })) : []

/** An id is an object with a uuid; real systems also show it as a string. */
const idOf = (id: unknown): string | undefined => {
  const value = isObject(id) ? id['uuid'] : id
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The tree of a body, or each of a list; undefined if it is neither. */
function treesIn(text: string): readonly Json[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const trees: readonly unknown[] = Array.isArray(value) ? value : [value]
    return trees.every(isObject) ? trees : undefined
  } catch {
    return undefined
  }
}

/** The context as clean-up needs it: in the form of the Data API. */
function contextIn(request: ReadRequest): Record<string, string> {
  const [account, company] = [headerSent(request, 'x-account-name'), headerSent(request, 'x-company-name')]
  return { ...(account ? { account } : {}), ...(company ? { company } : {}) }
}
