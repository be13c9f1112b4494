import type { Clock } from '../house.ts'
import type { Journal } from './journal.ts'
import type { Deletion, StoredRecord } from './record.ts'
import { createTable, type Table, type WritableTable } from './table.ts'

/** Writes of one transaction; all of them carry its start as lastChanged (A-REC-04). */
interface Transaction {
  /** Milliseconds since the epoch. */
  readonly start: number
  put(resource: string, record: StoredRecord): void
  remove(resource: string, record: StoredRecord, how: Omit<Deletion, 'record' | 'at'>): void
}

/** The records of one company. */
export interface Store {
  table(resource: string): Table
  resources(): readonly string[]
  /** Runs the body; if it throws, its writes are undone, last first. With a journal its writes belong to that journal. */
  transaction<T>(body: (transaction: Transaction) => T, journal?: Journal): T
}

/** The store for a request whose writes belong to a shared transaction. */
export const within = (journal: Journal, store: Store): Store => ({
  ...store,
  transaction: (body) => store.transaction(body, journal),
})

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
    transaction(body, journal) {
      const written: Array<Parameters<Journal['add']>> = []
      const start = journal?.start ?? clock.now()
      try {
        const result = body({
          start,
          put: (resource, record) => {
            const does = table(resource).byId(record.id) ? 'update' : 'create'
            written.push([does, resource, table(resource).put(record)])
          },
          remove: (resource, record, how) =>
            void written.push(['delete', resource, table(resource).remove({ ...how, record, at: start })]),
        })
        for (const write of written) journal?.add(...write)
        return result
      } catch (error) {
        for (const [, , undo] of written.reverse()) undo()
        throw error
      }
    },
  }
}
