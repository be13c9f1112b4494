import { isObject } from '../exchange/json.ts'
import { headerSent, type ReadRequest } from './read-request.ts'
import type { RoutedWrite } from './write-route.ts'

type Json = Readonly<Record<string, unknown>>

/** A part of a tree that becomes a record of its own. */
export interface TreePart {
  readonly resource: string
  readonly id?: string
  readonly externalId?: string
}

/**
 * What a POST of a service call tree would write. The records that a part may be looked up by (B-SVC-09) must be the run's own: its id and its external
 * id; a code never is, for the system generates it.
 */
export function treeWrite(request: ReadRequest, place: Pick<RoutedWrite, 'at' | 'query'>): RoutedWrite {
  const query = { ...contextIn(request), ...place.query }
  const call = jsonIn(request.body)
  const base = { at: place.at, query, kind: 'create' as const, resource: 'ServiceCall' }
  // What is no JSON object may still be read by a lax server: it may hold nothing by which a record could be named.
  if (!call)
    return /"(?:id|code|externalId)"/i.test(request.body)
      ? { ...base, touches: [], unreadable: 'the tree in its body cannot be read safely' }
      : { ...base, touches: [] }
  const parts = partsOf(call)
  const named = (key: string) => parts.flatMap(({ part }) => (typeof part[key] === 'string' ? [part[key]] : []))
  const ids = parts.flatMap(({ part }) => idOf(part['id']) ?? [])
  return {
    ...base,
    touches: [...ids, ...named('code')],
    names: named('externalId'),
    parts: parts.map(({ resource, part }) => treePart(resource, part)),
  }
}

/** The records of a tree that an answer shows, or none. */
export function treeParts(body: Uint8Array): readonly TreePart[] {
  const call = jsonIn(Buffer.from(body).toString('utf8'))
  return call ? partsOf(call).flatMap(({ resource, part }) => (idOf(part['id']) ? [treePart(resource, part)] : [])) : []
}

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

function jsonIn(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The context as clean-up needs it: in the form of the Data API. */
function contextIn(request: ReadRequest): Record<string, string> {
  const [account, company] = [headerSent(request, 'x-account-name'), headerSent(request, 'x-company-name')]
  return { ...(account ? { account } : {}), ...(company ? { company } : {}) }
}
