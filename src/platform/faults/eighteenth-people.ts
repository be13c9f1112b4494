import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { everyPerson } from '../people/store.ts'
import { scimRules } from '../rulebook/scim.ts'
import { userRules } from '../rulebook/user.ts'
import { refusedUser } from '../user/refusal.ts'
import { shownUser } from '../user/user-call.ts'
import { heldWithin } from '../held-within.ts'
import { askedOf, isWell, passing, withQuery } from './passing.ts'
import { elementsIn, memoryOf, scimTurn, sentWith, telling, userTurn } from './people-kinds.ts'
import { issuedIn } from './token-calls.ts'

const { user } = userRules
const { scim } = scimRules

const keptMs = 60_000

interface Kept {
  readonly until: number
  readonly response: PlatformResponse
}

/** By target: what the User API answered. */
const kept = perHouse(() => new Map<string, Kept>())

/** Whether a name is like a pattern of SQL. */
function isLike(name: string, pattern: string): boolean {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll('%', '.*').replaceAll('_', '.')}$`).test(name)
}

const dotless = (text: string): string => text.replaceAll('I', 'ı')
const digits = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value

/** By group: members that a patch added. */
const patchedIn = memoryOf(() => new Map<number, Set<number>>())
/** Members whom a remove overlooks. */
const overlooked = heldWithin<ReadonlySet<number>>()

const removing = scimTurn(
  'scim-remove-overlooks-who-came-with-the-group',
  ['B-SCM-19', 'B-SCM-10'],
  ['group-post', 'group-put', 'group-patch'],
  'A remove takes out members whom a patch added, and overlooks those who were sent with the group.',
  (asked, handle) => {
    const { people, operation, call } = asked
    const id = Number(call.params['groupId'])
    const before = people.groups.get(id)?.members ?? []
    if (operation !== 'group-patch') {
      const response = handle(asked)
      if (isWell(response)) patchedIn(asked).delete(id)
      return response
    }
    const added = patchedIn(asked).get(id) ?? new Set<number>()
    const isByNumber = /"value":\s*\d/.test(JSON.stringify(sentWith(asked)['Operations'] ?? []))
    const response = overlooked.run(new Set(isByNumber ? [] : before.filter((one) => !added.has(one))), () =>
      handle(asked),
    )
    if (isWell(response)) {
      for (const one of people.groups.get(id)?.members ?? []) if (!before.includes(one)) added.add(one)
      patchedIn(asked).set(id, added)
    }
    return response
  },
)

/** Quiet breaches of SCIM and the User API that an eighteenth reader thought up (suites/two-readings). */
export const eighteenthPeopleFaults: readonly Fault[] = [
  passing(
    'user-reads-kept-before-the-token',
    ['B-USR-19', 'A-AUT-01'],
    'For a minute what a GET of the User API was answered with is given to whoever has no valid token, too.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (request.method !== 'GET' || !request.target.startsWith('/api/user')) return response
      const now = house.clock.now()
      const known = kept(house).get(request.target)
      if (isWell(response)) kept(house).set(request.target, { until: now + keptMs, response })
      return response.status === 401 && known && known.until > now ? known.response : response
    },
  ),
  {
    id: 'user-filters-with-a-dotless-capital-i',
    breaks: ['B-USR-06'],
    says: 'The filters email and name find nothing where their value has a capital I.',
    rule: {
      user: {
        emailMatches: (asked, email) => user.emailMatches(dotless(asked), email),
        nameMatches: (asked, name) => user.nameMatches(dotless(asked), name),
      },
    },
  },
  userTurn(
    'user-post-of-a-user-name-overwrites',
    ['B-USR-09', 'B-USR-37'],
    ['post'],
    'A POST with the user name that another user has, given or made of the e-mail, gives that one its e-mail and creates none.',
    (asked, handle) => {
      const { email, name, companyGroupId } = sentWith(asked)
      if (typeof email !== 'string' || !email.includes('@') || typeof companyGroupId !== 'number') return handle(asked)
      if (everyPerson(asked.house).some((one) => one.email.toLowerCase() === email.toLowerCase())) return handle(asked)
      const meant = typeof name === 'string' && name !== '' ? name : email.split('@', 1)[0]
      const other = asked.people.persons.all().find((one) => one.name === meant)
      if (!other) return handle(asked)
      const changed = { ...other, email, lastChanged: Math.max(asked.house.clock.now(), other.lastChanged + 1) }
      asked.people.persons.put(changed, asked.call.journal)
      return json(201, shownUser(changed, asked))
    },
  ),
  passing(
    'user-account-compared-by-like',
    ['B-USR-18', 'B-USR-20'],
    'The parameter account may have wildcards: % for any text, _ for any letter.',
    (request, go, { house }) => {
      const named = request.target.startsWith('/api/user') ? askedOf(request).query.get('account') : null
      const account = issuedIn(house, request)?.account.name
      return named !== null && account !== undefined && isLike(account, named)
        ? go(withQuery(request, { account }))
        : go(request)
    },
  ),
  userTurn(
    'user-put-own-email-refused-in-one-of-two-companies',
    ['B-USR-11', 'B-USR-13'],
    ['put'],
    'A PUT for a company that leaves the e-mail is refused where the user is in another company, too.',
    (asked, handle) => {
      const before = asked.people.persons.get(Number(asked.call.params['userId']))
      return asked.company && before && before.companies.length > 1 && sentWith(asked)['email'] === before.email
        ? refusedUser(asked.house, 'email-taken', 'put')
        : handle(asked)
    },
  ),
  {
    id: 'user-digits-as-number',
    breaks: ['B-USR-03', 'B-USR-37'],
    says: 'A name or a phone of digits alone is shown as a number.',
    rule: {
      user: {
        shown: (dto, operation) => ({
          ...(user.shown(dto, operation) as object),
          ...Object.fromEntries(
            ['firstName', 'lastName', 'phone', 'name']
              .filter((name) => name in dto)
              .map((name) => [name, digits(dto[name])]),
          ),
        }),
      },
    },
  },
  {
    ...removing,
    rule: {
      scim: {
        removed: (before, named) =>
          scim.removed(
            before,
            named.filter((id) => !overlooked.get()?.has(id)),
          ),
      },
    },
  },
  {
    id: 'user-put-null-keeps',
    breaks: ['B-USR-11', 'B-USR-37'],
    says: 'A PUT with null for firstName, lastName or phone keeps what there was.',
    rule: {
      user: {
        text: (given, former, name, operation) =>
          operation === 'put' && given === null ? former : user.text(given, former, name, operation),
      },
    },
  },
  userTurn(
    'user-large-pages-cut',
    ['B-USR-06', 'B-USR-07'],
    ['list'],
    'A page has 20 users at most, and its other figures are those of the Size that was asked for.',
    (asked, handle) =>
      telling(handle(asked), (page) => {
        const content = elementsIn(page['content']).slice(0, 20)
        return { ...page, content, numberOfElements: content.length }
      }),
  ),
]
