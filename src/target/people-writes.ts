import { parseExactly } from '../exchange/json.ts'
import { headerOf, type Exchange, type WireResponse } from '../exchange/exchange.ts'
import type { BasePaths } from './base-paths.ts'
import { idsInBody } from './ids-in-body.ts'
import type { ReadRequest } from './read-request.ts'
import type { RoutedWrite } from './write-route.ts'
import { idsBeside } from './ids-beside.ts'

/** Users and groups of people, each kind with ids of its own: what is one user may have another id in the other interface. */
const peopleResources = ['user', 'scim-user', 'scim-group'] as const
export type PeopleResource = (typeof peopleResources)[number]

export const isPeople = (resource: string): resource is PeopleResource =>
  (peopleResources as readonly string[]).includes(resource)

/** The name under which a run owns a user or group. */
export const personKey = (resource: string, id: string): string => `${resource}/${id}`

type Paths = Partial<Pick<BasePaths, 'scim' | 'user'>>
type Place = Pick<RoutedWrite, 'query'> & { readonly origin: string }

/** Which resource a path belongs to, with the segments behind it; `start` is where the interface's path begins. */
function roomOf(
  path: string,
  paths: Paths,
): { readonly resource?: PeopleResource; readonly rest: readonly string[]; readonly start: number } | undefined {
  const low = path.toLowerCase()
  const at = (base: string | undefined) => (base ? low.lastIndexOf(base.toLowerCase()) : -1)
  const segments = (from: number) => path.slice(from).split('/').filter(Boolean)
  const scim = at(paths.scim)
  if (scim >= 0) {
    const [name, ...rest] = segments(scim + (paths.scim?.length ?? 0))
    const kind = name?.toLowerCase()
    const resource = kind === 'users' ? 'scim-user' : kind === 'groups' ? 'scim-group' : undefined
    return { ...(resource ? { resource } : {}), rest, start: scim }
  }
  const user = at(paths.user)
  return user < 0 ? undefined : { resource: 'user', rest: segments(user + (paths.user?.length ?? 0)), start: user }
}

/** What a write to the SCIM or the User API would touch; undefined for other addresses. */
export function peopleWrite(request: ReadRequest, path: string, place: Place, paths: Paths): RoutedWrite | undefined {
  const room = roomOf(path, paths)
  if (!room) return undefined
  const { resource, rest, start } = room
  const { query } = place
  const at = `${place.origin}${path.slice(0, start)}`
  const refused = (unreadable: string): RoutedWrite => ({
    at,
    query,
    kind: 'update',
    resource: resource ?? 'scim',
    touches: [],
    unreadable,
  })
  if (!resource) return refused('no write route of the documents')
  const { method, body } = request
  const beside = idsBeside(request, query)
  if (!beside) return refused('what its body names cannot be read')
  if (rest.length > 1) return refused('no single user or group can be read from its path')
  const [raw] = rest
  const inBody = idsInBody(body).map((id) => personKey(resource, id))
  const others = beside.map((id) => personKey(resource, id))
  const members =
    resource === 'scim-group'
      ? memberIds(body).map((id) => personKey('scim-user', id))
      : groupIds(body).map((id) => personKey('scim-group', id))
  if (raw === undefined) {
    // Several users at once, each named by its id: what else such a call might touch, nobody knows.
    if (method === 'PUT' && resource === 'user' && /^\s*\[/.test(body) && inBody.length > 0)
      return { at, query, kind: 'update', resource, touches: [...inBody, ...others] }
    if (method !== 'POST') return refused('it names no user or group')
    const name = nameIn(body)
    if (name === undefined) return refused('nothing in its body would name what it creates')
    return { at, query, kind: 'create', resource, externalId: name, touches: [...inBody, ...others, ...members] }
  }
  // Several ids in one segment, as far as they are ids.
  const ids = raw.split(',')
  return {
    at,
    query,
    kind: method === 'DELETE' ? 'delete' : 'update',
    resource,
    ...(ids.length === 1 ? { id: raw } : {}),
    touches: [...ids.map((id) => personKey(resource, id)), ...inBody, ...others, ...members],
    // A server that finds users by their e-mails would change another one.
    ...(method === 'DELETE' || resource === 'scim-group' ? {} : { names: addressesIn(body) }),
  }
}

/** E-mails that a change of a user names. */
function addressesIn(body: string): string[] {
  const value = parseExactly(body)
  const changed = [...valuesOf(value, 'operations')].flatMap((operations) => [...valuesOf(operations, 'value')])
  const inOperations = changed.flat().flatMap((one) => [one, ...valuesOf(one, 'value')])
  const texts = [...valuesOf(value, 'email'), ...emailsIn(value), ...inOperations].flat()
  return texts.flatMap((text) => (typeof text === 'string' && /.@./.test(text) ? [text.toLowerCase()] : []))
}

/** The text by which what a body creates can be found again: e-mail, user name or display name. */
function nameIn(body: string): string | undefined {
  const value = parseExactly(body)
  const found = (field: string) => [...valuesOf(value, field)].find((text) => typeof text === 'string' && text !== '')
  return (found('email') ?? emailsIn(value)[0] ?? found('username') ?? found('name') ?? found('displayname')) as
    string | undefined
}

function emailsIn(value: unknown): string[] {
  return [...valuesOf(value, 'emails')].flatMap((emails) =>
    [...valuesOf(emails, 'value')].filter((text) => typeof text === 'string'),
  )
}

/** Values of the key, in any letter case and however deep. */
function* valuesOf(value: unknown, key: string): Generator<unknown> {
  if (Array.isArray(value)) for (const inner of value) yield* valuesOf(inner, key)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      if (name.toLowerCase() === key) yield inner
      else yield* valuesOf(inner, key)
    }
}

