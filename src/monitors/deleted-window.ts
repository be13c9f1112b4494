import { isObject } from '../exchange/json.ts'
import type { KnownRecord } from './memory.ts'
import type { MakeMonitor, Scene } from './monitor.ts'
import { endOf, mayHaveDone, wasJustSeen } from './doubt.ts'
import { precedes, type Moment } from './observed.ts'
import { idKey } from './sighting.ts'

/** Between two times of the server that are known to lie around a deletion this much is left, in milliseconds. */
const margin = 5000
/** A write of what was there already may leave an old lastChanged: it tells the time only where Date says about the same. */
const about = 3000
/** A listing may lag, too. */
const lag = 10_000
/** A listing with this many entries may have been paged (A-DEL-08). */
const cutAt = 20
const deletionsAtMost = 200

/** `after` is a time of the server before the record was seen last, `before` one after its deletion was answered. */
interface Deletion {
  readonly id: string
  readonly known: KnownRecord
  readonly moment: Moment
  readonly after: number
  before?: number
}

/**
 * A deletion is listed in the windows that hold its time and in none before the record was made (A-DEL-01), with the external id that the record
 * had (A-DEL-02, 07). Another client may have deleted it first, then what answers the second deletion is not shown; or made it anew since and
 * deleted it again: so nothing is said of later windows.
 */
export const deletedWindow: MakeMonitor = () => {
  /** Newest lastChanged that the server set, per place: its clock, as far as the traffic shows it. */
  const clocks = new Map<string, { readonly lastChanged: number; readonly moment: Moment }>()
  const deletions = new Map<string, Deletion[]>()
  /** Deletions per place without a known upper bound of the server time. */
  const open = new Map<string, Deletion[]>()

  const tick = ({ observed, sightings, write }: Scene): void => {
    const lastChanged = write?.outcome === 'done' && write.kind !== 'delete' ? sightings[0]?.lastChanged : undefined
    const date = Date.parse(observed.reading.responseHeader('date') ?? observed.batch?.date ?? '')
    const { sentAt, answeredAt } = observed.moment
    if (lastChanged === undefined || !(Math.abs(date - lastChanged) <= about + answeredAt - sentAt)) return
    clocks.set(observed.place, { lastChanged, moment: observed.moment })
    const waiting = open.get(observed.place)?.filter((deletion) => {
      if (!precedes(deletion.moment, observed.moment)) return true
      deletion.before = lastChanged
      return false
    })
    if (waiting) open.set(observed.place, waiting)
  }

  return {
    name: 'deleted-window',
    side: 'server',
    statements: ['A-DEL-01', 'A-DEL-02', 'A-DEL-07'],
    see(scene) {
      const { observed, write, written, memory, out } = scene
      const { place, reading, moment } = observed
      // By external id another record may be meant than the one that was seen with it.
      if (write?.kind === 'delete' && write.outcome === 'done' && written && write.id !== undefined) {
        const clock = clocks.get(place)
        const key = `${place} ${write.resource}`
        const list = deletions.get(key) ?? []
        const deletion: Deletion = {
          id: written.id,
          known: written,
          moment,
          after:
            clock &&
            written.present &&
            (clock.moment.ref === written.present.ref || precedes(clock.moment, written.present)) &&
            precedes(written.present, moment)
              ? clock.lastChanged
              : -Infinity,
        }
        list.push(deletion)
        if (list.length > deletionsAtMost) list.shift()
        deletions.set(key, list)
        open.set(place, [...(open.get(place) ?? []), deletion].slice(-deletionsAtMost))
        return
      }
      tick(scene)
      if (reading.match.operation.id !== 'data/deleted' || observed.status < 200 || observed.status > 299) return
      const listed = entriesOf(reading.json)
      const [from, to] = [Number(reading.query('from') ?? Number.NaN), Number(reading.query('to') ?? Number.NaN)]
      if (!listed || Number.isNaN(from) || Number.isNaN(to)) return
      for (const { id, known, moment: at, after, before } of deletions.get(
        `${place} ${reading.path('resourceName') ?? ''}`,
      ) ?? []) {
        // Written again since, or before it began: the time of the last deletion is not known.
        if (
          !precedes(at, moment) ||
          (known.pastUntil ?? 0) >= at.sentAt ||
          memory.strayUntil(place, reading.path('resourceName') ?? '') >= at.sentAt
        )
          continue
        if (
          known.writes.some(
            (past) => past.write.kind !== 'delete' && mayHaveDone(past.write) && endOf(past) >= at.sentAt,
          )
        )
          continue
        const entries = listed.filter((one) => idKey(one.id) === id)
        const [entry] = entries
        const find = (statement: string, expected: string, actual: string) =>
          out.find({ statement, side: 'server', expected, actual, exchanges: [at.ref, moment.ref] })
        const isSettled = moment.sentAt - at.answeredAt >= lag
        if (
          before !== undefined &&
          from <= after - margin &&
          to > before + margin &&
          isSettled &&
          listed.length < cutAt
        ) {
          out.assert('A-DEL-01')
          if (!entry)
            find('A-DEL-01', `a deletion between ${after} and ${before} is listed from ${from} to ${to}`, 'it is not')
        }
        // Made in this traffic after the window's end: it cannot have been deleted in it.
        const made = known.writes.find(
          ({ write: past }) => past.kind === 'create' && past.outcome === 'done' && past.id === undefined,
        )
        const madeAt = made?.answered?.lastChanged
        if (entry && madeAt !== undefined && to < madeAt - margin)
          find('A-DEL-01', `a record made at ${madeAt} is not listed as deleted before ${to}`, 'it is')
        if (entry && entries.length === 1) judgeExternalId(known, entry, (statement) => out.assert(statement), find)
      }
    },
  }
}

/** A deletion that named the stored lastChanged proves which version was deleted. */
function judgeExternalId(
  { deleted, versions }: KnownRecord,
  entry: Entry,
  assert: (statement: string) => void,
  find: (statement: string, expected: string, actual: string) => void,
): void {
  const lock = deleted && !deleted.write.forced ? deleted.write.lock : undefined
  const version = lock === undefined ? undefined : versions.find(({ lastChanged }) => lastChanged === lock)
  if (
    !deleted ||
    !version ||
    version.mixed ||
    version.externalId === undefined ||
    !wasJustSeen(version, deleted.moment)
  )
    return
  assert(version.externalId === null ? 'A-DEL-07' : 'A-DEL-02')
  if (typeof version.externalId === 'string' && entry.externalId !== version.externalId)
    find(
      'A-DEL-02',
      `the entry of a deleted record has its externalId ${version.externalId}`,
      entry.externalId === undefined ? 'it has none' : JSON.stringify(entry.externalId),
    )
  if (version.externalId === null && typeof entry.externalId === 'string')
    find('A-DEL-07', 'the entry of a record without externalId has none', JSON.stringify(entry.externalId))
}

interface Entry {
  readonly id: string
  readonly externalId?: unknown
}

/** Entries in the form of DeletedObjects.2; the form of .1 is not shown (A-DEL-08). */
function entriesOf(body: unknown): Entry[] | undefined {
  const list = isObject(body) ? body['deletedIds'] : undefined
  if (!Array.isArray(list)) return undefined
  const isEntry = (one: unknown): boolean => isObject(one) && typeof one['id'] === 'string'
  return list.every(isEntry) ? (list as Entry[]) : undefined
}
