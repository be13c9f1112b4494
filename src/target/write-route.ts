import { batchWrites } from './batch-writes.ts'
import { bulkWrite, type BulkWrite } from './bulk-write.ts'
import { crowdWrite, dispatchWrite } from './field-writes.ts'
import type { Elsewhere } from './elsewhere.ts'
import { idsInBody } from './ids-in-body.ts'
import { treeCallIn, treeWrite, type TreePart } from './tree-write.ts'
import { isReportCall, selects } from './reading-posts.ts'
import { peopleWrite } from './people-writes.ts'
import { isSafe, readRequest, type GivenRequest, type ReadRequest } from './read-request.ts'

/** What a write request would touch, read from its path and body, never from what its sender claims. */
export interface RoutedWrite {
  /** An action alters objects and makes none. */
  readonly kind: 'create' | 'update' | 'delete' | 'action' | 'password'
  /** Whose object it is, if not of the Data API. */
  readonly interface?: 'crowd' | 'dispatch'
  readonly resource: string
  /** Id or external id, decoded from path or body; a create may have neither. */
  readonly id?: string
  readonly externalId?: string
  /** First and last name of a technician that a create names. */
  readonly called?: readonly string[]
  /** Everything that must be the run's own: ids in path and body, or (kind password) the user names. */
  readonly touches: readonly string[]
  /** A write of many records at once. */
  readonly bulk?: BulkWrite
  /** New passwords that are asked for: servers differ in which of several they use. */
  readonly passwords?: readonly string[]
  /** A part of a batch: the answer to the batch does not tell what became of it. */
  readonly isPart?: true
  /** Records that a service call tree becomes, the service call first. */
  readonly parts?: readonly TreePart[]
  /** External ids that a record may be looked up by: they must be the run's own. */
  readonly names?: readonly string[]
  /** Base address of the write; clean-up uses it again. */
  readonly at: string
  /** Query parameters (account, company, user, dtos) that name the place. */
  readonly query: Readonly<Record<string, string>>
  /** The identity at whose home the record is, if that is another account or company than those that are checked. */
  readonly as?: Elsewhere
  /** Set if the guard must refuse the request in any case. */
  readonly unreadable?: string
}

interface Paths {
  readonly token: string
  readonly data: string
  readonly query?: string
  readonly batch?: string
  readonly service?: string
  readonly crowd?: string
  readonly dispatch?: string
  readonly scim?: string
  readonly user?: string
  readonly optimization?: string
  readonly reporting?: string
}

/** What a request would write: nothing, one record, or for a batch the writes of all its parts. */
export function writesOf(given: GivenRequest, paths: Paths): RoutedWrite[] {
  if (!given.raw && isSafe(given.method)) return []
  const batch = paths.batch?.toLowerCase().replace(/\/+$/, '')
  const request = readRequest(given)
  const { target, method } = request
  const path = resolved(split(target, '?')[0])
    ?.replace(/\/{2,}/g, '/')
    .replace(/\/+$/, '')
    .toLowerCase()
  if (batch && method === 'POST' && path?.endsWith(batch)) {
    const base = given.url.slice(0, Math.max(0, given.url.toLowerCase().indexOf(batch)))
    return batchWrites(given, base, (part) => writeOf(part, paths)).map((part) => ({ ...part, isPart: true }))
  }
  const write = writeOf(given, paths, request)
  return write ? [write] : []
}

/** One reader per write route; the first that knows the path decides. */
function writeOf(
  given: GivenRequest,
  paths: Paths,
  request: ReadRequest = readRequest(given),
): RoutedWrite | undefined {
  if (!given.raw && isSafe(given.method)) return undefined
  if (isSafe(request.method) && !request.unreadable) return undefined
  const [path, search] = split(request.target, '?')
  const origin = new URL(given.url).origin
  const place = { at: origin, query: Object.fromEntries(new URLSearchParams(search)) }
  const refused = (unreadable: string): RoutedWrite => ({
    ...place,
    kind: 'update',
    resource: '',
    touches: [],
    unreadable,
  })
  if (request.unreadable) return refused(request.unreadable)
  const plain = resolved(path)
  if (plain === undefined) return refused('its path cannot be read safely')
  const route = plain.replace(/\/{2,}/g, '/').toLowerCase()
  if (route.includes('change_password')) return { ...place, ...passwordWrite(request, search) }
  const below = (base: string | undefined): { readonly rest: string; readonly at: string } | undefined => {
    const start = base ? path.toLowerCase().indexOf(base.toLowerCase()) : -1
    return base && start >= 0 ? { rest: path.slice(start + base.length), at: origin + path.slice(0, start) } : undefined
  }
  const crowd = below(paths.crowd)
  if (crowd) return crowdWrite(request, crowd.rest, { ...place, at: crowd.at })
  const dispatch = below(paths.dispatch)
  if (dispatch) return dispatchWrite(request, dispatch.rest, { ...place, at: dispatch.at })
  const people = peopleWrite(request, plain, { origin, query: place.query }, paths)
  if (people) return people
  const data = paths.data.toLowerCase()
  if (route.includes(`${data}/`)) {
    const start = path.toLowerCase().indexOf(data)
    if (start < 0) return refused('its path is spelled so that it cannot be read safely')
    return dataWrite(request, path.slice(start + data.length), { ...place, at: origin + path.slice(0, start) })
  }
  if (request.method === 'POST' && paths.query && route.endsWith(paths.query.toLowerCase()))
    return selects(request.body) ? undefined : refused('what its query asks for is not known to be a read')
  const tree = treeCallIn(request, path, route, paths.service)
  if (tree) return treeWrite(request, { at: origin + tree.before, query: place.query }, tree)
  if (
    request.method === 'POST' &&
    paths.optimization &&
    route.endsWith(`${paths.optimization.toLowerCase()}/jobs/actions/re-optimize`)
  )
    return { ...place, kind: 'action', resource: 'Activity', touches: textsIn(request.body) }
  if (request.method === 'POST' && isReportCall(route, paths.reporting)) return undefined
  // Token requests and login forms write nothing.
  if (request.method === 'POST' && route.includes(`${paths.token.toLowerCase()}/`)) return undefined
  if (
    request.method === 'POST' &&
    !route.includes('/api/') &&
    /^application\/x-www-form-urlencoded\b/i.test(request.contentType)
  )
    return undefined
  return refused('no write route of the documents')
}

