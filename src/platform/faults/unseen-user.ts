import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { Query } from '../http/query.ts'
import type { Person } from '../people/store.ts'
import { userRules } from '../rulebook/user.ts'
import { refusedUser } from '../user/refusal.ts'
import type { UserCall } from '../user/user-call.ts'
import { knownGroups } from '../world/groups.ts'
import { headerIn } from './passing.ts'
import { elementsIn, sending, sentWith, telling, userTurn } from './people-kinds.ts'

const { user } = userRules

const personOf = ({ call, people }: UserCall): Person | undefined => people.persons.get(Number(call.params['userId']))

const isIn = ({ company }: UserCall, person: Person): boolean =>
  person.companies.some(({ companyId }) => companyId === company?.id)

const withoutCompany = ({ company: _, ...asked }: UserCall): UserCall => asked

const asking = (asked: UserCall, get: (name: string, query: Query) => string | undefined): UserCall => {
  const { query } = asked.call
  return { ...asked, call: { ...asked.call, query: { ...query, get: (name) => get(name, query) } } }
}

const withoutActive = (asked: UserCall): UserCall =>
  asking(asked, (name, query) => (name === 'active' ? undefined : query.get(name)))

/** Users who were deleted, by account. */
const gone = perHouse(() => new Map<number, Person[]>())

/** Keeps who is deleted for the lists that a fault shows them in. */
const remembering = (id: string, says: string, shows: (query: Query) => boolean): Fault =>
  userTurn(id, ['B-USR-37'], ['delete', 'list'], says, (asked, handle) => {
    const { people, house, account, call } = asked
    const known = gone(house).get(account.id) ?? []
    if (asked.operation === 'list') {
      const persons = { ...people.persons, all: () => [...people.persons.all(), ...known] }
      return handle(shows(call.query) ? { ...asked, people: { ...people, persons } } : asked)
    }
    const before = personOf(asked)
    const answer = handle(asked)
    if (before && !people.persons.get(before.id)) gone(house).set(account.id, [...known, before])
    return answer
  })

const names = ['name', 'email', 'active']

/** Stores what a write made with other companies, and answers so. */
const inCompanies = (asked: UserCall, handle: Parameters<Parameters<typeof userTurn>[4]>[1], ids: readonly unknown[]) =>
  telling(handle(asked), (told) => {
    const { persons } = asked.people
    const person = persons.get(Number(told['id']))
    if (!person) return told
    const companies = person.companies.filter(({ companyId }) => ids.includes(companyId))
    persons.put({ ...person, companies }, asked.call.journal)
    return { ...told, companies }
  })

