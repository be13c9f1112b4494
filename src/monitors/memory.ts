import { precedes, type Moment, type Observed } from './observed.ts'
import { plainId, type Sighting } from './sighting.ts'
import type { Write } from './write.ts'

/** A version of a record, identified by its lastChanged: when it was seen. */
export interface Version {
  readonly lastChanged: number
  readonly first: Moment
  last: Moment
  readonly externalId: string | null | undefined
  readonly fields: Readonly<Record<string, unknown>>
}

/** A remembered write. */
export interface Past {
  readonly write: Write
  readonly moment: Moment
  readonly answered?: Sighting
}

/** The range of server times in which the version from a write must have been written, and the one time that it cannot be. */
export interface Written {
  readonly from: number
  readonly to: number
  readonly not?: number
}

/** What the traffic showed of one record. Other clients may have changed it in between. */
export interface Known {
  /** Address, account, company, resource and id combined. */
  readonly key: string
  readonly id: string
  readonly versions: Version[]
  readonly writes: Past[]
  /** Values sent by writes that must have had no effect. */
  readonly banned: Array<{
    readonly statement: string
    readonly field: string
    readonly value: string
    readonly past: Past
    readonly written: Written
  }>
  deleted?: Past
}

const [versionsAtMost, writesAtMost, recordsAtMost] = [5, 5, 2500]

export interface Memory {
  get(place: string, resource: string, id: string): Known | undefined
  /** The record that a write or read addresses: by id, or by an external id that only one known record has. */
  about(place: string, resource: string, id: string | undefined, externalId: string | undefined): Known | undefined
  ensure(place: string, resource: string, id: string): Known
  saw(known: Known, sighting: Sighting, observed: Observed): void
  wrote(known: Known, past: Past): void
}

/** Remembers a bounded number of records; the least recently seen are forgotten first. */
export function createMemory(): Memory {
  const records = new Map<string, Known>()
  const byExternalId = new Map<string, Set<Known>>()
  const keyOf = (place: string, resource: string, id: string) => `${place} ${resource} ${plainId(id)}`
  const named = (known: Known, externalId: string) => `${known.key.slice(0, -known.id.length)}${externalId}`
  const forget = (known: Known): void => {
    records.delete(known.key)
    for (const { externalId } of known.versions) {
      const having = typeof externalId === 'string' ? byExternalId.get(named(known, externalId)) : undefined
      having?.delete(known)
      if (having?.size === 0) byExternalId.delete(named(known, externalId as string))
    }
  }
  const get: Memory['get'] = (place, resource, id) => records.get(keyOf(place, resource, id))
  return {
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
      const known: Known = { key: keyOf(place, resource, id), id: plainId(id), versions: [], writes: [], banned: [] }
      records.set(known.key, known)
      if (records.size > recordsAtMost) forget(records.values().next().value as Known)
      return known
    },
    saw(known, { lastChanged, externalId, fields }, { moment, reading }) {
      // A lagging list may show the state from before the deletion.
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
      if (lastChanged === undefined) return
      const same = known.versions.find((version) => version.lastChanged === lastChanged)
      if (same) {
        if (precedes(same.last, moment)) same.last = moment
        return
      }
      known.versions.push({ lastChanged, first: moment, last: moment, externalId, fields: comparable(fields) })
      if (known.versions.length > versionsAtMost) known.versions.shift()
    },
    wrote(known, past) {
      known.writes.push({ ...past, write: { ...past.write, sent: comparable(past.write.sent) } })
      if (known.writes.length > writesAtMost) known.writes.shift()
    },
  }
}

/** Fields whose values are set only by callers, as far as the documents show. */
export const callersFields = ['externalId', 'subject', 'remarks'] as const

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
