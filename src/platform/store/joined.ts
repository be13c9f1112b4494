import type { Store } from './store.ts'
import type { Table } from './table.ts'

/** Several stores as one: what one of them has is found and written there, what none has is written to the first. */
export function joined(own: Store, others: readonly Store[]): Store {
  const stores = [own, ...others]
  const holderOf = (resource: string, id: string): Store =>
    stores.find((store) => store.table(resource).byId(id) !== undefined) ?? own
  return {
    ...own,
    table(resource) {
      const tables = stores.map((store) => store.table(resource))
      const first = <T>(look: (table: Table) => T | undefined): T | undefined => {
        for (const table of tables) {
          const found = look(table)
          if (found !== undefined) return found
        }
        return undefined
      }
      return {
        byId: (id) => first((table) => table.byId(id)),
        byExternalId: (externalId) => first((table) => table.byExternalId(externalId)),
        holding: (externalId) => tables.flatMap((table) => table.holding(externalId)),
        changed: (from, to) => tables.flatMap((table) => table.changed(from, to)),
        all: () => tables.flatMap((table) => table.all()),
        former: (record) => first((table) => table.former(record)),
        inOrder: (records) => [...records],
        deletions: tables.flatMap(({ deletions }) => deletions),
      }
    },
    transaction: (body, journal) =>
      own.transaction(
        (mine) =>
          body({
            start: mine.start,
            put: (resource, record) => {
              const holder = holderOf(resource, record.id)
              if (holder === own) return mine.put(resource, record)
              return holder.transaction((theirs) => theirs.put(resource, record), journal)
            },
            remove: (resource, record, how) => {
              const holder = holderOf(resource, record.id)
              if (holder === own) return mine.remove(resource, record, how)
              return holder.transaction((theirs) => theirs.remove(resource, record, how), journal)
            },
          }),
        journal,
      ),
  }
}
