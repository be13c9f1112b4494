import { momentOf } from '../exchange/moment.ts'
import { isObject } from '../exchange/json.ts'
import type { MakeMonitor, Scene } from './monitor.ts'
import { clocks, isCached, precedes, type Moment, type Observed } from './observed.ts'
import { writtenKinds, type WrittenKind } from './written-kinds.ts'

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
  readonly kind: WrittenKind
  readonly group: string
  readonly values: Readonly<Record<string, unknown>>
  readonly gone: boolean
  /** When the answer says that it was last changed, in milliseconds. */
  readonly changedAt: number | undefined
  /** When it was created, as the last answer said that tells it. */
  readonly createdAt: number | undefined
  /** The server's time of the write. */
  readonly date: number
  /** Whose records it is one of. */
  readonly place: string
  readonly by: Moment
}

const timeIn = (told: unknown): number | undefined => {
  const at = typeof told === 'number' ? told : momentOf(told)
  return Number.isNaN(at) ? undefined : at
}

/** When a record says that it was last changed: lastChanged, or meta.lastModified of SCIM. */
function changedAt(record: unknown): number | undefined {
  if (!isObject(record)) return undefined
  const { lastChanged, meta } = record
  return timeIn(lastChanged ?? (isObject(meta) ? meta['lastModified'] : undefined))
}

function createdAt(record: unknown): number | undefined {
  if (!isObject(record)) return undefined
  const { createdAt: told, created, meta } = record
  return timeIn(told ?? created ?? (isObject(meta) ? meta['created'] : undefined))
}

/** Two companies may hold technicians of one external id, as two accounts users of one id. */
const isOneHouse = (one: string, other: string, group: string): boolean =>
  group.endsWith(' people') ? one.split(' ')[1] === other.split(' ')[1] : one === other

/** A text that no server has a reason to store otherwise, or a boolean. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '' && value === value.trim() && value.length <= 40)

const hostOf = ({ place }: Observed): string => place.split(' ', 1)[0] ?? ''
const groupOf = (observed: Observed): string =>
  `${hostOf(observed)} ${together[observed.reading.match.operation.interface] ?? ''}`

/** Whether it may have written something. A deletion may be told with 400 (B-USR-40). */
const mayWrite = ({ reading, status }: Observed): boolean => {
  const { method } = reading.match.operation
  return method !== 'GET' && (status < 400 || status >= 500 || method === 'DELETE')
}

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
      const place = hostOf(observed)
      const group = groupOf(observed)
      if (group.endsWith(' ')) return
      if (operation.method === 'GET') {
        const kind = writtenKinds.find(({ read }) => read === operation.id)
        const id = kind?.pathOf(observed)
        const before = kind && id !== undefined ? written.get(`${place} ${kind.read} ${id}`) : undefined
        const isQuiet = (busyUntil.get(group) ?? 0) < moment.sentAt
        const isNear = before && precedes(before.by, moment) && moment.sentAt - before.by.answeredAt <= shortly
        if (before && isNear && isQuiet && isOneHouse(before.place, observed.place, group))
          judge(before, scene, (later) => groupOf(later) === group && mayWrite(later))
        return
      }
      if (!mayWrite(observed)) return
      // A write beside another one, or one that is not answered as done, leaves open what is there then.
      const isAlone = (busyUntil.get(group) ?? 0) < moment.sentAt
      busyUntil.set(group, Math.max(busyUntil.get(group) ?? 0, moment.answeredAt))
      const kind = writtenKinds.find(({ create, replace, remove }) => [create, replace, remove].includes(operation.id))
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
      const before = written.get(key)
      written.delete(key)
      const gone = kind.remove === operation.id
      if (!gone && !isObject(sent)) return
      written.set(key, {
        kind,
        group,
        values: isObject(sent) && !gone ? kind.values(sent) : {},
        gone,
        changedAt: changedAt(record),
        createdAt: createdAt(record) ?? before?.createdAt,
        date: Date.parse(reading.responseHeader('date') ?? '') || moment.sentAt - clocks,
        place: observed.place,
        by: moment,
      })
      if (written.size > keptAtMost) written.delete(written.keys().next().value as string)
    },
  }
}

/** What was recorded after it, but began before it ended, may have written: that excuses. */
function judge(before: Written, { observed, out }: Scene, excuses: (observed: Observed) => boolean): void {
  const { kind, values, gone, changedAt: written, by } = before
  const { reading, moment, status } = observed
  if (status < 200 || status > 299 || isCached(observed)) return
  const record = kind.recordIn(reading.json)
  const find = (expected: string, actual: string): void =>
    out.suspectUnless(excuses, moment.answeredAt, {
      statement: kind.statement,
      side: 'server',
      expected,
      actual,
      exchanges: [by.ref, moment.ref],
    })
  if (!isObject(record)) return
  if (gone) {
    // Made anew since, as it says itself: by another client, perhaps.
    const made = createdAt(record)
    if (made !== undefined && (before.createdAt === undefined ? made >= before.date : made !== before.createdAt)) return
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
