import type { Fault } from '../deviation.ts'
import type { Person } from '../people/store.ts'
import { userRules } from '../rulebook/user.ts'
import type { UserCall } from '../user/user-call.ts'
import { memoryOf, paging, sending, sentWith, telling, userTurn } from './people-kinds.ts'

const { user } = userRules

const long = '92233720368'
const atUsers = '/api/user/v1/users'

const shownActive = memoryOf(() => new Map<unknown, boolean | null>())

const personOf = ({ people, call }: UserCall): Person | undefined => people.persons.get(Number(call.params['userId']))

/** The call with other values of its query. */
const asking = (asked: UserCall, change: (name: string, value: string | undefined) => string | undefined): UserCall => {
  const { query } = asked.call
  return { ...asked, call: { ...asked.call, query: { ...query, get: (name) => change(name, query.get(name)) } } }
}

const pattern = (asked: string): RegExp =>
  new RegExp(
    `^${asked
      .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
    'i',
  )

const listFaults: readonly Fault[] = [
  {
    id: 'user-name-filter-pattern',
    breaks: ['B-USR-06'],
    says: 'Underscores and percent signs of the filter name stand for other characters.',
    rule: { user: { nameMatches: (asked, name) => pattern(asked).test(name) } },
  },
  userTurn(
    'user-active-false-beside-another-ignored',
    ['B-USR-06'],
    ['list'],
    'The filter active=false is ignored beside name or email.',
    (asked, handle) => {
      const { query } = asked.call
      const isBeside = query.get('email') !== undefined || query.get('name') !== undefined
      const drops = isBeside && query.get('active') === 'false'
      return handle(asking(asked, (name, value) => (name === 'active' && drops ? undefined : value)))
    },
  ),
  userTurn(
    'user-counts-by-active-alone',
    ['B-USR-07'],
    ['list'],
    'The figures of a list with email and active count the users of that active.',
    (asked, handle) => {
      const { query } = asked.call
      const active = query.get('active')
      if (active === undefined || query.get('email') === undefined) return handle(asked)
      const total = asked.people.persons.all().filter((one) => user.activeMatches(active, one.active)).length
      return telling(handle(asked), (page) => {
        const totalPages = Math.ceil(total / Number(page['size']))
        return { ...page, totalElements: total, totalPages, lastPage: totalPages <= 1 }
      })
    },
  ),
  {
    id: 'user-elements-of-later-pages-are-size',
    breaks: ['B-USR-07'],
    says: 'numberOfElements of each page but the first is the size of a full one.',
    rule: {
      user: {
        figures: (facts, first) => ({
          ...user.figures(facts, first),
          ...(facts.start > 0 ? { numberOfElements: facts.size } : {}),
        }),
      },
    },
  },
  {
    id: 'user-sort-takes-direction-before',
    breaks: ['B-USR-06'],
    says: 'A sort without a direction has that of the sort before it.',
    rule: {
      user: {
        sorts: (all) => {
          let direction = 'asc'
          return all.map((text) => {
            const said = /\b(asc|desc)\b/i.exec(text)?.[1]
            direction = said ?? direction
            return said ? text : `${text} ${direction}`
          })
        },
      },
    },
  },
  userTurn(
    'user-several-sorts-as-array',
    ['B-USR-05'],
    ['list'],
    'sort of a page that is sorted by several properties is an array.',
    (asked, handle) => {
      const several = asked.call.query.all('Sort').length > 1
      return telling(handle(asked), (page) => (several ? { ...page, sort: [page['sort']] } : page))
    },
  ),
  {
    id: 'user-list-ids-through-double',
    breaks: ['B-USR-03'],
    says: 'Ids of users have sixteen digits, and the list shows them as a double keeps them.',
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
      response: (response, request) => {
        if (!request.target.startsWith(atUsers) || response.status >= 300) return response
        const isList = request.method === 'GET' && /\/users(?:\?|$)/.test(request.target)
        const body = response.body.toString('utf8').replace(/"id":(\d{5})\b/g, (_, id: string) => {
          const whole = BigInt(`${long}${id}`)
          return `"id":${isList ? BigInt(Number(whole)) : whole}`
        })
        return { ...response, body: Buffer.from(body) }
      },
    },
  },
  userTurn(
    'user-other-path-ignores-email',
    ['B-USR-06'],
    ['list'],
    'The list at /api/users ignores the filter email.',
    (asked, handle) =>
      handle(
        asking(asked, (name, value) =>
          name === 'email' && asked.call.request.target.startsWith('/api/users') ? undefined : value,
        ),
      ),
  ),
  userTurn(
    'user-list-active-before-the-put',
    ['B-USR-37'],
    ['put', 'list'],
    'A PUT that changes nothing but active does not show in the list.',
    (asked, handle) => {
      const stale = shownActive(asked)
      if (asked.operation === 'list')
        return paging(handle(asked), (content) =>
          content.map((dto) => (stale.has(dto['id']) ? { ...dto, active: stale.get(dto['id']) } : dto)),
        )
      const before = personOf(asked)
      const answer = handle(asked)
      const now = personOf(asked)
      if (!before || !now || answer.status >= 300) return answer
      const isSame = (['email', 'name', 'firstName', 'lastName', 'phone'] as const).every(
        (name) => before[name] === now[name],
      )
      if (isSame && before.active !== now.active) stale.set(now.id, stale.get(now.id) ?? before.active)
      else if (!isSame) stale.delete(now.id)
      return answer
    },
  ),
]

const writeFaults: readonly Fault[] = [
  userTurn(
    'user-default-name-numbered',
    ['B-USR-04'],
    ['post'],
    'The name of a user without one gets a number where another user has it.',
    (asked, handle) => {
      const sent = sentWith(asked)
      if (sent['name'] !== undefined || typeof sent['email'] !== 'string') return handle(asked)
      const part = sent['email'].split('@', 1)[0] ?? ''
      const isHeld = asked.people.persons.all().some(({ name }) => name === part)
      return handle(isHeld ? sending(asked, { ...sent, name: `${part}1` }) : asked)
    },
  ),
  userTurn(
    'user-put-for-company-keeps-left-out',
    ['B-USR-11'],
    ['put'],
    'A PUT for a company keeps the texts that it leaves out.',
    (asked, handle) => {
      const before = personOf(asked)
      if (!asked.company || !before) return handle(asked)
      const { firstName, lastName, phone } = before
      return handle(sending(asked, { firstName, lastName, phone, ...sentWith(asked) }))
    },
  ),
  userTurn(
    'user-put-of-group-compared-with-first',
    ['B-USR-27', 'B-USR-13'],
    ['put'],
    'A PUT for the account with the group that the user has in the first company leaves those of the others.',
    (asked, handle) => {
      const before = personOf(asked)
      const { companyGroupId: group } = sentWith(asked)
      const answer = handle(asked)
      const now = personOf(asked)
      if (asked.company || !before || !now || answer.status >= 300 || before.companies[0]?.groupId !== group)
        return answer
      asked.people.persons.put({ ...now, companies: before.companies }, asked.call.journal)
      return answer
    },
  ),
  userTurn(
    'user-delete-ends-at-missing-company',
    ['B-USR-13'],
    ['delete'],
    'A DELETE for the account ends at the first company that the user is not in.',
    (asked, handle) => {
      const before = personOf(asked)
      const answer = handle(asked)
      if (asked.company || !before || answer.status >= 300) return answer
      const has = (id: number) => before.companies.some(({ companyId }) => companyId === id)
      const gap = asked.account.companies.findIndex(({ id }) => !has(id))
      const ids = gap < 0 ? [] : asked.account.companies.slice(gap).map(({ id }) => id)
      const left = before.companies.filter(({ companyId }) => ids.includes(companyId))
      if (left.length > 0) asked.people.persons.put({ ...before, companies: left }, asked.call.journal)
      return answer
    },
  ),
  {
    id: 'user-delete-takes-account-of-company',
    breaks: ['B-USR-29'],
    says: 'A DELETE with a company needs no account.',
    seam: {
      passage: {
        through: (request, go, { house }) => {
          const { method, target } = request
          const lacks = method === 'DELETE' && target.startsWith(`${atUsers}/`) && !/[?&]account=/.test(target)
          const company = /[?&]company=([^&]*)/.exec(target)?.[1]
          const account = house.world.accounts.find(({ companies }) =>
            companies.some(({ name }) => name === decodeURIComponent(company ?? '')),
          )
          return go(
            lacks && account
              ? { ...request, target: `${target}&account=${encodeURIComponent(account.name)}` }
              : request,
          )
        },
      },
    },
  },
]

/** Quiet breaches of the User API, thought up by a third reader of the documents (suites/two-readings). */
export const thirdUserFaults: readonly Fault[] = [...listFaults, ...writeFaults]
