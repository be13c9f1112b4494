import type { Fault } from '../deviation.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Person } from '../people/store.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import { memoryOf, paging, scimTurn } from './people-kinds.ts'

type People = Pick<ScimCall, 'people' | 'house'>

const personIn = ({ people, call }: Pick<ScimCall, 'people' | 'call'>): Person | undefined =>
  people.persons.get(Number(call.params['userId']))

const phones = memoryOf(() => new Map<number, string | null>())
const joined = memoryOf(() => new Map<number, Person>())
const left = memoryOf(() => new Map<number, readonly number[]>())
const names = memoryOf(() => new Map<unknown, Pick<Person, 'firstName' | 'lastName'>>())
const byScim = memoryOf(() => new Set<number>())

/** Remembers the groups of a user that is deactivated, and gives them back when it is activated. */
function withGroupsBack(asked: People, id: number, handle: () => PlatformResponse): PlatformResponse {
  const { people } = asked
  const before = people.persons.get(id)?.active
  const answer = handle()
  const after = people.persons.get(id)?.active
  const groups = people.groups.all()
  if (before && after === false)
    left(asked).set(
      id,
      groups.filter(({ members }) => members.includes(id)).map((group) => group.id),
    )
  if (before === false && after)
    for (const group of groups)
      if (left(asked).get(id)?.includes(group.id) && !group.members.includes(id))
        people.groups.put({ ...group, members: [...group.members, id] }, undefined)
  return answer
}

/** What is remembered wrongly of users that both interfaces write: it shows after several steps only. */
export const peopleHistoryFaults: readonly Fault[] = [
  scimTurn(
    'scim-put-writes-phone-back',
    ['B-SCM-18', 'B-USR-37'],
    ['user-put'],
    'A PUT of SCIM writes the phone that the user had at the PUT of SCIM before.',
    (asked, handle) => {
      const former = personIn(asked)
      const answer = handle(asked)
      const now = personIn(asked)
      if (!former || !now || answer.status >= 300) return answer
      const phone = phones(asked).get(now.id) ?? former.phone
      phones(asked).set(now.id, former.phone)
      asked.people.persons.put({ ...now, phone }, asked.call.journal)
      return answer
    },
  ),
  scimTurn(
    'people-members-put-back-by-groups',
    ['B-SCM-18', 'B-USR-37'],
    ['group-post', 'group-put', 'group-patch'],
    'A write of a group stores its members as they were when they joined it.',
    (asked, handle) => {
      const answer = handle(asked)
      const members = new Set(asked.people.groups.all().flatMap((group) => group.members))
      const known = joined(asked)
      for (const person of asked.people.persons.all())
        if (!members.has(person.id)) known.delete(person.id)
        else if (!known.has(person.id)) known.set(person.id, person)
        else asked.people.persons.put(known.get(person.id) ?? person, asked.call.journal)
      return answer
    },
  ),
  {
    id: 'people-back-in-groups-when-active',
    breaks: ['B-SCM-18', 'B-SCM-19'],
    says: 'A user that is activated is again a member of the groups that it was in when it was deactivated.',
    seam: {
      people: {
        scim: (asked, handle) => withGroupsBack(asked, Number(asked.call.params['userId']), () => handle(asked)),
        user: (asked, handle) => withGroupsBack(asked, Number(asked.call.params['userId']), () => handle(asked)),
      },
    },
  },
  {
    id: 'user-list-names-before-scim',
    breaks: ['B-SCM-18', 'B-USR-37'],
    says: 'The list of the User API shows first and last name as they were before a PUT of SCIM.',
    seam: {
      people: {
        scim: (asked, handle) => {
          const before = asked.operation === 'user-put' ? personIn(asked) : undefined
          if (before) names(asked).set(before.id, { firstName: before.firstName, lastName: before.lastName })
          return handle(asked)
        },
        user: (asked, handle) => {
          const answer = handle(asked)
          if (asked.operation === 'put') names(asked).delete(Number(asked.call.params['userId']))
          return asked.operation === 'list'
            ? paging(answer, (content) => content.map((dto) => ({ ...dto, ...names(asked).get(dto['id']) })))
            : answer
        },
      },
    },
  },
  {
    id: 'user-put-lost-after-scim',
    breaks: ['B-SCM-18', 'B-USR-37'],
    says: 'A PUT of the User API that follows one of SCIM without a read tells success and stores nothing.',
    seam: {
      people: {
        scim: (asked, handle) => {
          const answer = handle(asked)
          const id = Number(asked.call.params['userId'])
          if (asked.operation === 'user-put') byScim(asked).add(id)
          else byScim(asked).delete(id)
          return answer
        },
        user: (asked, handle) => {
          const before = personIn(asked)
          const answer = handle(asked)
          if (!before || !byScim(asked).delete(before.id) || asked.operation !== 'put') return answer
          asked.people.persons.put(before, asked.call.journal)
          return answer
        },
      },
    },
  },
]
