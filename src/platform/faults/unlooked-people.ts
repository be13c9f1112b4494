import type { Fault } from '../deviation.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Query } from '../http/query.ts'
import type { Person } from '../people/store.ts'
import { userRules } from '../rulebook/user.ts'
import { findToken } from '../token/store.ts'
import type { UserCall } from '../user/user-call.ts'
import { groupIds } from '../world/groups.ts'
import { askedOf, passing, withQuery } from './passing.ts'
import { paging, sending, sentWith, telling, userTurn, type PeopleFields } from './people-kinds.ts'
import { bearerIn } from './token-calls.ts'

const { user } = userRules

/** The call with other query parameters. */
export const askingOtherwise = (asked: UserCall, get: (name: string, query: Query) => string | undefined): UserCall => {
  const { query } = asked.call
  return { ...asked, call: { ...asked.call, query: { ...query, get: (name) => get(name, query) } } }
}

/** A write after which the stored user and the answer are changed alike. */
const storedAs = (
  asked: UserCall,
  handle: (asked: UserCall) => PlatformResponse,
  change: (person: Person) => Partial<Person>,
): PlatformResponse =>
  telling(handle(asked), (told) => {
    const { persons } = asked.people
    const person = persons.get(Number(told['id']))
    if (!person) return told
    const changed = change(person)
    persons.put({ ...person, ...changed }, asked.call.journal)
    return { ...told, ...changed }
  })

const named = ['firstName', 'lastName', 'name'] as const
const eachName = (sent: PeopleFields, change: (text: string) => string): PeopleFields => ({
  ...sent,
  ...Object.fromEntries(named.flatMap((name) => (typeof sent[name] === 'string' ? [[name, change(sent[name])]] : []))),
})

/** Breaches of the User API by operations, values and places that no check had looked at. */
export const unlookedPeopleFaults: readonly Fault[] = [
  userTurn(
    'user-active-alone-ignored',
    ['B-USR-06'],
    ['list'],
    'The filter active is ignored unless name or email stands beside it.',
    (asked, handle) => {
      const { query } = asked.call
      const isBeside = query.get('email') !== undefined || query.get('name') !== undefined
      return handle(
        isBeside ? asked : askingOtherwise(asked, (name) => (name === 'active' ? undefined : query.get(name))),
      )
    },
  ),
  userTurn(
    'user-filters-lost-on-later-pages',
    ['B-USR-06'],
    ['list'],
    'Pages behind the first one are those of a list without the filters name and email.',
    (asked, handle) => {
      const isLater = Number(asked.call.query.get('Page') ?? 0) > 0
      return handle(
        isLater
          ? askingOtherwise(asked, (name, query) => (name === 'name' || name === 'email' ? undefined : query.get(name)))
          : asked,
      )
    },
  ),
  userTurn(
    'user-page-without-size-ignored',
    ['B-USR-06'],
    ['list'],
    'Page counts only where Size is sent, too.',
    (asked, handle) =>
      handle(
        askingOtherwise(asked, (name, query) =>
          name === 'Page' && query.get('Size') === undefined ? undefined : query.get(name),
        ),
      ),
  ),
  userTurn(
    'user-list-shows-the-last-change-as-creation',
    ['B-USR-03', 'B-USR-37'],
    ['list'],
    'The list shows lastChanged as created.',
    (asked, handle) =>
      paging(handle(asked), (content) => content.map((one) => ({ ...one, created: one['lastChanged'] }))),
  ),
  {
    id: 'user-list-of-nobody-has-one-page',
    breaks: ['B-USR-07'],
    says: 'totalPages of a list that finds nobody is 1.',
    rule: {
      user: {
        figures: (facts, first) => ({
          ...user.figures(facts, first),
          ...(facts.total === 0 ? { totalPages: 1 } : {}),
        }),
      },
    },
  },
  userTurn(
    'user-post-for-a-company-group-ignored',
    ['B-USR-27', 'B-USR-13'],
    ['post'],
    'A user that is created for one company gets the usual group, whatever companyGroupId was sent.',
    (asked, handle) =>
      handle(asked.company ? sending(asked, { ...sentWith(asked), companyGroupId: groupIds['integration'] }) : asked),
  ),
  userTurn(
    'user-post-for-a-company-has-no-default-name',
    ['B-USR-04'],
    ['post'],
    'A user that is created for one company without a name has none.',
    (asked, handle) =>
      asked.company && sentWith(asked)['name'] === undefined
        ? storedAs(asked, handle, () => ({ name: null }))
        : handle(asked),
  ),
  userTurn(
    'user-put-for-a-company-without-name-clears-it',
    ['B-USR-11', 'B-USR-04'],
    ['put'],
    'A PUT for one company without a name leaves the user without one.',
    (asked, handle) =>
      asked.company && sentWith(asked)['name'] === undefined
        ? storedAs(asked, handle, () => ({ name: null }))
        : handle(asked),
  ),
  {
    id: 'user-default-name-in-small-letters',
    breaks: ['B-USR-04'],
    says: 'The name by default is the part of the e-mail in small letters.',
    rule: {
      user: {
        name: (given, part, operation, former) => user.name(given, part.toLowerCase(), operation, former),
      },
    },
  },
  userTurn(
    'user-put-names-cut-at-fifty',
    ['B-USR-37'],
    ['put'],
    'A PUT keeps the first fifty signs of each name.',
    (asked, handle) =>
      handle(
        sending(
          asked,
          eachName(sentWith(asked), (text) => text.slice(0, 50)),
        ),
      ),
  ),
  userTurn(
    'user-put-wide-signs-as-question-marks',
    ['B-USR-37'],
    ['put'],
    'A sign beyond the basic plane in a name of a PUT is kept as a question mark.',
    (asked, handle) =>
      handle(
        sending(
          asked,
          eachName(sentWith(asked), (text) => text.replace(/[\u{10000}-\u{10FFFF}]/gu, '?')),
        ),
      ),
  ),
  passing(
    'user-account-of-writes-taken-from-the-company',
    ['B-USR-29'],
    'A POST or PUT for a company needs no account.',
    (request, go, { house }) => {
      const { method, path, query } = askedOf(request)
      const isMeant =
        (method === 'POST' || method === 'PUT') &&
        path.includes('/api/user/v1/users') &&
        query.get('company') !== null &&
        query.get('account') === null
      const account = isMeant ? findToken(house, bearerIn(request))?.account.name : undefined
      return go(account === undefined ? request : withQuery(request, { account }))
    },
  ),
]
