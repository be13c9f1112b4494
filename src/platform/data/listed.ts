import type { House } from '../house.ts'
import type { Deletion, StoredRecord } from '../store/record.ts'
import type { Table } from '../store/table.ts'

/** The records of a table as a list shows them. */
export const recordsListed = (table: Table, { world, clock }: House): readonly StoredRecord[] =>
  world.listsBehindMs === undefined ? table.all() : table.asOf(clock.now() - world.listsBehindMs)

export const deletionsListed = (table: Table, { world, clock }: House): readonly Deletion[] => {
  const behind = world.listsBehindMs
  return behind === undefined ? table.deletions : table.deletions.filter(({ at }) => at <= clock.now() - behind)
}
