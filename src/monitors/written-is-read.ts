import { isObject } from '../exchange/json.ts'
import type { MakeMonitor, Scene } from './monitor.ts'
import { isCached, precedes, type Moment, type Observed } from './observed.ts'

type Json = Readonly<Record<string, unknown>>

/** A kind of thing that is written and read by one address. */
interface Kind {
  readonly what: string
  /** B-SCM-18 and its like. */
  readonly statement: string
  readonly create: string
  readonly replace: string | undefined
  readonly read: string
  readonly remove: string | undefined
  /** Names the thing in a call by its path. */
  readonly pathOf: (observed: Observed) => string | undefined
  /** ... and in the answer to its creation. */
  readonly madeAs: (record: Json, observed: Observed) => string | undefined
  readonly recordIn: (answer: unknown) => unknown
  /** Values of a body that another client writes, and no server has a reason to choose. */
  readonly values: (body: Json) => Json
}

const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

const only =
  (...names: readonly string[]) =>
  (body: Json): Json =>
    Object.fromEntries(names.map((name) => [name, body[name]]))

const firstResult = (answer: unknown): unknown =>
  isObject(answer) && Array.isArray(answer['results']) && answer['results'].length === 1
    ? (answer['results'] as readonly unknown[])[0]
    : undefined

const uuidOf = (id: unknown): string | undefined => (isObject(id) ? idOf(id['uuid']) : idOf(id))

const kinds: readonly Kind[] = [
  {
    what: 'user',
    statement: 'B-SCM-18',
    create: 'scim/users/create',
    replace: 'scim/users/replace',
    read: 'scim/users/get',
    remove: 'scim/users/delete',
    pathOf: ({ reading }) => reading.path('userId'),
    madeAs: ({ id }) => idOf(id),
    recordIn: (answer) => answer,
    values: (body) => ({
      ...only('userName', 'active')(body),
      ...(isObject(body['name']) ? only('familyName', 'givenName')(body['name']) : {}),
    }),
  },
  {
    what: 'user',
    statement: 'B-USR-37',
    create: 'user/create',
    replace: 'user/replace',
    read: 'user/get',
    remove: 'user/delete',
    // What holds for one company only need not show elsewhere (B-USR-13).
    pathOf: ({ reading }) => (reading.query('company') === undefined ? reading.path('userId') : undefined),
    madeAs: ({ id }, { reading }) => (reading.query('company') === undefined ? idOf(id) : undefined),
    recordIn: (answer) => answer,
    values: only('firstName', 'lastName', 'phone', 'name', 'active'),
  },
  {
    what: 'technician',
    statement: 'B-CRW-28',
    create: 'crowd/create',
    replace: 'crowd/update',
    read: 'crowd/get',
    remove: 'crowd/delete',
    pathOf: ({ reading }) => reading.path('externalId'),
    madeAs: ({ externalId }) => idOf(externalId),
    recordIn: firstResult,
    values: only('firstName', 'lastName', 'mobilePhone'),
  },
  {
    what: 'address',
    statement: 'B-CRW-28',
    create: 'crowd/address-create',
    replace: 'crowd/address-update',
    read: 'crowd/address-get',
    remove: 'crowd/address-delete',
    pathOf: ({ reading }) => {
      const [technician, id] = [reading.path('externalId'), reading.path('id')]
      return technician === undefined || id === undefined ? undefined : `${technician}/${id}`
    },
    madeAs: ({ id }, { reading }) =>
      idOf(id) === undefined ? undefined : `${reading.path('externalId') ?? ''}/${String(id)}`,
    recordIn: firstResult,
    values: only('city', 'country', 'streetName'),
  },
  {
    what: 'service call',
    statement: 'B-SVC-31',
    create: 'service/create',
    replace: undefined,
    read: 'service/get',
    remove: undefined,
    pathOf: ({ reading }) => reading.path('serviceCall'),
    madeAs: ({ id }) => uuidOf(id),
    recordIn: (answer) => answer,
    values: only('subject', 'priority', 'remarks'),
  },
]

/** Interfaces whose writes may change what another one shows. */
const together: Readonly<Record<string, string>> = {
  scim: 'people',
  user: 'people',
  crowd: 'crowd',
  service: 'records',
  data: 'records',
  batch: 'records',
  bulk: 'records',
}

/** Another client may change what was written: hardly between two calls that follow each other this closely, in milliseconds. */
const shortly = 10_000
const keptAtMost = 500

interface Written {
  readonly kind: Kind
  readonly group: string
  readonly values: Json
  readonly gone: boolean
  /** When the answer says that it was last changed, in milliseconds. */
  readonly changedAt: number | undefined
  readonly by: Moment
}

