import { isWell } from '../faults/passing.ts'
import type { Variant } from '../deviation.ts'
import { memoryOf, sentWith } from '../faults/people-kinds.ts'
import { perHouse, type House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { peopleOf, type Person } from '../people/store.ts'
import { subscribe } from '../people/subscribe.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import { forget } from '../user/write.ts'
import type { UserCall } from '../user/user-call.ts'
import type { Account } from '../world/types.ts'
import { through } from './lawful.ts'

const refusal = (status: number, error: string, message: string): PlatformResponse =>
  json(status, { error, message, values: [] })

/** Ids of users who were created over SCIM. */
const owned = memoryOf(() => new Set<number>())

function createdOverScim(asked: ScimCall, handle: (asked: ScimCall) => PlatformResponse): PlatformResponse {
  if (asked.operation !== 'user-post') return handle(asked)
  const before = new Set(asked.people.persons.all().map(({ id }) => id))
  const response = handle(asked)
  for (const { id } of asked.people.persons.all()) if (!before.has(id)) owned(asked).add(id)
  return response
}

const ofTheProvider = ['email', 'name', 'firstName', 'lastName', 'active'] as const
const managed = () => refusal(403, 'UA-31', 'The user is managed by the identity provider')

function ownedByProvider(asked: UserCall, handle: (asked: UserCall) => PlatformResponse): PlatformResponse {
  const { operation, people, call } = asked
  const id = Number(call.params['userId'])
  const before = owned(asked).has(id) ? people.persons.get(id) : undefined
  if (!before || (operation !== 'put' && operation !== 'delete')) return handle(asked)
  if (operation === 'delete') return managed()
  const response = handle(asked)
  const after = people.persons.get(id)
  if (!after || ofTheProvider.every((name) => after[name] === before[name])) return response
  people.persons.put(before, call.journal)
  return managed()
}

const isPhone = (text: string): boolean => /^\+[1-9]\d{7,14}$/.test(text)

function withPhone(asked: UserCall, handle: (asked: UserCall) => PlatformResponse): PlatformResponse {
  const isWrite = asked.operation === 'put' || asked.operation === 'post'
  const { phone } = isWrite ? sentWith(asked) : {}
  return typeof phone === 'string' && phone !== '' && !isPhone(phone)
    ? refusal(400, 'UA-11', 'phone has to be of the form +491234567')
    : handle(asked)
}

const turnMs = 3000
const staysMs = 9000
const synchronized = perHouse(() => ({ turns: new Map<string, number>(), last: 0 }))

/** Creates the users that are due in an account, and deletes those whose time is over. */
function synchronize(account: Account, house: House): void {
  const known = synchronized(house)
  const now = house.clock.now()
  const turn = Math.floor(now / turnMs)
  const [company] = account.companies
  if (!company || known.turns.get(account.name) === turn) return
  known.turns.set(account.name, turn)
  const people = peopleOf(house, account)
  for (const { id, email, created } of people.persons.all())
    if (/^sync-\d+@idp\.example$/.test(email) && now - created >= staysMs) forget(id, { people })
  const name = `sync-${(known.last += 1)}`
  const person: Person = {
    id: people.nextId(),
    email: `${name}@idp.example`,
    name,
    firstName: 'Sync',
    lastName: 'Worker',
    phone: null,
    active: true,
    created: now,
    lastChanged: now,
    companies: [{ companyId: company.id, groupId: 304 }],
    emails: [],
  }
  const isFree = people.subscriptions.all().some((one) => one.person === undefined && one.validUntil > now)
  if (isFree && subscribe(house, people, person, undefined)) people.persons.put(person, undefined)
}

/** How long the person records of a user are made, in milliseconds. */
const makingMs = 2000
const making = memoryOf(() => new Map<number, number>())

function whilePersonsAreMade(asked: UserCall, handle: (asked: UserCall) => PlatformResponse): PlatformResponse {
  const { operation, people, call, house, account } = asked
  if (operation !== 'put' && operation !== 'post') return handle(asked)
  const named = operation === 'put' ? people.persons.get(Number(call.params['userId'])) : undefined
  if (named && (making(asked).get(named.id) ?? 0) > house.clock.now()) {
    const of = account.companies.filter(({ id }) => named.companies.some(({ companyId }) => companyId === id))
    const message = `Person(s) with the user name [${named.name}] could not be created nor updated for the companies [${of.map(({ name }) => name).join(', ')}]`
    const busy = refusal(409, 'UA-02', message)
    return { ...busy, headers: [...busy.headers, ['Retry-After', '2']] }
  }
  const response = handle(asked)
  if (!isWell(response)) return response
  const email = String(sentWith(asked)['email'] ?? '').toLowerCase()
  const written = named ?? people.persons.all().find((one: Person) => one.email.toLowerCase() === email)
  if (written) making(asked).set(written.id, house.clock.now() + makingMs)
  return response
}

/** Lawful readings of SCIM and the User API, thought up by a thirteenth reader (suites/two-readings). */
export const thirteenthPeopleVariants: readonly Variant[] = [
  {
    id: 'user-identity-provider-owns-its-users',
    leaves: ['B-USR-19'],
    says: 'A user who was created over SCIM keeps address, names and activity against the User API, and is not deleted by it: 403.',
    seam: { people: { scim: createdOverScim, user: ownedByProvider } },
  },
  {
    id: 'user-phones-in-e164-only',
    leaves: ['B-USR-03'],
    says: 'A phone that is not + with 8 to 15 digits is refused with 400.',
    seam: { people: { user: withPhone } },
  },
  {
    // Ids of those who were deleted are then given to strangers.
    excludes: ['user-reborn-under-the-old-id'],
    alone: true,
    ...through(
      'people-directory-sync-goes-on-beside',
      ['B-USR-06', 'B-SCM-18'],
      'Every three seconds somebody creates a user in each account and deletes the one of nine seconds before.',
      (request, go, { house }) => {
        for (const account of house.world.accounts) synchronize(account, house)
        return go(request)
      },
    ),
  },
  {
    id: 'user-put-409-while-persons-are-made',
    alone: true,
    leaves: ['B-USR-21'],
    says: 'Within two seconds of a write of a user the next PUT is refused with 409 and Retry-After.',
    seam: { people: { user: whilePersonsAreMade } },
  },
]
