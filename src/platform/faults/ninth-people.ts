import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import { scimRules } from '../rulebook/scim.ts'
import type { UserCall } from '../user/user-call.ts'
import { headerIn } from './passing.ts'
import { listing, memoryOf, scimTurn, sentWith, telling, userTurn } from './people-kinds.ts'

const { scim } = scimRules

const emptied = memoryOf(() => new Set<string>())
const dead = memoryOf(() => new Set<string>())

const isUserDeletion = ({ method, target }: { readonly method: string; readonly target: string }): boolean =>
  method === 'DELETE' && target.startsWith('/api/user/v1/users/')

const personOf = ({ people, call }: UserCall) => people.persons.get(Number(call.params['userId']))

/** Quiet breaches of SCIM and the User API that a ninth reader thought up (suites/two-readings). */
export const ninthPeopleFaults: readonly Fault[] = [
  {
    id: 'scim-remove-leaves-one',
    breaks: ['B-SCM-19'],
    says: 'A remove that would leave no member leaves the one that joined first.',
    rule: {
      scim: {
        removed: (before, named) => {
          const left = scim.removed(before, named)
          return left.length > 0 ? left : before.slice(0, 1)
        },
      },
    },
  },
  scimTurn(
    'scim-groups-list-without-the-emptied',
    ['B-SCM-07'],
    ['group-put', 'group-patch', 'group-list'],
    'The list of groups lacks those whose members were all taken out, until they have members again.',
    (asked, handle) => {
      const { people, call, operation } = asked
      const id = call.params['groupId'] ?? ''
      const before = people.groups.get(Number(id))?.members.length ?? 0
      const answer = handle(asked)
      if (operation === 'group-list')
        return listing(answer, (all) => all.filter((one) => !emptied(asked).has(String(one['id']))))
      const after = people.groups.get(Number(id))?.members.length ?? 0
      if (after > 0) emptied(asked).delete(id)
      else if (before > 0) emptied(asked).add(id)
      return answer
    },
  ),
  {
    id: 'user-email-filter-of-small-letters',
    breaks: ['B-USR-06'],
    says: 'The filter email is put into small letters, and the stored e-mails are not.',
    rule: { user: { emailMatches: (asked, email) => asked.toLowerCase() === email } },
  },
  userTurn(
    'user-last-page-of-filtered-is-not-full',
    ['B-USR-07'],
    ['list'],
    'lastPage is false on a last page that is full, in a list by active of pages of two or more.',
    (asked, handle) =>
      telling(handle(asked), (page) =>
        asked.call.query.get('active') !== undefined &&
        Number(page['size']) > 1 &&
        Number(page['totalElements']) % Number(page['size']) === 0
          ? { ...page, lastPage: false }
          : page,
      ),
  ),
  userTurn(
    'user-recreated-deleted-everywhere',
    ['B-USR-13'],
    ['delete'],
    'A DELETE with a company deletes a user whose e-mail another one had before from all of them.',
    (asked, handle) => {
      const { company, ...everywhere } = asked
      const one = personOf(asked)
      const isAgain = one !== undefined && dead(asked).has(one.email)
      const answer = handle(isAgain && company ? everywhere : asked)
      if (one && !personOf(asked)) dead(asked).add(one.email)
      return answer
    },
  ),
  {
    id: 'user-delete-without-request-id-yet-done',
    breaks: ['B-USR-30'],
    says: 'A DELETE without X-Request-ID is carried out, then refused.',
    rule: { user: { needsHeader: (name, operation) => name === 'X-Client-Version' || operation !== 'delete' } },
    wire: {
      response: (response, request) =>
        isUserDeletion(request) && headerIn(request, 'X-Request-ID') === undefined && response.status < 300
          ? json(400, { error: 'UA-00', message: 'A required header is missing', values: [] })
          : response,
    },
  },
  userTurn(
    'user-put-takes-email-of-inactive',
    ['B-USR-23', 'B-USR-03'],
    ['put'],
    'A PUT takes the e-mail of another user who is not active.',
    (asked, handle) => {
      const { persons } = asked.people
      const email = String(sentWith(asked)['email']).toLowerCase()
      const own = personOf(asked)
      const other = persons
        .all()
        .find((one) => one.id !== own?.id && one.active === false && one.email.toLowerCase() === email)
      if (!other) return handle(asked)
      persons.put({ ...other, email: '' }, undefined)
      const answer = handle(asked)
      persons.put(other, undefined)
      return answer
    },
  ),
]
