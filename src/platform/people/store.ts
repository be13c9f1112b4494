import { perHouse, type House } from '../house.ts'
import type { Journal, JournalEntry } from '../store/journal.ts'
import { groupIds } from '../world/groups.ts'
import type { Account } from '../world/types.ts'

/** That a user works in a company, with the permission group that it has there. */
export interface Membership {
  readonly companyId: number
  readonly groupId: number
}

/** A user of an account, as both the SCIM API and the User API see it. */
export interface Person {
  readonly id: number
  readonly email: string
  /** The user name: `name` of the User API, `userName` of SCIM. */
  readonly name: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly phone: string | null
  readonly active: boolean | null
  /** Milliseconds since the epoch. */
  readonly created: number
  readonly lastChanged: number
  readonly companies: readonly Membership[]
  /** E-mails beside the one that counts; only SCIM shows them. */
  readonly emails: readonly { readonly value: string; readonly primary: boolean }[]
}

/** A SCIM group. */
export interface PeopleGroup {
  readonly id: number
  readonly displayName?: string
  /** Ids of users. */
  readonly members: readonly number[]
  readonly created: number
  readonly lastChanged: number
}

/** What allows a user to work; assigned to one user at most. */
interface Subscription {
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly validUntil: number
  /** Created because there was no free one. */
  readonly isNew: boolean
  readonly person?: number
}

export interface PeopleTable<Row extends { readonly id: number }> {
  all(): readonly Row[]
  get(id: number): Row | undefined
  put(row: Row, journal: Journal | undefined): void
  remove(id: number, journal: Journal | undefined): void
}

export interface People {
  readonly persons: PeopleTable<Person>
  readonly groups: PeopleTable<PeopleGroup>
  readonly subscriptions: PeopleTable<Subscription>
  nextId(): number
}

function table<Row extends { readonly id: number }>(resource: string, rows: readonly Row[]): PeopleTable<Row> {
  const known = new Map(rows.map((row) => [row.id, row]))
  const change = (does: JournalEntry['does'], id: number, row: Row | undefined, journal: Journal | undefined) => {
    const before = known.get(id)
    const set = (to: Row | undefined) => void (to ? known.set(id, to) : known.delete(id))
    set(row)
    journal?.add(does, resource, () => set(before))
  }
  return {
    all: () => [...known.values()].sort((one, other) => one.id - other.id),
    get: (id) => known.get(id),
    put: (row, journal) => change(known.has(row.id) ? 'update' : 'create', row.id, row, journal),
    remove: (id, journal) => change('delete', id, undefined, journal),
  }
}

const day = 86_400_000
/** Free subscriptions that each account starts with: enough for all users of a run beside each other. */
const freeAtFirst = 100

const stateOf = perHouse(() => ({ byAccount: new Map<string, People>(), lastId: 30_000 }))

/** Users, groups and subscriptions of an account. They start as the users of its world. */
export function peopleOf(house: House, account: Account): People {
  const state = stateOf(house)
  const known = state.byAccount.get(account.name)
  if (known) return known
  const now = house.clock.now()
  const persons = account.users.map(({ id, name, email, group, companies }): Person => ({
    id,
    email,
    name,
    firstName: name.charAt(0).toUpperCase() + name.slice(1),
    lastName: 'Worker',
    phone: null,
    active: true,
    created: now - 400 * day,
    lastChanged: now - 30 * day,
    companies: account.companies
      .filter((company) => companies.includes(company.name))
      .map((company) => ({ companyId: company.id, groupId: groupIds[group] ?? 0 })),
    emails: [],
  }))
  let given = 0
  const made: People = {
    persons: table('Person', persons),
    groups: table<PeopleGroup>('Group', []),
    subscriptions: table('Subscription', [
      ...persons.map(({ id }) => ({ id: id + 1_000_000, validUntil: now + 200 * day, isNew: false, person: id })),
      ...Array.from({ length: freeAtFirst }, (_, at) => ({
        id: account.id * 1000 + at,
        validUntil: now + 200 * day,
        isNew: false,
      })),
    ]),
    nextId: () => house.rules.reach.nextId(++state.lastId, ++given),
  }
  state.byAccount.set(account.name, made)
  return made
}

/** Users of all accounts: an e-mail is unique in the system. */
export const everyPerson = (house: House): readonly Person[] =>
  house.world.accounts.flatMap((account) => peopleOf(house, account).persons.all())
