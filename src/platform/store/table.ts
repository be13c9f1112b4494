import { plainId, type Deletion, type StoredRecord } from './record.ts'
import { createTimeline, type TimelineEntry } from './timeline.ts'

/** The records of one resource in one company, indexed by id, external id and time. */
export interface Table {
  byId(id: string): StoredRecord | undefined
  byExternalId(externalId: string): StoredRecord | undefined
  /** All records with an external id, the latest last: several if uniqueness is not enforced. */
  holding(externalId: string): readonly StoredRecord[]
  /** Records whose lastChanged is between two times, both inclusive. */
  changed(first: number, last: number): readonly StoredRecord[]
  /** In creation order. */
  all(): readonly StoredRecord[]
  /** The version that a record replaced, if that was within the last minute. */
  former(record: StoredRecord): StoredRecord | undefined
  /** Sorts records of this table by creation order. */
  inOrder(records: Iterable<StoredRecord>): readonly StoredRecord[]
  readonly deletions: readonly Deletion[]
}

/** A table with the writes that only a transaction may do; each returns its undo function. */
export interface WritableTable extends Table {
  put(record: StoredRecord): () => void
  remove(deletion: Deletion): () => void
}

export function createTable(): WritableTable {
  const entries = new Map<string, TimelineEntry>()
  const holders = new Map<string, readonly string[]>()
  const timeline = createTimeline()
  const deletions: Deletion[] = []
  const formers = new WeakMap<StoredRecord, StoredRecord>()
  let births = 0
  /** Built on demand; the next write invalidates it. */
  let listed: readonly StoredRecord[] | undefined

  const set = (key: string, entry: TimelineEntry | undefined) => {
    const former = entries.get(key)
    if (former) timeline.drop(former)
    if (entry) timeline.add(entry)
    if (entry) entries.set(key, entry)
    else entries.delete(key)
    listed = undefined
  }
  const hold = (externalId: string, keys: readonly string[]) =>
    void (keys.length > 0 ? holders.set(externalId, keys) : holders.delete(externalId))
  /** Sets or removes the entry of a key; returns the undo function. */
  const change = (key: string, entry: TimelineEntry | undefined): (() => void) => {
    const former = entries.get(key)
    const ids = [...new Set([former?.record.externalId, entry?.record.externalId])].filter((one) => one != null)
    const held = ids.map((externalId) => [externalId, holders.get(externalId) ?? []] as const)
    set(key, entry)
    for (const [externalId, keys] of held)
      hold(externalId, [
        ...keys.filter((one) => one !== key),
        ...(entry?.record.externalId === externalId ? [key] : []),
      ])
    return () => {
      set(key, former)
      for (const [externalId, keys] of held) hold(externalId, keys)
    }
  }
  const at = (key: string | undefined) => entries.get(key ?? '')?.record
  const holding = (externalId: string) => (holders.get(externalId) ?? []).flatMap((key) => at(key) ?? [])
  const born = ({ id }: StoredRecord) => entries.get(plainId(id))?.born ?? births

  return {
    byId: (id) => at(plainId(id)),
    byExternalId: (externalId) => at(holders.get(externalId)?.at(-1)),
    holding,
    changed: timeline.between,
    // Undo puts entries back at the end of the map, so only their creation numbers give the order.
    all: () =>
      (listed ??= [...entries.values()].sort((one, other) => one.born - other.born).map(({ record }) => record)),
    inOrder: (records) => [...records].sort((one, other) => born(one) - born(other)),
    deletions,
    former: (record) => formers.get(record),
    put(record) {
      const key = plainId(record.id)
      const former = at(key)
      if (former) {
        formers.set(record, former)
        // Otherwise a record that changes often would hold all versions that it ever had.
        if (record.lastChanged - former.lastChanged > 60_000) formers.delete(former)
      }
      return change(key, { record, born: entries.get(key)?.born ?? births++ })
    },
    remove(deletion) {
      const undo = change(plainId(deletion.record.id), undefined)
      deletions.push(deletion)
      return () => {
        deletions.pop()
        undo()
      }
    },
  }
}
