import type { Variant } from '../deviation.ts'
import { memoryOf } from '../faults/people-kinds.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { PeopleGroup } from '../people/store.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import type { UserCall } from '../user/user-call.ts'
import { alone } from './lawful.ts'

const bookedMs = 1500
/** When the subscription of each user is booked. */
const bookings = memoryOf(() => new Map<number, number>())

/** Books what is due, which writes the users. */
function book(asked: UserCall | ScimCall): void {
  const now = asked.house.clock.now()
  const due = bookings(asked)
  for (const [id, at] of due) {
    const person = at <= now ? asked.people.persons.get(id) : undefined
    if (at <= now) due.delete(id)
    if (person) asked.people.persons.put({ ...person, lastChanged: Math.max(now, person.lastChanged + 1) }, undefined)
  }
}

function bookedLater(asked: UserCall, handle: (asked: UserCall) => PlatformResponse): PlatformResponse {
  book(asked)
  if (asked.operation !== 'post') return handle(asked)
  const before = new Set(asked.people.persons.all().map(({ id }) => id))
  const response = handle(asked)
  for (const { id } of asked.people.persons.all())
    if (!before.has(id)) bookings(asked).set(id, asked.house.clock.now() + bookedMs)
  return response
}

/** By account: the group of those who are in no other. */
const defaults = memoryOf(() => new Map<string, number>())

function defaultOf(asked: ScimCall): PeopleGroup | undefined {
  const { people, account, house } = asked
  const known = defaults(asked).get(account.name)
  if (known !== undefined) return people.groups.get(known)
  const created = house.clock.now()
  const members = people.persons.all().map(({ id }) => id)
  const group = { id: people.nextId(), displayName: 'Default', members, created, lastChanged: created }
  defaults(asked).set(account.name, group.id)
  people.groups.put(group, undefined)
  return group
}

/** New users, and those who left their last group, are in the default group; who came into another one leaves it. */
function caught(asked: ScimCall, handle: (asked: ScimCall) => PlatformResponse): PlatformResponse {
  const { people, house, call } = asked
  const group = defaultOf(asked)
  const others = () => people.groups.all().filter(({ id }) => id !== group?.id)
  const membersOf = (groups: readonly PeopleGroup[]) => new Set(groups.flatMap(({ members }) => members))
  const users = new Set(people.persons.all().map(({ id }) => id))
  const before = membersOf(others())
  const response = handle(asked)
  const now = group && people.groups.get(group.id)
  if (!now) return response
  const after = membersOf(others())
  const come = people.persons
    .all()
    .map(({ id }) => id)
    .filter((id) => !after.has(id) && (before.has(id) || (asked.operation === 'user-post' && !users.has(id))))
  const gone = [...after].filter((id) => !before.has(id))
  if (!come.some((id) => !now.members.includes(id)) && !gone.some((id) => now.members.includes(id))) return response
  const members = [...new Set([...now.members, ...come])].filter((id) => !gone.includes(id))
  people.groups.put({ ...now, members, lastChanged: Math.max(house.clock.now(), now.lastChanged + 1) }, call.journal)
  return response
}

/** Lawful readings of SCIM and the User API, thought up by a seventeenth reader (suites/two-readings). */
export const seventeenthPeopleVariants: readonly Variant[] = [
  alone({
    id: 'user-written-again-by-its-subscription',
    leaves: ['B-USR-03', 'B-USR-17'],
    says: 'The subscription of a new user is booked 1.5 seconds later, which changes lastChanged of the user and nothing else.',
    seam: {
      people: {
        user: bookedLater,
        scim: (asked, handle) => {
          book(asked)
          return handle(asked)
        },
      },
    },
  }),
  {
    id: 'scim-default-group-of-those-without-another',
    leaves: ['B-SCM-07', 'B-SCM-17'],
    says: 'New users are in a group Default, leave it for another one, and are in it again when they left their last one.',
    seam: { people: { scim: caught } },
  },
]
