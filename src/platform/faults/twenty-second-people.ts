import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import { perHouse } from '../house.ts'
import { problem } from '../header-context.ts'
import type { Person } from '../people/store.ts'
import { userRules } from '../rulebook/user.ts'
import { findToken } from '../token/store.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import { refusedUser } from '../user/refusal.ts'
import { askedOf, headerIn, passing, withQuery } from './passing.ts'
import { elementsIn, scimTurn, sending, sentWith, telling, userTurn } from './people-kinds.ts'
import { bearerIn } from './token-calls.ts'

const { user } = userRules

type Asked = Pick<ScimCall, 'call' | 'people'>
const personOf = ({ call, people }: Asked): Person | undefined => people.persons.get(Number(call.params['userId']))

const renamed = heldWithin<boolean>()
/** By token: the company that its first call named. */
const firstCompany = perHouse(() => new Map<string, string>())
const byCompany = /\/(?:crowd\/v2|cloud-partner-dispatch-service|composite-tree)\//

/** Quiet breaches of SCIM, the User API and logins of part B, thought up by a twenty-second reader (suites/two-readings). */
export const twentySecondPeopleFaults: readonly Fault[] = [
  scimTurn(
    'scim-put-of-both-names-keeps-the-given-name',
    ['B-SCM-18', 'B-SCM-05'],
    ['user-put'],
    'A PUT that changes familyName and givenName stores the familyName only.',
    (asked, handle) => {
      const before = personOf(asked)
      const answer = handle(asked)
      const now = personOf(asked)
      if (before && now && before.firstName !== now.firstName && before.lastName !== now.lastName)
        asked.people.persons.put({ ...now, firstName: before.firstName }, asked.call.journal)
      return answer
    },
  ),
  scimTurn(
    'scim-group-put-with-members-needs-no-schema',
    ['B-SCM-16'],
    ['group-put'],
    'A PUT of a group that has members needs no schemas.',
    (asked, handle) => {
      const sent = sentWith(asked)
      return handle(
        elementsIn(sent['members']).length > 0
          ? sending(asked, { ...sent, schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'] })
          : asked,
      )
    },
  ),
  userTurn(
    'user-put-without-phone-and-last-name-keeps-the-phone',
    ['B-USR-11'],
    ['put'],
    'A PUT without phone and lastName keeps the phone.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const isMeant = sent['phone'] === undefined && sent['lastName'] === undefined
      return handle(isMeant ? sending(asked, { ...sent, phone: personOf(asked)?.phone ?? '' }) : asked)
    },
  ),
  {
    id: 'user-put-empty-last-name-stands-where-there-was-none',
    breaks: ['B-USR-11'],
    says: 'A PUT with an empty lastName stores the empty text where there was no lastName.',
    rule: {
      user: {
        text: (given, former, name, operation) =>
          operation === 'put' && name === 'lastName' && given === '' && former === null
            ? ''
            : user.text(given, former, name, operation),
      },
    },
  },
  {
    id: 'user-put-for-a-company-groups-those-behind-it-too',
    breaks: ['B-USR-13', 'B-USR-27'],
    says: 'A PUT for a company gives its group to the companies that are listed behind it, too.',
    rule: {
      user: {
        concerned: (all, named, operation) =>
          operation === 'put' && named !== undefined
            ? all.slice(all.indexOf(named))
            : user.concerned(all, named, operation),
      },
    },
  },
  userTurn(
    'user-post-with-the-id-of-another-overwrites-that',
    ['B-USR-38'],
    ['post'],
    'A POST whose body has the id of a user gives that one all that was sent, and creates none.',
    (asked, handle) => {
      const { persons } = asked.people
      const other = persons.get(Number(sentWith(asked)['id']))
      const before = new Set(persons.all().map(({ id }) => id))
      const answer = handle(asked)
      const made = persons.all().find(({ id }) => !before.has(id))
      if (!other || !made) return answer
      persons.remove(made.id, asked.call.journal)
      persons.put({ ...made, id: other.id, created: other.created }, asked.call.journal)
      return telling(answer, (told) => ({ ...told, id: other.id }))
    },
  ),
  userTurn(
    'user-put-own-email-with-capitals-refused',
    ['B-USR-23', 'B-USR-11'],
    ['put'],
    'A PUT with another name and the own e-mail, which has capitals, is refused as if another had it.',
    (asked, handle) => {
      const former = personOf(asked)
      const { email, name } = sentWith(asked)
      return former && email === former.email && /[A-Z]/.test(former.email) && name !== former.name
        ? refusedUser(asked.house, 'email-taken', 'put')
        : handle(asked)
    },
  ),
  {
    ...userTurn(
      'user-duplicated-under-another-name',
      ['B-USR-14'],
      ['post'],
      'A user of one company that is created for the account under another name is there twice.',
      (asked, handle) => {
        const { email, name } = sentWith(asked)
        const known = asked.people.persons.all().find((one) => one.email === email)
        return renamed.run(known !== undefined && name !== undefined && name !== known.name, () => handle(asked))
      },
    ),
    rule: { user: { duplicates: (missing) => missing > 0 && renamed.get() === true } },
  },
  userTurn(
    'user-post-for-a-company-is-always-active',
    ['B-USR-37', 'B-USR-13'],
    ['post'],
    'A user that is created for one company is active, whatever was sent.',
    (asked, handle) => handle(asked.company ? sending(asked, { ...sentWith(asked), active: true }) : asked),
  ),
  passing(
    'user-post-for-a-company-of-another-account',
    ['B-USR-20'],
    'A POST for a company of another account creates the user for its own account.',
    (request, go, { house }) => {
      const { method, path, query } = askedOf(request)
      const named = method === 'POST' && path.endsWith('/api/user/v1/users') ? query.get('company') : null
      const account = findToken(house, bearerIn(request))?.account
      const isOfAnother = house.world.accounts.some(
        (one) => one !== account && one.companies.some(({ name }) => name === named),
      )
      return go(account && isOfAnother ? withQuery(request, { company: null }) : request)
    },
  ),
  passing(
    'company-of-the-first-call-kept-with-the-token',
    ['B-PRV-02'],
    'A token of a user of several companies is refused in each but the one that its first call named.',
    (request, go, { house }) => {
      const token = byCompany.test(request.target) ? findToken(house, bearerIn(request)) : undefined
      const named = headerIn(request, 'X-Company-Name')
      if (!token?.user || named === undefined || !token.companies.some(({ name }) => name === named)) return go(request)
      const first = firstCompany(house).get(token.value) ?? named
      firstCompany(house).set(token.value, first)
      return first === named ? go(request) : Promise.resolve(problem(403, 'Forbidden', 'this is not your company'))
    },
  ),
]
