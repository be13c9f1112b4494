import type { Fault } from '../deviation.ts'
import type { Person } from '../people/store.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import { elementsIn, memoryOf, sending, sentWith, telling, userTurn, type PeopleFields } from './people-kinds.ts'

const cut = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, 50) : value)

/** What SCIM knows of users before writes of the User API. */
const known = memoryOf(() => ({ persons: new Map<number, Person>() }))
const reads = ['user-get', 'user-list'] as const
const isRead = ({ operation }: Pick<ScimCall, 'operation'>): boolean => reads.some((one) => one === operation)

/** What a handler answers while those who are gone are still there. */
function among<Answer>({ people }: Pick<ScimCall, 'people'>, gone: readonly Person[], handle: () => Answer): Answer {
  for (const person of gone) people.persons.put(person, undefined)
  try {
    return handle()
  } finally {
    for (const person of gone) people.persons.remove(person.id, undefined)
  }
}

/** Breaches of SCIM and the User API by what an ordinary server overlooks: tables of its own, and limits of columns. */
export const leftOverPeopleFaults: readonly Fault[] = [
  {
    id: 'scim-shows-whom-the-user-api-deleted',
    breaks: ['B-SCM-18', 'B-USR-37'],
    says: 'A user that the User API deleted is read in SCIM and in its list as before.',
    seam: {
      people: {
        user: (asked, handle) => {
          const before = asked.people.persons.all()
          const answer = handle(asked)
          for (const person of asked.operation === 'delete' ? before : [])
            if (!asked.people.persons.get(person.id)) known(asked).persons.set(person.id, person)
          return answer
        },
        scim: (asked, handle) =>
          isRead(asked) ? among(asked, [...known(asked).persons.values()], () => handle(asked)) : handle(asked),
      },
    },
  },
  {
    id: 'scim-active-before-the-user-api',
    breaks: ['B-SCM-18', 'B-USR-37'],
    says: 'SCIM shows active as it was before a PUT of the User API.',
    seam: {
      people: {
        user: (asked, handle) => {
          const person =
            asked.operation === 'put' ? asked.people.persons.get(Number(asked.call.params['userId'])) : undefined
          if (person && !known(asked).persons.has(person.id)) known(asked).persons.set(person.id, person)
          return handle(asked)
        },
        scim: (asked, handle) => {
          if (asked.operation === 'user-put') known(asked).persons.delete(Number(asked.call.params['userId']))
          const former = (one: PeopleFields): PeopleFields => {
            const person = known(asked).persons.get(Number(one['id']))
            return person ? { ...one, active: person.active ?? false } : one
          }
          return isRead(asked)
            ? telling(handle(asked), (value) =>
                'Resources' in value
                  ? { ...value, Resources: elementsIn(value['Resources']).map(former) }
                  : former(value),
              )
            : handle(asked)
        },
      },
    },
  },
  userTurn(
    'user-post-names-cut-at-fifty',
    ['B-USR-37'],
    ['post'],
    'A POST keeps the first fifty signs of each name.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const { firstName, lastName } = sent
      return handle(sending(asked, { ...sent, firstName: cut(firstName), lastName: cut(lastName) }))
    },
  ),
]
