import { endOf } from './doubt.ts'
import { clocks, isCached, isOfOne, precedes, wellBefore, type Moment, type Observed } from './observed.ts'
import { createRecent, type Recent } from './recent.ts'
import { idKey, type Sighting } from './sighting.ts'
import type { RecordWrite } from './write.ts'

/**
 * What was seen of a record at one lastChanged: where and when. Writes within one millisecond or one transaction carry the same (A-REC-15,
 * A-BAT-16), so it may be several versions, and a record that was deleted and made anew within that time has it, too.
 */
export interface RecordVersion {
  readonly lastChanged: number
  readonly first: Moment
  last: Moment
  /** First sight of it that shows what is: a list may lag, a cache may keep. */
  firm?: Moment
  /** It was seen with the same content when nothing else could get this lastChanged any more. */
  settled: boolean
  /** It was seen with different contents. */
  mixed: boolean
  /** A write of this traffic was answered with it. */
  own: boolean
  readonly externalId: string | null | undefined
  readonly fields: Readonly<Record<string, unknown>>
}

/** A remembered write. */
export interface Past {
  readonly write: RecordWrite
  readonly moment: Moment
  readonly answered?: Sighting
}

/** The range of server times in which the version from a write must have been written, and the one time that it cannot be. */
export interface WriteWindow {
  readonly from: number
  readonly to: number
  readonly not?: number
}

/** What the traffic showed of one record. Other clients may have changed it in between. */
export interface KnownRecord {
  /** Address, account, company, resource and id combined. */
  readonly key: string
  readonly id: string
  readonly versions: RecordVersion[]
  readonly writes: Past[]
  /** Values that writes to it carried which must have had no effect. */
  banned: ReadonlyArray<{
    readonly statement: string
    readonly field: string
    readonly value: string
    readonly past: Past
    readonly written: WriteWindow
  }>
  /** The last write known is a deletion that succeeded, and no other write was under way beside it. */
  deleted?: Past
  /** It was created in this traffic. */
  isMade?: boolean
  /** Its lastChanged then: it never had an earlier one; and its first after that, of those that are known. */
  madeAt?: number
  changedAt?: number
  /** There is a version of it that is not known, or that no write of this traffic was answered with. */
  isForeign?: boolean
  /** Its last firm sight. */
  present?: Moment
  /** When the last deletion that may have succeeded was over. */
  goneBy?: number
  /** When all writes that are forgotten were over. */
  pastUntil?: number
}

const [versionsAtMost, writesAtMost, recordsAtMost] = [5, 5, 2500]

export interface Memory extends Recent {
  get(place: string, resource: string, id: string): KnownRecord | undefined
  /** The record that a write or read addresses: by id, or by an external id that only one known record has. */
  about(
    place: string,
    resource: string,
    id: string | undefined,
    externalId: string | undefined,
  ): KnownRecord | undefined
  ensure(place: string, resource: string, id: string): KnownRecord
  /** `isOwn`: as the answer to a write that succeeded. */
  saw(known: KnownRecord, sighting: Sighting, observed: Observed, isOwn: boolean): void
  wrote(known: KnownRecord, past: Past): void
}