/** When a record says that it was last changed: lastChanged, or meta.lastModified of SCIM. */
function changedAt(record: unknown): number | undefined {
  if (!isObject(record)) return undefined
  const { lastChanged, meta } = record
  const told = lastChanged ?? (isObject(meta) ? meta['lastModified'] : undefined)
  const at = typeof told === 'string' ? Date.parse(told) : typeof told === 'number' ? told : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** A text that no server has a reason to store otherwise, or a boolean. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '' && value === value.trim() && value.length <= 40)

/** What was written is what is read, and what was deleted is gone (B-SCM-18, B-USR-37, B-CRW-28, B-SVC-31). */
export const writtenIsRead: MakeMonitor = () => {
  const written = new Map<string, Written>()
  const busyUntil = new Map<string, number>()
  return {
    name: 'written-is-read',
    side: 'server',
    statements: ['B-SCM-18', 'B-USR-37', 'B-CRW-28', 'B-SVC-31'],
    see(scene) {
      const { observed } = scene
      const { reading, moment, status } = observed
      const { operation } = reading.match
      const place = observed.place.split(' ', 1)[0] ?? ''
      const group = `${place} ${together[operation.interface] ?? ''}`
      if (group.endsWith(' ')) return
      if (operation.method === 'GET') {
        const kind = kinds.find(({ read }) => read === operation.id)
        const id = kind?.pathOf(observed)
        const before = kind && id !== undefined ? written.get(`${place} ${kind.read} ${id}`) : undefined
        const isQuiet = (busyUntil.get(group) ?? 0) < moment.sentAt
        if (before && isQuiet && precedes(before.by, moment) && moment.sentAt - before.by.answeredAt <= shortly)
          judge(before, scene)
        return
      }
      // A deletion may be told with 400 (B-USR-40).
      if (status >= 400 && status < 500 && operation.method !== 'DELETE') return
      // A write beside another one, or one that is not answered as done, leaves open what is there then.
      const isAlone = (busyUntil.get(group) ?? 0) < moment.sentAt
      busyUntil.set(group, Math.max(busyUntil.get(group) ?? 0, moment.answeredAt))
      const kind = kinds.find(({ create, replace, remove }) => [create, replace, remove].includes(operation.id))
      const record = kind?.recordIn(reading.json)
      const id =
        kind?.create === operation.id
          ? isObject(record)
            ? kind.madeAs(record, observed)
            : undefined
          : kind?.pathOf(observed)
      const isDone = isAlone && status >= 200 && status < 300 && status !== 202
      for (const [key, { group: other, kind: theirs }] of written)
        // Whoever is written by another interface, or by an id that is not told, may be any of them.
        if (other === group && (!kind || id === undefined || !isDone || theirs !== kind)) written.delete(key)
      if (!kind || id === undefined || !isDone) return
      const sent = reading.requestJson
      const key = `${place} ${kind.read} ${id}`
      written.delete(key)
      const gone = kind.remove === operation.id
      if (!gone && !isObject(sent)) return
      written.set(key, {
        kind,
        group,
        values: isObject(sent) && !gone ? kind.values(sent) : {},
        gone,
        changedAt: changedAt(record),
        by: moment,
      })
      if (written.size > keptAtMost) written.delete(written.keys().next().value as string)
    },
  }
}

function judge({ kind, values, gone, changedAt: written, by }: Written, { observed, out }: Scene): void {
  const { reading, moment, status } = observed
  if (status < 200 || status > 299 || isCached(observed)) return
  const record = kind.recordIn(reading.json)
  const find = (expected: string, actual: string): void =>
    out.find({ statement: kind.statement, side: 'server', expected, actual, exchanges: [by.ref, moment.ref] })
  if (!isObject(record)) return
  if (gone) {
    out.assert(kind.statement)
    if (Object.keys(kind.values(record)).some((name) => kind.values(record)[name] !== undefined))
      find(`the ${kind.what} that was deleted is gone`, `status ${status}, with its fields`)
    return
  }
  // Changed since, as it says itself: by another client, perhaps, whose calls are not in this traffic.
  const now = changedAt(record)
  if (written !== undefined && now !== undefined && now > written) return
  const shown = kind.values(record)
  for (const [name, value] of Object.entries(values)) {
    if (!isPlain(value) || shown[name] === undefined) continue
    out.assert(kind.statement)
    if (shown[name] !== value) find(`the ${name} of the ${kind.what} that was written`, `another ${name} than was sent`)
  }
}