function dataWrite(request: ReadRequest, path: string, place: Pick<RoutedWrite, 'at' | 'query'>): RoutedWrite {
  const [resource = '', second, third, ...rest] = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeURIComponent)
  const ids = idsInBody(request.body)
  const refused = (unreadable: string): RoutedWrite => ({ ...place, kind: 'update', resource, touches: [], unreadable })
  if (/[/\\]/.test(resource)) return refused('its path is spelled so that it cannot be read safely')
  if (request.method === 'POST' && second === undefined) {
    const externalId = externalIdIn(request.body)
    return {
      ...place,
      kind: 'create',
      resource,
      touches: ids,
      ...(ids[0] ? { id: ids[0] } : {}),
      ...(externalId ? { externalId } : {}),
    }
  }
  const kind = request.method === 'DELETE' ? 'delete' : 'update'
  const bulk = bulkOf(request, [second, third, ...rest])
  if (bulk === 'unreadable') return refused('the records in its list cannot be read safely')
  if (bulk) return { ...place, kind, resource, touches: bulk.ids, bulk }
  if (second?.toLowerCase() === 'externalid' && third !== undefined && rest.length === 0)
    return { ...place, kind, resource, externalId: third, touches: ids }
  if (second !== undefined && third === undefined)
    return { ...place, kind, resource, id: second, touches: [second, ...ids] }
  return refused('no single record can be read from its path')
}

/** Only a list in the body makes it a bulk write: `bulk` may also be an external id. */
function bulkOf(
  { method, body }: ReadRequest,
  segments: readonly (string | undefined)[],
): ReturnType<typeof bulkWrite> {
  const place = segments
    .filter((segment) => segment !== undefined)
    .join('/')
    .toLowerCase()
  if (!['PUT', 'PATCH', 'DELETE'].includes(method) || !['bulk', 'externalid/bulk'].includes(place)) return undefined
  return bulkWrite(body, place === 'bulk' ? 'id' : 'externalId')
}

/** All users named in body or query, including duplicates: servers differ in which one they use. */
function passwordWrite(
  request: ReadRequest,
  search: string,
): Pick<RoutedWrite, 'kind' | 'resource' | 'touches' | 'passwords' | 'unreadable'> {
  const fields = [...new URLSearchParams(request.body), ...new URLSearchParams(search)]
  const touches = fields
    .filter(([name]) => name.toLowerCase() === 'username')
    .map(([, value]) => value)
    .filter((value) => value !== '')
  const unread =
    touches.length === 0 && /username/i.test(request.body) && !/(?:^|&)username=(?:&|$)/i.test(request.body)
  return {
    kind: 'password',
    resource: 'password',
    touches,
    passwords: fields.filter(([name]) => name.toLowerCase() === 'new_password').map(([, value]) => value),
    ...(unread ? { unreadable: 'the user in its body cannot be read safely' } : {}),
  }
}

/** Every text that might be the id of an activity. */
const textsIn = (body: string): string[] =>
  [...body.matchAll(/[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi)].map(([id]) => id)

const split = (text: string, by: string): [string, string] => {
  const at = text.indexOf(by)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** The path decoded; undefined if that fails, or if a server that decodes twice might leave it. */
function resolved(path: string): string | undefined {
  let plain: string
  try {
    plain = decodeURIComponent(path)
  } catch {
    return undefined
  }
  for (let text = plain, depth = 0; depth < 3; depth += 1) {
    if (text.split(/[/\\]/).some((segment) => /^\.{1,2}(?:;.*)?$/.test(segment))) return undefined
    try {
      text = decodeURIComponent(text)
    } catch {
      break
    }
  }
  return plain
}

function externalIdIn(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body)
    const externalId =
      typeof value === 'object' && value !== null ? (value as { externalId?: unknown }).externalId : undefined
    return typeof externalId === 'string' && externalId !== '' ? externalId : undefined
  } catch {
    return undefined
  }
}