/** Remembers a bounded number of records; the least recently seen are forgotten first. */
export function createMemory(): Memory {
  const records = new Map<string, KnownRecord>()
  const byExternalId = new Map<string, Set<KnownRecord>>()
  const keyOf = (place: string, resource: string, id: string) => `${place} ${resource} ${idKey(id)}`
  const named = (known: KnownRecord, externalId: string) => `${known.key.slice(0, -known.id.length)}${externalId}`
  const forget = (known: KnownRecord): void => {
    records.delete(known.key)
    for (const { externalId } of known.versions) {
      const having = typeof externalId === 'string' ? byExternalId.get(named(known, externalId)) : undefined
      having?.delete(known)
      if (having?.size === 0) byExternalId.delete(named(known, externalId as string))
    }
  }
  const get: Memory['get'] = (place, resource, id) => records.get(keyOf(place, resource, id))
  return {
    ...createRecent(),
    get,
    about(place, resource, id, externalId) {
      if (id !== undefined) return get(place, resource, id)
      const having = [...(byExternalId.get(`${place} ${resource} ${externalId ?? ''}`) ?? [])].filter(
        (known) => known.versions.at(-1)?.externalId === externalId,
      )
      return having.length === 1 ? having[0] : undefined
    },
    ensure(place, resource, id) {
      const found = get(place, resource, id)
      if (found) {
        records.delete(found.key)
        records.set(found.key, found)
        return found
      }
      const known: KnownRecord = {
        key: keyOf(place, resource, id),
        id: idKey(id),
        versions: [],
        writes: [],
        banned: [],
      }
      records.set(known.key, known)
      if (records.size > recordsAtMost) forget(records.values().next().value as KnownRecord)
      return known
    },
    saw(known, { lastChanged, externalId, fields }, observed, isOwn) {
      const { moment, reading } = observed
      // A list that lags shows what was before: no news.
      if (
        reading.match.operation.id === 'data/list' &&
        lastChanged !== undefined &&
        known.versions.some((version) => version.lastChanged > lastChanged)
      )
        return
      if (typeof externalId === 'string') {
        const key = named(known, externalId)
        byExternalId.set(key, (byExternalId.get(key) ?? new Set()).add(known))
      }
      const isFirm = (isOwn || isOfOne(observed)) && !isCached(observed)
      if (isFirm && (!known.present || precedes(known.present, moment))) known.present = moment
      if (lastChanged === undefined) return
      if (known.madeAt !== undefined && lastChanged > known.madeAt)
        known.changedAt = Math.min(lastChanged, known.changedAt ?? lastChanged)
      const same = known.versions.find((version) => version.lastChanged === lastChanged)
      if (!same) {
        known.versions.push({
          lastChanged,
          first: moment,
          last: moment,
          ...(isFirm ? { firm: moment } : {}),
          settled: isFirm && isLongAgo(lastChanged, observed),
          mixed: false,
          own: isOwn,
          externalId,
          fields: comparable(fields),
        })
        if (known.versions.length > versionsAtMost && known.versions.shift()?.own === false) known.isForeign = true
        return
      }
      if (precedes(same.last, moment)) same.last = moment
      if (isFirm && !same.firm) same.firm = moment
      if (isOwn) same.own = true
      if (tellTale.some((name) => name in same.fields && name in fields && same.fields[name] !== fields[name]))
        same.mixed = true
      else if (isFirm && (wellBefore(same.first, moment) || isLongAgo(lastChanged, observed))) same.settled = true
    },
    wrote(known, past) {
      known.writes.push({ ...past, write: { ...past.write, sent: comparable(past.write.sent) } })
      const forgotten = known.writes.length > writesAtMost ? known.writes.shift() : undefined
      if (forgotten) known.pastUntil = Math.max(known.pastUntil ?? 0, endOf(forgotten))
    },
  }
}

/** Fields whose values are set only by callers, as far as the documents show. */
export const callersFields = ['externalId', 'subject', 'remarks'] as const
/** Fields by which two versions of one lastChanged show as two. */
const tellTale = [...callersFields, 'createDateTime']

/** Whether a version is older than clocks may differ. */
const isLongAgo = (lastChanged: number, { reading, batch }: Observed): boolean =>
  Date.parse(reading.responseHeader('date') ?? batch?.date ?? '') - lastChanged > clocks

/** Only short plain values of a version are kept: they are enough to tell versions apart. */
function comparable(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields))
    if (
      value === null ||
      typeof value === 'number' ||
      typeof value === 'boolean' ||
      (typeof value === 'string' && value.length <= 200)
    )
      kept[name] = value
  return kept
}
