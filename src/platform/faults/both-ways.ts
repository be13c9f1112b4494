import type { Fault } from '../deviation.ts'
import type { People, Person } from '../people/store.ts'
import { shownUser } from '../user/user-call.ts'
import { elementsIn, memoryOf, paging, scimTurn, sentWith, userTurn } from './people-kinds.ts'

/** What a handler answers while these users are not there. */
function without<Answer>(people: People, hidden: readonly Person[], handle: () => Answer): Answer {
  for (const person of hidden) people.persons.remove(person.id, undefined)
  try {
    return handle()
  } finally {
    for (const person of hidden) people.persons.put(person, undefined)
  }
}

const gone = memoryOf(() => ({ persons: [] as Person[] }))
const unseen = memoryOf(() => ({ active: new Map<unknown, unknown>() }))

/** Breaches that show only where one person is seen by SCIM and by the User API, or in two companies. */
export const bothWaysFaults: readonly Fault[] = [
  userTurn(
    'user-post-blind-to-scim',
    ['B-USR-03'],
    ['post'],
    'POST of the User API does not see the e-mails of users that SCIM created.',
    (asked, handle) =>
      without(
        asked.people,
        asked.people.persons.all().filter(({ emails }) => emails.length > 0),
        () => handle(asked),
      ),
  ),
  scimTurn(
    'scim-post-blind-to-users',
    ['B-USR-03', 'B-SCM-15'],
    ['user-post'],
    'POST of SCIM does not see the e-mails of users that the User API created.',
    (asked, handle) =>
      without(
        asked.people,
        asked.people.persons.all().filter(({ emails }) => emails.length === 0),
        () => handle(asked),
      ),
  ),
  userTurn(
    'user-put-email-of-another-company',
    ['B-USR-03', 'B-USR-23'],
    ['put'],
    'PUT for a company does not see the e-mails of users of other companies.',
    (asked, handle) =>
      without(
        asked.people,
        asked.people.persons
          .all()
          .filter(({ companies }) => asked.company && !companies.some((one) => one.companyId === asked.company?.id)),
        () => handle(asked),
      ),
  ),
  {
    id: 'user-list-with-deleted-of-scim',
    breaks: ['B-USR-37', 'B-SCM-18'],
    says: 'A user that SCIM deleted stays in the list of the User API.',
    seam: {
      people: {
        scim: (asked, handle) => {
          const before = asked.people.persons.all()
          const answer = handle(asked)
          if (asked.operation === 'user-delete')
            gone(asked).persons.push(...before.filter(({ id }) => !asked.people.persons.get(id)))
          return answer
        },
        user: (asked, handle) => {
          const answer = handle(asked)
          const email = asked.call.query.get('email')
          const ghosts = gone(asked).persons.filter((person) => person.email === email)
          return asked.operation === 'list' && ghosts.length > 0
            ? paging(answer, (content) => [...content, ...elementsIn(ghosts.map((person) => shownUser(person, asked)))])
            : answer
        },
      },
    },
  },
  {
    id: 'user-list-active-before-scim',
    breaks: ['B-USR-37', 'B-SCM-18'],
    says: 'The list of the User API shows active as it was before a PUT of SCIM.',
    seam: {
      people: {
        scim: (asked, handle) => {
          const id = Number(asked.call.params['userId'])
          if (asked.operation === 'user-put' && 'active' in sentWith(asked))
            unseen(asked).active.set(id, asked.people.persons.get(id)?.active)
          return handle(asked)
        },
        user: (asked, handle) => {
          const answer = handle(asked)
          const { active } = unseen(asked)
          if (asked.operation === 'put') active.delete(Number(asked.call.params['userId']))
          return asked.operation === 'list'
            ? paging(answer, (content) =>
                content.map((dto) => (active.has(dto['id']) ? { ...dto, active: active.get(dto['id']) } : dto)),
              )
            : answer
        },
      },
    },
  },
]
