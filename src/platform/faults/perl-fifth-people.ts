import type { Fault } from '../deviation.ts'
import { memoryOf, sending, sentWith, type PeopleFields } from './people-kinds.ts'

/** The users that the User API created, by their ids. */
const ofTheUserApi = memoryOf(() => new Set<number>())

const without = (body: PeopleFields, field: string): PeopleFields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))

/** A PUT of SCIM leaves a field of those whom the User API created as it was. */
const leaving = (field: 'emails' | 'name'): Fault => ({
  id: `scim-put-leaves-${field === 'emails' ? 'the-e-mail' : 'the-names'}-of-a-user-of-the-user-api`,
  breaks: ['B-SCM-05'],
  says: `A PUT of a user that was created through the User API does not store ${field}.`,
  seam: {
    people: {
      user: (asked, handle) => {
        const answer = handle(asked)
        if (asked.operation === 'post' && answer.status < 300 && answer.body.length > 0)
          ofTheUserApi(asked).add(Number((JSON.parse(answer.body.toString('utf8')) as PeopleFields)['id']))
        return answer
      },
      scim: (asked, handle) =>
        asked.operation === 'user-put' && ofTheUserApi(asked).has(Number(asked.call.params['userId']))
          ? handle(sending(asked, without(sentWith(asked), field)))
          : handle(asked),
    },
  },
})

/** A breach of SCIM as a fifth look at a server in Perl found it, and its neighbour. */
export const perlFifthPeopleFaults: readonly Fault[] = [leaving('emails'), leaving('name')]
