import type { Clock } from '../house.ts'
import type { Deletion, StoredRecord } from './record.ts'
import { createTable, type Table, type WritableTable } from './table.ts'

/** Writes of one transaction; all of them carry its start as lastChanged (A-REC-04). */
export interface Transaction {
  /** Milliseconds since the epoch. */
  readonly start: number
  put(resource: string, record: StoredRecord): void
  remove(resource: string, record: StoredRecord, how: Omit<Deletion, 'record' | 'at'>): void
}

/** The records of one company. */
export interface Store {
  table(resource: string): Table
  resources(): readonly string[]
  /** Runs the body; what it wrote is taken back, last write first, where it throws. It begins now unless it is part of one that began earlier. */
  transaction<T>(body: (transaction: Transaction) => T, start?: number): T
}

export function createStore(clock: Clock): Store {
  const tables = new Map<string, WritableTable>()
  const table = (resource: string): WritableTable => {
    const known = tables.get(resource) ?? createTable()
    tables.set(resource, known)
    return known
  }
  return {
    table,
    resources: () => [...tables.keys()],
    transaction(body, start = clock.now()) {
      const undo: Array<() => void> = []
      try {
        return body({
          start,
          put: (resource, record) => void undo.push(table(resource).put(record)),
          remove: (resource, record, how) => void undo.push(table(resource).remove({ ...how, record, at: start })),
        })
      } catch (error) {
        for (const step of undo.reverse()) step()
        throw error
      }
    },
  }
}