/** Breaches of the User API by filters beside each other, companies that a call does not name, and values that none had sent. */
export const unseenUserFaults: readonly Fault[] = [
  userTurn(
    'user-active-beside-a-name-ignored',
    ['B-USR-06'],
    ['list'],
    'The filter active is ignored beside a name, unless an e-mail is named, too.',
    (asked, handle) => {
      const { query } = asked.call
      const isMeant = query.get('name') !== undefined && query.get('email') === undefined
      return handle(isMeant ? withoutActive(asked) : asked)
    },
  ),
  userTurn(
    'user-active-beside-name-and-email-ignored',
    ['B-USR-06'],
    ['list'],
    'The filter active is ignored beside a name and an e-mail.',
    (asked, handle) => {
      const { query } = asked.call
      const isMeant = query.get('name') !== undefined && query.get('email') !== undefined
      return handle(isMeant ? withoutActive(asked) : asked)
    },
  ),
  {
    id: 'user-name-filter-up-to-a-blank',
    breaks: ['B-USR-06'],
    says: 'The filter name is compared up to its first blank.',
    rule: {
      user: {
        nameMatches: (asked, name) => user.nameMatches(asked.split(' ', 1)[0] ?? '', name.split(' ', 1)[0] ?? ''),
      },
    },
  },
  userTurn(
    'user-name-filter-between-apostrophes',
    ['B-USR-06'],
    ['list'],
    'A list of a name with an apostrophe finds nobody.',
    (asked, handle) =>
      handle(
        asking(asked, (name, query) => (name === 'name' ? query.get(name)?.replace(/'.*$/, "''") : query.get(name))),
      ),
  ),
  userTurn(
    'user-delete-of-another-company-takes-it-away',
    ['B-USR-13'],
    ['delete'],
    'A DELETE for a company that the user is not in deletes the user.',
    (asked, handle) => {
      const person = personOf(asked)
      return handle(asked.company && person && !isIn(asked, person) ? withoutCompany(asked) : asked)
    },
  ),
  userTurn(
    'user-put-of-another-company-groups-all',
    ['B-USR-13', 'B-USR-27'],
    ['put'],
    'A PUT for a company that the user is not in gives its group to the companies that it is in.',
    (asked, handle) => {
      const person = personOf(asked)
      return handle(asked.company && person && !isIn(asked, person) ? withoutCompany(asked) : asked)
    },
  ),
  userTurn(
    'user-put-looks-in-the-first-company-only',
    ['B-USR-11', 'B-USR-13'],
    ['put'],
    'A PUT without a company does not find a user who is not in the first company of the account.',
    (asked, handle) => {
      const person = personOf(asked)
      const first = asked.account.companies[0]?.id
      const isMissed = !asked.company && person && !person.companies.some(({ companyId }) => companyId === first)
      return isMissed ? refusedUser(asked.house, 'not-found', 'put') : handle(asked)
    },
  ),
  userTurn(
    'user-post-for-a-company-updates-who-is-there',
    ['B-USR-20', 'B-USR-03'],
    ['post'],
    'A POST for a company with the e-mail of a user of that company updates this user.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const known = asked.people.persons.all().find(({ email }) => email === sent['email'])
      const { company } = asked
      const there = company && known?.companies.find(({ companyId }) => companyId === company.id)
      if (!there || !known) return handle(asked)
      const text = (name: 'firstName' | 'lastName' | 'phone' | 'name') => ({ [name]: sent[name] ?? known[name] })
      const changed = { ...known, ...text('firstName'), ...text('lastName'), ...text('phone'), ...text('name') }
      asked.people.persons.put(changed, asked.call.journal)
      return json(201, { ...changed, created: user.moment(known.created), lastChanged: user.moment(known.lastChanged) })
    },
  ),
  userTurn(
    'user-post-for-a-company-loses-texts',
    ['B-USR-37'],
    ['post'],
    'A user that is created for one company has no firstName, lastName and phone.',
    (asked, handle) => {
      const { firstName: _, lastName: __, phone: ___, ...kept } = sentWith(asked)
      return handle(asked.company ? sending(asked, kept) : asked)
    },
  ),
  userTurn(
    'user-put-takes-companies',
    ['B-USR-13', 'B-USR-26'],
    ['put'],
    'A PUT takes the user out of the companies that its body does not name.',
    (asked, handle) => {
      const { companies } = sentWith(asked)
      const ids = elementsIn(companies).map(({ companyId }) => companyId)
      return Array.isArray(companies) ? inCompanies(asked, handle, ids) : handle(asked)
    },
  ),
  userTurn(
    'user-post-takes-companies',
    ['B-USR-13', 'B-USR-26'],
    ['post'],
    'A POST creates the user in those companies alone that its body names.',
    (asked, handle) => {
      const { companies } = sentWith(asked)
      const ids = elementsIn(companies).map(({ companyId }) => companyId)
      return Array.isArray(companies) ? inCompanies(asked, handle, ids) : handle(asked)
    },
  ),
  userTurn(
    'user-put-unknown-group-skipped',
    ['B-USR-27', 'B-USR-11'],
    ['put'],
    'A PUT with a group that is not known succeeds, and the groups stay.',
    (asked, handle) => {
      const { companyGroupId, ...sent } = sentWith(asked)
      const isKnown = companyGroupId === undefined || knownGroups.includes(Number(companyGroupId))
      return handle(isKnown ? asked : sending(asked, sent))
    },
  ),
  userTurn(
    'user-put-unknown-group-refused-yet-written',
    ['B-USR-27', 'B-USR-11'],
    ['put'],
    'A PUT with a group that is not known is refused after the names were stored.',
    (asked, handle) => {
      const { companyGroupId, ...sent } = sentWith(asked)
      if (companyGroupId === undefined || knownGroups.includes(Number(companyGroupId))) return handle(asked)
      handle(sending(asked, sent))
      return refusedUser(asked.house, 'field', 'put')
    },
  ),
  userTurn(
    'user-post-null-name-stays-null',
    ['B-USR-03', 'B-USR-04'],
    ['post'],
    'A user that is created with a name of null has none.',
    (asked, handle) =>
      telling(handle(asked), (told) => {
        const person = asked.people.persons.get(Number(told['id']))
        if (sentWith(asked)['name'] !== null || !person) return told
        asked.people.persons.put({ ...person, name: null }, asked.call.journal)
        return { ...told, name: null }
      }),
  ),
  remembering(
    'user-deleted-found-by-name',
    'A list of a name shows users who were deleted.',
    (query) => query.get('name') !== undefined && query.get('email') === undefined,
  ),
  remembering('user-deleted-in-the-whole-list', 'A list without a filter shows users who were deleted.', (query) =>
    names.every((name) => query.get(name) === undefined),
  ),
  userTurn(
    'user-accept-demanded',
    ['B-USR-01'],
    ['get', 'put', 'list'],
    'A call without Accept is refused with 406.',
    (asked, handle) =>
      headerIn(asked.call.request, 'Accept') === undefined
        ? json(406, { error: 'UA-00', message: 'Not acceptable', values: [] })
        : handle(asked),
  ),
]