const spelledId = (id: unknown): string[] => (typeof id === 'number' || typeof id === 'string' ? [String(id)] : [])

/** Users that the body of a group or of a PatchOp names, in its values and in the filters of its paths. */
function memberIds(body: string): string[] {
  const value = parseExactly(body)
  if (value === undefined) return [...body.matchAll(/"value"\s*:\s*"?([\w-]+)/gi)].map(([, id = '']) => id)
  const inFilters = [...valuesOf(value, 'path')].flatMap((path) =>
    [...String(path).matchAll(/\bvalue\s+eq\s+"?([\w-]+)/gi)].map(([, id = '']) => id),
  )
  const named = withoutOtherPaths(value)
  return [...idsOf(named, 'value'), ...idsOf(named, 'members'), ...inFilters]
}

/** Groups that the body of a user names: a lenient server might put the user into them. */
const groupIds = (body: string): string[] => idsOf(parseExactly(body), 'groups')

/** A PatchOp without the operations that say of themselves to be about something else than members. */
const withoutOtherPaths = (value: unknown): unknown =>
  [...valuesOf(value, 'operations')].length === 0
    ? value
    : [...valuesOf(value, 'operations')]
        .flat()
        .filter((operation) =>
          [...valuesOf(operation, 'path')].every(
            (path) => typeof path !== 'string' || path === '' || /members/i.test(path),
          ),
        )

/** Ids under a key: as they are, in `value` or at the end of `$ref` of an object, or in a list of either. */
const idsOf = (value: unknown, key: string): string[] =>
  [...valuesOf(value, key)].flat().flatMap((one) => {
    if (typeof one !== 'object' || one === null) return spelledId(one)
    const refs = [...valuesOf(one, '$ref')].map((ref) => String(ref).replace(/^.*\//s, ''))
    return [...refs, ...idsOf(one, 'value'), ...idsOf(one, 'members')]
  })

/** The id of what a response shows as created. */
export function createdId({ body, headers }: WireResponse): string | undefined {
  const value = parseExactly(Buffer.from(body).toString('utf8'))
  const [id] = [...valuesOf(value, 'id')].flatMap(spelledId)
  return id ?? /\/(\d+)\/?(?:[?#].*)?$/.exec(headerOf(headers, 'Location') ?? '')?.[1]
}

interface Shown {
  readonly key: string
  /** Texts beside the id that may name it. */
  readonly names: readonly string[]
}

/** Users and groups that an answer shows, with the texts that stand beside their ids. */
export function peopleShown({ request, response }: Exchange, paths: Paths): Shown[] {
  if (!response || response.status >= 300) return []
  const room = roomOf(new URL(request.url).pathname, paths)
  const resource = room?.resource
  if (!resource) return []
  return [...objectsIn(parseExactly(Buffer.from(response.body).toString('utf8')))].flatMap((object) => {
    const [id] = Object.entries(object).flatMap(([name, value]) =>
      name.toLowerCase() === 'id' ? spelledId(value) : [],
    )
    const names = [
      ...['email', 'username', 'displayname'].flatMap((field) =>
        Object.entries(object).flatMap(([name, value]) => (name.toLowerCase() === field ? [value] : [])),
      ),
      ...emailsIn(object),
    ].filter((text) => typeof text === 'string')
    return id === undefined || names.length === 0 ? [] : [{ key: personKey(resource, id), names }]
  })
}

function* objectsIn(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (Array.isArray(value)) for (const inner of value) yield* objectsIn(inner)
  else if (typeof value === 'object' && value !== null) {
    yield value as Record<string, unknown>
    for (const inner of Object.values(value)) yield* objectsIn(inner)
  }
}
