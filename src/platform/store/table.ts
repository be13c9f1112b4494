import { plainId, type Deletion, type StoredRecord } from './record.ts'
import { createTimeline, type Entry } from './timeline.ts'

/** The records of one resource in one company, found by id, by external id and by time. */
export interface Table {
  byId(id: string): StoredRecord | undefined
  byExternalId(externalId: string): StoredRecord | undefined
  /** All that hold an external id, the latest last: where uniqueness is not kept there are several. */
  holding(externalId: string): readonly StoredRecord[]
  /** Those whose lastChanged lies between two times, both included. */
  changed(first: number, last: number): readonly StoredRecord[]
  /** In the order in which they were created. */
  all(): readonly StoredRecord[]
  /** Puts records of this table into the order in which they were created. */
  inOrder(records: Iterable<StoredRecord>): readonly StoredRecord[]
  readonly deletions: readonly Deletion[]
}

/** A table together with the writes that only a transaction may do; each returns how to undo it. */
export interface WritableTable extends Table {
  put(record: StoredRecord): () => void
  remove(deletion: Deletion): () => void
}

export function createTable(): WritableTable {
  const entries = new Map<string, Entry>()
  const holders = new Map<string, readonly string[]>()
  const timeline = createTimeline()
  const deletions: Deletion[] = []
  let births = 0
  /** Made when it is asked for; the next write outdates it. */
  let listed: readonly StoredRecord[] | undefined

  const set = (key: string, entry: Entry | undefined) => {
    const former = entries.get(key)
    if (former) timeline.drop(former)
    if (entry) timeline.add(entry)
    if (entry) entries.set(key, entry)
    else entries.delete(key)
    listed = undefined
  }
  const hold = (externalId: string, keys: readonly string[]) =>
    void (keys.length > 0 ? holders.set(externalId, keys) : holders.delete(externalId))
  /** Puts an entry under a key, or takes it away; returns how to undo that. */
  const change = (key: string, entry: Entry | undefined): (() => void) => {
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
    // Undoing puts entries back at the end of the map: only their births tell the order.
    all: () =>
      (listed ??= [...entries.values()].sort((one, other) => one.born - other.born).map(({ record }) => record)),
    inOrder: (records) => [...records].sort((one, other) => born(one) - born(other)),
    deletions,
    put(record) {
      const key = plainId(record.id)
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
