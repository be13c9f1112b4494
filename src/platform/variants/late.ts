import type { Variant } from '../deviation.ts'
import { memoryOf } from '../faults/people-kinds.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { PeopleGroup, Person } from '../people/store.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import type { UserCall } from '../user/user-call.ts'

/** How late lists are, in milliseconds. */
const lateMs = 2000

interface Former {
  /** Until when users and groups were so. */
  readonly until: number
  readonly persons: readonly Person[]
  readonly groups: readonly PeopleGroup[]
}

const formers = memoryOf(() => new Map<number, Former[]>())

function late<Asked extends ScimCall | UserCall>(
  asked: Asked,
  handle: (asked: Asked) => PlatformResponse,
): PlatformResponse {
  const { people, account, house } = asked
  const known = formers(asked).get(account.id) ?? []
  const now = house.clock.now()
  if (asked.call.request.method !== 'GET') {
    const former = { until: now, persons: people.persons.all(), groups: people.groups.all() }
    formers(asked).set(account.id, [...known.filter(({ until }) => until > now - lateMs), former])
    return handle(asked)
  }
  const then = known.find(({ until }) => until > now - lateMs)
  if (!asked.operation.endsWith('list') || !then) return handle(asked)
  const persons = { ...people.persons, all: () => then.persons }
  const groups = { ...people.groups, all: () => then.groups }
  return handle({ ...asked, people: { ...people, persons, groups } })
}

/** No sentence says how soon after a write a list shows it. */
export const lateVariants: readonly Variant[] = [
  {
    id: 'people-lists-lag-2s',
    leaves: ['B-SCM-18', 'B-USR-37'],
    says: 'Lists of users and groups show the state of two seconds ago.',
    seam: { people: { scim: late, user: late } },
  },
]
