import type { Fault } from '../deviation.ts'
import { userRules } from '../rulebook/user.ts'
import type { UserCall } from '../user/user-call.ts'
import { memoryOf, paging, telling, userTurn, type PeopleFields } from './people-kinds.ts'

const { user } = userRules
const totals = memoryOf(() => ({ of: new Map<string, unknown>() }))
const last = memoryOf(() => ({ emails: new Map<unknown, unknown>(), gone: [] as PeopleFields[] }))

/** The call with other parameters in its query. */
const asking = (
  asked: UserCall,
  change: (name: string, value: string | undefined) => string | undefined,
): UserCall => ({
  ...asked,
  call: { ...asked.call, query: { ...asked.call.query, get: (name) => change(name, asked.call.query.get(name)) } },
})

const pattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')
      .replace(/_/g, '.')
      .replace(/%/g, '.*')}$`,
    'i',
  )

const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Quiet breaches of the list of users, thought up by a reader of the documents (suites/two-readings). */
export const readingsUserListFaults: readonly Fault[] = [
  userTurn(
    'user-empty-page-thin',
    ['B-USR-05'],
    ['list'],
    'A page without users has content and totalElements only.',
    (asked, handle) =>
      telling(handle(asked), (page) =>
        page['totalElements'] === 0 ? { content: page['content'], totalElements: 0 } : page,
      ),
  ),
  {
    id: 'user-sort-as-array',
    breaks: ['B-USR-05'],
    says: 'sort of a sorted page is an array.',
    rule: {
      user: {
        page: (content, figures, sort) => ({ content, ...figures, sort: sort['sorted'] === true ? [sort] : sort }),
      },
    },
  },
  userTurn(
    'user-content-null',
    ['B-USR-05'],
    ['list'],
    'The content of a page past the end is null.',
    (asked, handle) =>
      telling(handle(asked), (page) =>
        page['numberOfElements'] === 0 && page['totalElements'] !== 0 ? { ...page, content: null } : page,
      ),
  ),
  {
    id: 'user-email-filter-pattern',
    breaks: ['B-USR-06'],
    says: 'Underscores and percent signs of the filter email stand for other characters.',
    rule: { user: { emailMatches: (asked, email) => pattern(asked).test(email) } },
  },
  {
    id: 'user-name-filter-ascii',
    breaks: ['B-USR-06'],
    says: 'The filter name ignores the case of the letters A to Z only.',
    rule: { user: { nameMatches: (asked, name) => asciiLower(asked) === asciiLower(name) } },
  },
  userTurn(
    'user-sorted-within-page',
    ['B-USR-06'],
    ['list'],
    'A page is cut out first and then sorted by itself.',
    (asked, handle) => {
      const sort = asked.call.query.get('Sort')
      if (sort === undefined) return handle(asked)
      const { property = 'email', descends = false } = user.sort(sort) ?? {}
      const plain: UserCall = {
        ...asked,
        call: {
          ...asked.call,
          query: { ...asked.call.query, all: (name) => (name === 'Sort' ? [] : asked.call.query.all(name)) },
        },
      }
      const text = (one: PeopleFields) => String(one[property] ?? '')
      return paging(handle(plain), (all) =>
        [...all].sort((one, other) => (text(one) < text(other) ? -1 : 1) * (descends ? -1 : 1)),
      )
    },
  ),
  userTurn(
    'user-filter-within-page',
    ['B-USR-06'],
    ['list'],
    'A page is cut out first and then filtered.',
    (asked, handle) => {
      const email = asked.call.query.get('email')
      if (email === undefined) return handle(asked)
      return telling(handle(asking(asked, (name, value) => (name === 'email' ? undefined : value))), (page) => {
        const content = (page['content'] as PeopleFields[]).filter((one) =>
          user.emailMatches(email, String(one['email'])),
        )
        const count = content.length
        return {
          ...page,
          content,
          numberOfElements: count,
          totalElements: count,
          totalPages: count,
          firstPage: true,
          lastPage: true,
        }
      })
    },
  ),
  {
    id: 'user-several-sorts-descend',
    breaks: ['B-USR-06'],
    says: 'Several sorts without a direction descend.',
    seam: {
      people: {
        user: (asked, handle) => {
          const { query } = asked.call
          const sorts = query.all('Sort')
          if (asked.operation !== 'list' || sorts.length < 2) return handle(asked)
          const turned = sorts.map((sort) => (/\b(?:asc|desc)\b/i.test(sort) ? sort : `${sort} desc`))
          return handle({
            ...asked,
            call: { ...asked.call, query: { ...query, all: (name) => (name === 'Sort' ? turned : query.all(name)) } },
          })
        },
      },
    },
  },
  userTurn(
    'user-plus-in-filter-is-blank',
    ['B-USR-06'],
    ['list'],
    'A plus in a filter is taken for a blank, however it was written.',
    (asked, handle) => handle(asking(asked, (name, value) => (name === 'email' ? value?.replace(/\+/g, ' ') : value))),
  ),
  userTurn(
    'user-size-is-of-content',
    ['B-USR-07'],
    ['list'],
    'size is the number of users on the page, and totalPages is counted with it.',
    (asked, handle) =>
      telling(handle(asked), (page) => {
        const size = Math.max(1, Number(page['numberOfElements']))
        return { ...page, size, totalPages: Math.ceil(Number(page['totalElements']) / size) }
      }),
  ),
  {
    id: 'user-total-of-memberships',
    breaks: ['B-USR-07'],
    says: 'totalElements counts users once for each of two companies.',
    rule: {
      user: {
        figures: (facts, first) =>
          user.figures({ ...facts, total: facts.total === 1 ? facts.total * 2 : facts.total }, first),
      },
    },
  },
  userTurn(
    'user-total-kept',
    ['B-USR-07'],
    ['list'],
    'totalElements of a filter is counted once and kept.',
    (asked, handle) => {
      const key = asked.call.query.get('email') ?? ''
      const { of } = totals(asked)
      return telling(handle(asked), (page) => {
        if (key !== '' && !of.has(key)) of.set(key, page['totalElements'])
        return { ...page, totalElements: of.get(key) ?? page['totalElements'] }
      })
    },
  ),
  userTurn(
    'user-listed-once-per-company',
    ['B-USR-14'],
    ['list'],
    'A user of two companies is listed twice.',
    (asked, handle) =>
      paging(handle(asked), (all) =>
        all.flatMap((one) => {
          const companies = (one['companies'] ?? []) as PeopleFields[]
          return companies.length > 1 ? companies.map((at) => ({ ...one, companies: [at] })) : [one]
        }),
      ),
  ),
  userTurn(
    'user-filter-before-the-put',
    ['B-USR-37'],
    ['list', 'put'],
    'The filter email looks at the e-mails before the last PUT.',
    (asked, handle) => {
      const { emails } = last(asked)
      const own = asked.people.persons.get(Number(asked.call.params['userId']))
      if (asked.operation === 'put') {
        const answer = handle(asked)
        if (own && answer.status < 300) emails.set(own.id, own.email)
        return answer
      }
      const email = asked.call.query.get('email')
      if (email === undefined) return handle(asked)
      const whole = handle(
        asking(asked, (name, value) => (name === 'email' ? undefined : name === 'Size' ? '200' : value)),
      )
      return paging(whole, (all) =>
        all.filter((one) => user.emailMatches(email, String(emails.get(one['id']) ?? one['email']))),
      )
    },
  ),
  userTurn(
    'user-deleted-found-by-email',
    ['B-USR-37'],
    ['list', 'delete'],
    'A deleted user is still found by its e-mail.',
    (asked, handle) => {
      const { gone } = last(asked)
      const own = asked.people.persons.get(Number(asked.call.params['userId']))
      const answer = handle(asked)
      if (asked.operation === 'delete') {
        if (own && !asked.company) gone.push({ id: own.id, email: own.email, name: own.name, companies: [] })
        return answer
      }
      const email = asked.call.query.get('email')
      return email === undefined
        ? answer
        : paging(answer, (all) => [...all, ...gone.filter((one) => user.emailMatches(email, String(one['email'])))])
    },
  ),
]
