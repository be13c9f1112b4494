import type { Caller } from '../caller.ts'
import { perHouse, type House } from '../house.ts'
import type { Reach } from '../rulebook/reach.ts'
import { joined } from '../store/joined.ts'
import { createStore, type Store } from '../store/store.ts'
import { treeSeeds } from '../service/seed.ts'
import { seedForeign } from './foreign.ts'
import { seeded, seedRecords } from './seed.ts'

const stores = perHouse(() => new Map<string, Store>())

type Place = Pick<Caller, 'account' | 'company'>

/** The records that an operation of the caller reaches: those of its company. */
export function storeOf(caller: Place, house: House, operation: string): Store {
  const own = storeAt(caller, house)
  const beyond = placesBeyond(caller, house, house.rules.reach.finds(operation))
  return beyond.length === 0
    ? own
    : joined(
        own,
        beyond.map((place) => storeAt(place, house)),
      )
}

/** The companies other than the caller's that something reaches: none, unless a rule lets it. */
export function placesBeyond({ account, company }: Place, { world }: House, reach: Reach): readonly Required<Place>[] {
  if (reach === 'company') return []
  const accounts = reach === 'account' ? [account] : world.accounts
  return accounts.flatMap((one) =>
    one.companies.flatMap((other) => (other.id === company?.id ? [] : [{ account: one, company: other }])),
  )
}

/** The records of a company; each company starts with the same seed records. */
export function storeAt(caller: Place, house: House): Store {
  const key = `${caller.account.id}/${caller.company?.id}`
  const known = stores(house).get(key)
  if (known) return known
  const store = createStore(house.clock)
  store.transaction((transaction) => {
    for (const [resource, { externalId, ...fields }] of seedRecords) {
      const filled = Object.fromEntries(
        Object.entries(house.world.resources.get(resource)?.fields ?? {}).flatMap(([name, { fills }]) =>
          fills === undefined ? [] : [[name, fills === 'now' ? new Date(transaction.start).toISOString() : fills]],
        ),
      )
      transaction.put(resource, {
        id: seeded[resource],
        externalId: String(externalId),
        lastChanged: transaction.start,
        lastChangedBy: null,
        fields: { ...filled, ...fields },
      })
    }
  })
  store.transaction((transaction) => {
    for (const [table, id, { externalId, ...fields }] of treeSeeds)
      transaction.put(table, {
        id,
        externalId: String(externalId),
        lastChanged: transaction.start,
        lastChangedBy: null,
        fields,
      })
  })
  if (house.world.foreign) seedForeign(store, house.world.foreign, house.clock.now())
  stores(house).set(key, store)
  return store
}

/** The stores of all companies asked for so far, by account and company. */
export const allStores = (house: House): ReadonlyMap<string, Store> => stores(house)
