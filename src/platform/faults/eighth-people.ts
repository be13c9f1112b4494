import type { Fault } from '../deviation.ts'
import type { Person } from '../people/store.ts'
import { scimRules } from '../rulebook/scim.ts'
import { shownUser, type UserCall } from '../user/user-call.ts'
import type { PlatformResponse } from '../http/message.ts'
import { scimTurn, sending, sentWith, userTurn } from './people-kinds.ts'

const { scim } = scimRules

/** The answer to a PUT that stored something else of the user. */
function storedAs(asked: UserCall, answer: PlatformResponse, change: (after: Person) => Partial<Person>) {
  const { people, call } = asked
  const after = people.persons.get(Number(call.params['userId']))
  if (answer.status >= 300 || !after) return answer
  const changed = { ...after, ...change(after) }
  people.persons.put(changed, call.journal)
  return { ...answer, body: Buffer.from(JSON.stringify(shownUser(changed, asked))) }
}

const texts = ['firstName', 'lastName', 'phone'] as const

/** Quiet breaches of SCIM and the User API that an eighth reader thought up (suites/two-readings). */
export const eighthPeopleFaults: readonly Fault[] = [
  {
    id: 'scim-add-stops-at-a-known-one',
    breaks: ['B-SCM-19'],
    says: 'An add that names a member adds those before it and none behind it.',
    rule: {
      scim: {
        added: (before, named) => {
          const known = named.findIndex((id) => before.includes(id))
          return scim.added(before, known < 0 ? named : named.slice(0, known))
        },
      },
    },
  },
  {
    id: 'scim-add-to-twenty-at-most',
    breaks: ['B-SCM-18', 'B-SCM-19'],
    says: 'An add leaves out the members behind the twentieth.',
    rule: { scim: { added: (before, named) => scim.added(before, named).slice(0, Math.max(20, before.length)) } },
  },
  scimTurn(
    'scim-put-of-inactive-needs-no-active',
    ['B-SCM-16'],
    ['user-put'],
    'A PUT without active of a user that is not active is taken.',
    (asked, handle) => {
      const stored = asked.people.persons.get(Number(asked.call.params['userId']))
      const sent = sentWith(asked)
      return handle(
        stored?.active === false && !('active' in sent) ? sending(asked, { ...sent, active: false }) : asked,
      )
    },
  ),
  userTurn(
    'user-put-for-a-company-keeps-empty',
    ['B-USR-11'],
    ['put'],
    'A PUT for one company stores an empty text as it is.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const answer = handle(asked)
      return asked.company
        ? storedAs(asked, answer, () =>
            Object.fromEntries(texts.filter((name) => sent[name] === '').map((name) => [name, ''])),
          )
        : answer
    },
  ),
  {
    id: 'user-put-id-of-another-changes-that',
    breaks: ['B-USR-28'],
    says: 'A PUT whose body has the id of another user changes that one.',
    rule: { user: { means: (_path, body) => body } },
  },
  userTurn(
    'user-put-takes-earlier-created',
    ['B-USR-38'],
    ['put'],
    'A PUT takes created from its body if it is earlier.',
    (asked, handle) => {
      const sent = Date.parse(String(sentWith(asked)['created']))
      return storedAs(asked, handle(asked), ({ created }) => (sent < created ? { created: sent } : {}))
    },
  ),
]
