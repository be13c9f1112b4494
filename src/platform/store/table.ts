import { plainId, type Deletion, type StoredRecord } from './record.ts'

/** The records of one resource in one company, found by id and by external id. */
export interface Table {
  byId(id: string): StoredRecord | undefined
  byExternalId(externalId: string): StoredRecord | undefined
  /** In the order in which they were created. */
  all(): readonly StoredRecord[]
  readonly deletions: readonly Deletion[]
}

/** A table together with the writes that only a transaction may do; each returns how to undo it. */
export interface WritableTable extends Table {
  put(record: StoredRecord): () => void
  remove(deletion: Deletion): () => void
}

export function createTable(): WritableTable {
  const records = new Map<string, StoredRecord>()
  const externalIds = new Map<string, string>()
  const deletions: Deletion[] = []

  const unlink = (record: StoredRecord | undefined) => {
    if (record?.externalId != null && externalIds.get(record.externalId) === plainId(record.id)) externalIds.delete(record.externalId)
  }
  const link = (record: StoredRecord | undefined) => {
    if (record?.externalId != null) externalIds.set(record.externalId, plainId(record.id))
  }
  const set = (key: string, record: StoredRecord | undefined) => {
    unlink(records.get(key))
    if (record) records.set(key, record)
    else records.delete(key)
    link(record)
  }

  return {
    byId: (id) => records.get(plainId(id)),
    byExternalId: (externalId) => records.get(externalIds.get(externalId) ?? ''),
    all: () => [...records.values()],
    deletions,
    put(record) {
      const key = plainId(record.id)
      const former = records.get(key)
      // Whoever held the external id before holds it again after an undo.
      const holder = record.externalId === null ? undefined : externalIds.get(record.externalId)
      set(key, record)
      return () => {
        set(key, former)
        if (holder !== undefined) externalIds.set(record.externalId as string, holder)
      }
    },
    remove(deletion) {
      const { record } = deletion
      const key = plainId(record.id)
      set(key, undefined)
      deletions.push(deletion)
      return () => {
        deletions.pop()
        set(key, record)
      }
    },
  }
}
