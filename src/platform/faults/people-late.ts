import type { Fault } from '../deviation.ts'
import { refusedUser } from '../user/refusal.ts'
import { forget } from '../user/write.ts'
import { elementsIn, memoryOf, scimTurn, sentWith, userTurn } from './people-kinds.ts'

const reserved = memoryOf(() => new Set<unknown>())

/** Before the ids of users, so that no double holds the odd ones. */
const long = '92233720368'
const atUsers = '/api/user/v1/users'

/** Breaches that a reader of the document thought of, and that were asked for later than the others. */
export const latePeopleFaults: readonly Fault[] = [
  {
    id: 'user-id-through-double',
    breaks: ['B-USR-03', 'B-USR-10'],
    says: 'Ids of users have sixteen digits and went through a double: the odd ones are those of a neighbour.',
    wire: {
      request: (request) =>
        request.target.startsWith(atUsers)
          ? {
              ...request,
              target: request.target.replace(new RegExp(`/users/${long}(\\d{5})`), '/users/$1'),
              body: Buffer.from(
                request.body.toString('utf8').replace(new RegExp(`"id":${long}(\\d{5})\\b`, 'g'), '"id":$1'),
              ),
            }
          : request,
      response: (response, request) =>
        request.target.startsWith(atUsers) && response.status < 300
          ? {
              ...response,
              body: Buffer.from(
                response.body
                  .toString('utf8')
                  .replace(/"id":(\d{5})\b/g, (_, id: string) => `"id":${Number(`${long}${id}`)}`),
              ),
            }
          : response,
    },
  },
  userTurn(
    'user-refused-name-reserved',
    ['B-USR-29'],
    ['post', 'put'],
    'The name of a user that was refused is taken.',
    (asked, handle) => {
      const { name } = sentWith(asked)
      if (reserved(asked).has(name)) return refusedUser(asked.house, 'exists', asked.operation)
      const answer = handle(asked)
      if (asked.operation === 'post' && answer.status >= 400 && name !== undefined) reserved(asked).add(name)
      return answer
    },
  ),
  scimTurn(
    'scim-email-race',
    ['B-SCM-15'],
    ['user-post'],
    'Users that are created within 30 ms may have the same e-mail.',
    (asked, handle) => {
      const { people, house } = asked
      const since = house.clock.now() - 30
      const unseen = people.persons.all().filter(({ created }) => created >= since)
      for (const { id } of unseen) people.persons.remove(id, undefined)
      try {
        return handle(asked)
      } finally {
        for (const person of unseen) people.persons.put(person, undefined)
      }
    },
  ),
  scimTurn(
    'scim-delete-by-body',
    ['B-SCM-06'],
    ['user-delete'],
    'DELETE of a user deletes those whose ids stand in its body, too.',
    (asked, handle) => {
      const ids = elementsIn(sentWith(asked)['ids']).map(Number)
      const answer = handle(asked)
      if (answer.status < 300) for (const id of ids) forget(id, asked)
      return answer
    },
  ),
]
