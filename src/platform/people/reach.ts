import type { House } from '../house.ts'
import type { Reach } from '../rulebook/reach.ts'
import type { Account } from '../world/types.ts'
import { peopleOf, type People, type PeopleTable } from './store.ts'

/** The users and groups that an operation reaches: those of the account. */
export const peopleFor = (house: House, account: Account, operation: string): People =>
  peopleWithin(house, account, house.rules.reach.finds(operation))

/** All users and groups of the account and, if a rule lets a call go that far, of every other one. */
export function peopleWithin(house: House, account: Account, reach: Reach): People {
  const own = peopleOf(house, account)
  if (reach !== 'everywhere') return own
  const all = [own, ...house.world.accounts.filter((one) => one !== account).map((one) => peopleOf(house, one))]
  return {
    ...own,
    persons: together(all.map(({ persons }) => persons)),
    groups: together(all.map(({ groups }) => groups)),
  }
}

function together<Row extends { readonly id: number }>(tables: ReadonlyArray<PeopleTable<Row>>): PeopleTable<Row> {
  const holderOf = (id: number) => tables.find((table) => table.get(id) !== undefined) ?? tables[0]
  return {
    all: () => tables.flatMap((table) => table.all()),
    get: (id) => holderOf(id)?.get(id),
    put: (row, journal) => holderOf(row.id)?.put(row, journal),
    remove: (id, journal) => holderOf(id)?.remove(id, journal),
  }
}
