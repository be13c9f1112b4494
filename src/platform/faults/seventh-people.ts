import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import { forget } from '../user/write.ts'
import { shownUser } from '../user/user-call.ts'
import { userRules } from '../rulebook/user.ts'
import { headerIn } from './passing.ts'
import { memoryOf, scimTurn, userTurn } from './people-kinds.ts'

const { user } = userRules

const pinned = memoryOf(() => new Set<string>())

const isUserDeletion = ({ method, target }: { readonly method: string; readonly target: string }): boolean =>
  method === 'DELETE' && target.startsWith('/api/user/v1/users/')

/** Quiet breaches of SCIM and the User API that a seventh reader thought up (suites/two-readings). */
export const seventhPeopleFaults: readonly Fault[] = [
  {
    id: 'scim-add-with-a-known-one-ignored',
    breaks: ['B-SCM-19'],
    says: 'An add that names a member among others adds none of them.',
    rule: {
      scim: { added: (before, named) => (named.some((id) => before.includes(id)) ? before : [...before, ...named]) },
    },
  },
  {
    ...scimTurn(
      'scim-group-delete-takes-user-of-its-number',
      ['B-SCM-11'],
      ['group-delete'],
      'Groups have numbers of their own; DELETE of one deletes the user of that number, too.',
      (asked, handle) => {
        const answer = handle(asked)
        const id = Number(asked.call.params['groupId'])
        if (answer.status < 300 && asked.people.persons.get(id)) forget(id, asked)
        return answer
      },
    ),
    rule: { scim: { groupId: (_next, groups) => Math.max(30_000, ...groups) + 1 } },
  },
  {
    id: 'user-put-empty-phone-left',
    breaks: ['B-USR-11'],
    says: 'A PUT with an empty phone keeps the former one.',
    rule: {
      user: {
        text: (given, former, name, operation) =>
          name === 'phone' && operation === 'put' && given === '' ? former : user.text(given, former, name, operation),
      },
    },
  },
  userTurn(
    'user-group-set-for-a-company-stays',
    ['B-USR-27', 'B-USR-11'],
    ['put'],
    'A PUT for the account leaves the group in companies that a PUT named before.',
    (asked, handle) => {
      const { people, call, company } = asked
      const id = Number(call.params['userId'])
      const before = people.persons.get(id)
      const answer = handle(asked)
      const after = people.persons.get(id)
      if (answer.status >= 300 || !before || !after) return answer
      if (company) {
        pinned(asked).add(`${id}/${company.id}`)
        return answer
      }
      const companies = after.companies.map((one) =>
        pinned(asked).has(`${id}/${one.companyId}`)
          ? (before.companies.find(({ companyId }) => companyId === one.companyId) ?? one)
          : one,
      )
      const kept = { ...after, companies }
      people.persons.put(kept, call.journal)
      return { ...answer, body: Buffer.from(JSON.stringify(shownUser(kept, asked))) }
    },
  ),
  {
    id: 'user-delete-without-version-yet-done',
    breaks: ['B-USR-30'],
    says: 'A DELETE without X-Client-Version is carried out, then refused.',
    rule: { user: { needsHeader: (name, operation) => name === 'X-Request-ID' || operation !== 'delete' } },
    wire: {
      response: (response, request) =>
        isUserDeletion(request) && headerIn(request, 'X-Client-Version') === undefined && response.status < 300
          ? json(400, { error: 'UA-00', message: 'A required header is missing', values: [] })
          : response,
    },
  },
]
