import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { PeopleGroup, Person } from '../people/store.ts'
import { scimRules } from '../rulebook/scim.ts'
import { userRules } from '../rulebook/user.ts'
import { ScimRefused, type ScimCall } from '../scim/scim-call.ts'
import { paging, memoryOf, scimTurn, sentWith, telling, userTurn } from './people-kinds.ts'

const { scim } = scimRules
const { user } = userRules

type Asked = Pick<ScimCall, 'call' | 'people'>
const personOf = ({ call, people }: Asked): Person | undefined => people.persons.get(Number(call.params['userId']))
const groupOf = ({ call, people }: Asked): PeopleGroup | undefined => people.groups.get(Number(call.params['groupId']))

/** By user: the companies that it was created in. */
const born = memoryOf(() => new Map<number, ReadonlySet<number>>())
const bornIn = heldWithin<ReadonlySet<number>>()

const minuteMs = 60_000
/** By user: what a GET was answered with. */
const looks = memoryOf(() => new Map<string, PlatformResponse>())
const goneAt = memoryOf(() => new Map<string, number>())

/** Users who were updated. */
const updated = memoryOf(() => new Set<unknown>())

/** Quiet breaches of SCIM and the User API that take several steps, thought up by a twenty-first reader (suites/two-readings). */
export const twentyFirstPeopleFaults: readonly Fault[] = [
  {
    id: 'scim-replace-drops-those-who-stay',
    breaks: ['B-SCM-19', 'B-SCM-10'],
    says: 'A replace that names members who were there and others leaves the others only.',
    rule: {
      scim: {
        replaced: (before, named) => {
          const others = named.filter((id) => !before.includes(id))
          return others.length > 0 ? others : scim.replaced(before, named)
        },
      },
    },
  },
  scimTurn(
    'scim-group-put-of-the-same-name-ignored',
    ['B-SCM-09', 'B-SCM-18'],
    ['group-put'],
    'A PUT of a group that leaves its name stores no other members.',
    (asked, handle) => {
      const before = groupOf(asked)
      const answer = handle(asked)
      const now = groupOf(asked)
      if (before && now && before.displayName === now.displayName)
        asked.people.groups.put({ ...now, members: before.members }, asked.call.journal)
      return answer
    },
  ),
  scimTurn(
    'scim-refused-put-activates',
    ['B-SCM-16'],
    ['user-put'],
    'A PUT of an inactive user that has active true and is refused activates the user.',
    (asked, handle) => {
      const before = personOf(asked)
      try {
        return handle(asked)
      } catch (error) {
        if (error instanceof ScimRefused && before?.active === false && sentWith(asked)['active'] === true)
          asked.people.persons.put({ ...before, active: true }, asked.call.journal)
        throw error
      }
    },
  ),
  {
    ...userTurn(
      'user-put-groups-companies-of-the-creation-only',
      ['B-USR-27', 'B-USR-13'],
      ['post', 'put'],
      'A PUT for the account gives its group to the companies that the user was created in, and to none that a later POST added.',
      (asked, handle) => {
        const { people, operation, company } = asked
        const before = new Set(people.persons.all().map(({ id }) => id))
        if (operation === 'put' && !company)
          return bornIn.run(born(asked).get(personOf(asked)?.id ?? 0) ?? new Set(), () => handle(asked))
        const answer = handle(asked)
        for (const { id, companies } of people.persons.all())
          if (operation === 'post' && !before.has(id))
            born(asked).set(id, new Set(companies.map(({ companyId }) => companyId)))
        return answer
      },
    ),
    rule: {
      user: {
        group: (sent, before, companyId, operation) => {
          const known = bornIn.get()
          const isLater = known !== undefined && known.size > 0 && !known.has(companyId)
          return user.group(isLater ? before : sent, before, companyId, operation)
        },
      },
    },
  },
  userTurn(
    'user-delete-of-one-company-takes-all-companies',
    ['B-USR-13'],
    ['delete'],
    'A DELETE with a company of a user who has another one leaves the user without any.',
    (asked, handle) => {
      const answer = handle(asked)
      const now = personOf(asked)
      if (now && asked.company && answer.status < 300)
        asked.people.persons.put({ ...now, companies: [] }, asked.call.journal)
      return answer
    },
  ),
  userTurn(
    'user-put-of-another-id-refused-yet-written-there',
    ['B-USR-28'],
    ['put'],
    'A PUT whose body has the id of another user is refused, and that one gets its phone and names.',
    (asked, handle) => {
      const answer = handle(asked)
      const { id, firstName, lastName, phone } = sentWith(asked)
      const other = asked.people.persons.get(Number(id))
      if (answer.status >= 400 && other && other.id !== personOf(asked)?.id) {
        const text = (value: unknown, former: string | null) => (typeof value === 'string' ? value : former)
        asked.people.persons.put(
          {
            ...other,
            firstName: text(firstName, other.firstName),
            lastName: text(lastName, other.lastName),
            phone: text(phone, other.phone),
          },
          asked.call.journal,
        )
      }
      return answer
    },
  ),
  userTurn(
    'user-read-before-is-read-after-its-deletion',
    ['B-USR-37'],
    ['get', 'delete'],
    'A user who was read once is read for a minute after its deletion.',
    (asked, handle) => {
      const key = `${asked.account.id}/${asked.call.params['userId']}`
      const answer = handle(asked)
      const now = asked.house.clock.now()
      if (asked.operation === 'delete') {
        if (answer.status < 300 && !asked.company) goneAt(asked).set(key, now)
        return answer
      }
      if (answer.status < 300) looks(asked).set(key, answer)
      const since = goneAt(asked).get(key)
      return answer.status === 404 && since !== undefined && now - since < minuteMs
        ? (looks(asked).get(key) ?? answer)
        : answer
    },
  ),
  userTurn(
    'user-put-loses-created',
    ['B-USR-03', 'B-USR-38'],
    ['get', 'list', 'put'],
    'A user who was updated has no created any more.',
    (asked, handle) => {
      const answer = handle(asked)
      const known = updated(asked)
      if (asked.operation === 'put') {
        if (answer.status < 300) known.add(personOf(asked)?.id)
        return answer
      }
      const without = (one: Readonly<Record<string, unknown>>) =>
        known.has(one['id']) ? { ...one, created: null } : one
      return asked.operation === 'list' ? paging(answer, (content) => content.map(without)) : telling(answer, without)
    },
  ),
]
