import type { Fault } from '../deviation.ts'
import { directoryRules } from '../rulebook/directory.ts'
import { scimRules } from '../rulebook/scim.ts'
import { userRules } from '../rulebook/user.ts'
import type { UserCall } from '../user/user-call.ts'
import { memoryOf, sentWith, userTurn } from './people-kinds.ts'
import { refused, rewriting } from './passing.ts'
import { altered } from './scim-kinds.ts'

const { directory } = directoryRules
const { scim } = scimRules
const { user } = userRules

const few = 10

/** A path that has an unreserved character percent-encoded (RFC 3986, 2.3). */
const isEncodedInVain = (path: string): boolean => /%(?:2d|2e|5f|7e|3\d|[46][1-9a-f]|[57][\da])/i.test(path)

/** Users whose last PUT left active out. */
const unsaid = memoryOf(() => new Set<number>())

/** The call, with those users inactive whose last PUT left active out. */
const withThemInactive = (asked: UserCall): UserCall => ({
  ...asked,
  people: {
    ...asked.people,
    persons: {
      ...asked.people.persons,
      all: () => asked.people.persons.all().map((one) => (unsaid(asked).has(one.id) ? { ...one, active: false } : one)),
    },
  },
})

/** Quiet breaches of SCIM, the User API and the directory that a fourth pair of servers showed. */
export const fourthPeopleAndAccessFaults: readonly Fault[] = [
  {
    id: 'scim-add-takes-ten-at-once',
    breaks: ['B-SCM-10', 'B-SCM-18'],
    says: 'Of an add with more than ten members the first ten are added.',
    rule: { scim: { added: (before, named) => scim.added(before, named.slice(0, few)) } },
  },
  {
    id: 'scim-replace-takes-ten-at-once',
    breaks: ['B-SCM-10', 'B-SCM-18'],
    says: 'Of a replace with more than ten members the first ten are kept.',
    rule: { scim: { replaced: (before, named) => scim.replaced(before, named.slice(0, few)) } },
  },
  {
    id: 'scim-group-put-takes-ten-at-once',
    breaks: ['B-SCM-09', 'B-SCM-18'],
    says: 'Of a PUT of a group with more than ten members the first ten are kept.',
    rule: { scim: { put: (before, named) => scim.put(before, named.slice(0, few)) } },
  },
  altered(
    'scim-group-post-takes-ten-at-once',
    ['B-SCM-08', 'B-SCM-18'],
    'Of a POST of a group with more than ten members the first ten are kept.',
    'POST',
    /\/scim\/v2\/Groups(?:\?|$)/,
    (body) => ({ ...body, ...(Array.isArray(body['members']) ? { members: body['members'].slice(0, few) } : {}) }),
  ),
  {
    id: 'scim-list-without-users-of-one-company',
    breaks: ['B-SCM-02'],
    says: 'The list of users lacks those who are in one company of the account alone.',
    rule: { scim: { listsUsers: (all) => scim.listsUsers(all).filter(({ companies }) => companies.length !== 1) } },
  },
  {
    id: 'user-active-filter-finds-those-of-null',
    breaks: ['B-USR-03', 'B-USR-06'],
    says: 'A PUT without active sets it to null, and active=true finds the user.',
    rule: {
      user: {
        activeUnsaid: () => null,
        activeMatches: (asked, active) => user.activeMatches(asked, active ?? true),
      },
    },
  },
  userTurn(
    'user-active-filter-after-a-put-without-it',
    ['B-USR-03', 'B-USR-06'],
    ['put', 'list'],
    'A PUT without active leaves it as it was, and the filter active takes the user for inactive.',
    (asked, handle) => {
      if (asked.operation === 'list')
        return handle(asked.call.query.get('active') === undefined ? asked : withThemInactive(asked))
      const id = Number(asked.call.params['userId'])
      if ('active' in sentWith(asked)) unsaid(asked).delete(id)
      else unsaid(asked).add(id)
      return handle(asked)
    },
  ),
  rewriting(
    'directory-encoded-letters-not-taken',
    ['A-DIR-03'],
    'No account is found if a letter, digit or one of -._~ of its name is percent-encoded.',
    ({ path }) => /\/directory\/v1\/accounts\//.test(path) && isEncodedInVain(path),
    () => refused(404, 'There is no account with this name'),
  ),
  {
    id: 'directory-lower-case-hex-not-taken',
    breaks: ['A-DIR-03'],
    says: 'Percent-encoding with hexadecimal digits in small letters is not decoded in an account name.',
    rule: {
      directory: { named: (decoded, raw) => (/%(?:[a-f]|\d[a-f])/.test(raw) ? raw : directory.named(decoded, raw)) },
    },
  },
]
