import type { Rulebook } from '../rulebook/rulebook.ts'
import type { House } from '../house.ts'
import { plainId, type StoredRecord } from './record.ts'
import type { Store } from './store.ts'
import type { Table } from './table.ts'

/** The store as a list, a query or a deleted listing shows it: late by as much as the rule says. */
export function asShownIn(
  where: Parameters<Rulebook['visibility']['lagMs']>[0],
  store: Store,
  { rules, clock }: Pick<House, 'rules' | 'clock'>,
): Store {
  const lag = rules.visibility.lagMs(where)
  return lag === 0 ? store : { ...store, table: (resource) => asOf(store.table(resource), clock.now() - lag) }
}

/** A table as it was at a time, in milliseconds: it knows the versions of about the last minute. */
function asOf(table: Table, time: number): Table {
  const then = (record: StoredRecord): readonly StoredRecord[] => {
    let one: StoredRecord | undefined = record
    while (one && one.lastChanged > time) one = table.former(one)
    return one ? [one] : []
  }
  const all = () => [
    ...table.all().flatMap(then),
    ...table.deletions.filter(({ at }) => at > time).flatMap(({ record }) => then(record)),
  ]
  const byId = (id: string) => all().find((record) => plainId(record.id) === plainId(id))
  const holding = (externalId: string) => all().filter((record) => record.externalId === externalId)
  return {
    byId,
    byExternalId: (externalId) => holding(externalId).at(-1),
    holding,
    changed: (first, last) => all().filter(({ lastChanged }) => lastChanged >= first && lastChanged <= last),
    all,
    former: table.former,
    inOrder: table.inOrder,
    deletions: table.deletions.filter(({ at }) => at <= time),
  }
}
