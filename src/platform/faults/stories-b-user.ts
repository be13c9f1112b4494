import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import { empty } from '../http/answers.ts'
import { perHouse } from '../house.ts'
import { everyPerson, type Person } from '../people/store.ts'
import { userRules } from '../rulebook/user.ts'
import { findToken } from '../token/store.ts'
import type { UserCall } from '../user/user-call.ts'
import { knownGroups } from '../world/groups.ts'
import { askedOf, isWell, passing, withQuery } from './passing.ts'
import { memoryOf, sentWith, userTurn } from './people-kinds.ts'
import { bearerIn } from './token-calls.ts'

const { user } = userRules

const personOf = ({ call, people }: UserCall): Person | undefined => people.persons.get(Number(call.params['userId']))

/** By present name in small letters: the names that its user had before. */
const formerNames = perHouse(() => new Map<string, readonly string[]>())
const namesHeld = heldWithin<ReadonlyMap<string, readonly string[]>>()
/** E-mails of users who were deleted from one of their companies. */
const freed = perHouse(() => new Set<string>())
const freedHeld = heldWithin<ReadonlySet<string>>()
const losesActive = heldWithin<boolean>()
const ascends = heldWithin<boolean>()
const leftCompanies = memoryOf(() => new Map<number, Person['companies']>())
const deleted = memoryOf(() => new Map<number, Person>())

/** Whom a deletion for the account takes away is remembered; a later call for a company may find them. */
const ofTheDeleted = (
  id: string,
  breaks: Fault['breaks'],
  operation: 'put' | 'delete',
  says: string,
  revives: Parameters<typeof userTurn>[4],
): Fault =>
  userTurn(id, breaks, ['delete', operation], says, (asked, handle) => {
    const known = deleted(asked)
    const before = personOf(asked)
    const gone = before || !asked.company ? undefined : known.get(Number(asked.call.params['userId']))
    if (gone && asked.operation === operation) {
      if (operation === 'put') asked.people.persons.put(gone, asked.call.journal)
      return revives(asked, handle)
    }
    const answer = handle(asked)
    if (asked.operation === 'delete' && before && !personOf(asked)) known.set(before.id, before)
    return answer
  })

/** A write for a company of another account is carried out as one for the own. */
const withoutForeignCompany = (method: 'PUT' | 'DELETE', breaks: string): Fault =>
  passing(
    `user-${method.toLowerCase()}-for-a-company-of-another-account`,
    [breaks],
    `A ${method} for a company of another account is one for all companies of the own.`,
    (request, go, { house }) => {
      const { method: sent, path, query } = askedOf(request)
      const named = sent === method && path.includes('/api/user/v1/users/') ? query.get('company') : null
      const account = named === null ? undefined : findToken(house, bearerIn(request))?.account
      const isOfAnother = house.world.accounts.some(
        (one) => one !== account && one.companies.some(({ name }) => name === named),
      )
      return go(account && isOfAnother ? withQuery(request, { company: null }) : request)
    },
  )

/** Quiet breaches of the User API that show in stories of several calls. */
export const storiesBUserFaults: readonly Fault[] = [
  {
    ...userTurn(
      'user-list-finds-by-a-former-name',
      ['B-USR-06', 'B-USR-37'],
      ['put', 'list'],
      'A user whose name was changed by a PUT is found by the former name, too.',
      (asked, handle) => {
        const known = formerNames(asked.house)
        const before = personOf(asked)?.name?.toLowerCase()
        const answer = namesHeld.run(known, () => handle(asked))
        const now = personOf(asked)?.name?.toLowerCase()
        if (before !== undefined && now !== undefined && before !== now)
          known.set(now, [...(known.get(before) ?? []), before])
        return answer
      },
    ),
    rule: {
      user: {
        nameMatches: (asked, name) =>
          user.nameMatches(asked, name) ||
          namesHeld.get()?.get(name.toLowerCase())?.includes(asked.toLowerCase()) === true,
      },
    },
  },
  {
    ...userTurn(
      'user-email-free-after-a-deletion-from-one-company',
      ['B-USR-14', 'B-USR-03'],
      ['delete', 'post'],
      'The e-mail of a user who was deleted from one of two companies can be given to another one.',
      (asked, handle) => {
        const emails = freed(asked.house)
        const before = personOf(asked)
        const answer = freedHeld.run(emails, () => handle(asked))
        if (before && asked.company && personOf(asked)) emails.add(before.email)
        return answer
      },
    ),
    rule: {
      user: {
        isTaken: (email, other, operation) =>
          user.isTaken(email, other, operation) && !(operation === 'post' && freedHeld.get()?.has(other) === true),
      },
    },
  },
  userTurn(
    'user-put-of-an-email-in-use-refused-yet-groups-changed',
    ['B-USR-23', 'B-USR-27'],
    ['put'],
    'A PUT with the e-mail of another user and another group is refused and changes the group.',
    (asked, handle) => {
      const before = personOf(asked)
      const { email, companyGroupId: group } = sentWith(asked)
      const isTaken = everyPerson(asked.house).some((one) => one.id !== before?.id && one.email === email)
      const answer = handle(asked)
      if (before && isTaken && !isWell(answer) && knownGroups.includes(group as number)) {
        const companies = before.companies.map((one) => ({ ...one, groupId: group as number }))
        asked.people.persons.put({ ...before, companies }, asked.call.journal)
      }
      return answer
    },
  ),
  {
    ...userTurn(
      'user-list-active-alone-lost-beside-a-sort',
      ['B-USR-06'],
      ['list'],
      'The filter active is not looked at where it stands alone beside a Sort.',
      (asked, handle) => {
        const { query } = asked.call
        const isAlone = query.get('name') === undefined && query.get('email') === undefined
        return losesActive.run(isAlone && query.all('Sort').length > 0, () => handle(asked))
      },
    ),
    rule: {
      user: { activeMatches: (asked, active) => losesActive.get() === true || user.activeMatches(asked, active) },
    },
  },
  userTurn(
    'user-put-for-the-account-brings-a-company-back',
    ['B-USR-13', 'B-USR-37'],
    ['delete', 'put'],
    'A PUT for the account puts a user into the company again that it was deleted from.',
    (asked, handle) => {
      const left = leftCompanies(asked)
      const before = personOf(asked)
      const answer = handle(asked)
      const now = personOf(asked)
      if (!before || !now || !isWell(answer)) return answer
      if (asked.operation === 'delete' && asked.company)
        left.set(
          before.id,
          before.companies.filter(({ companyId }) => companyId === asked.company?.id),
        )
      if (asked.operation === 'put' && !asked.company)
        asked.people.persons.put(
          { ...now, companies: [...now.companies, ...(left.get(now.id) ?? [])] },
          asked.call.journal,
        )
      return answer
    },
  ),
  ofTheDeleted(
    'user-put-for-a-company-revives-the-deleted',
    ['B-USR-23', 'B-USR-37'],
    'put',
    'A PUT for a company brings back a user who was deleted from the account.',
    (asked, handle) => handle(asked),
  ),
  ofTheDeleted(
    'user-delete-for-a-company-of-the-deleted-succeeds',
    ['B-USR-24'],
    'delete',
    'A DELETE for a company of a user who was deleted from the account succeeds.',
    () => empty(204),
  ),
  {
    ...userTurn(
      'user-later-pages-of-a-descending-list-ascend',
      ['B-USR-06'],
      ['list'],
      'Pages behind the first one of a list that is sorted downwards are sorted upwards.',
      (asked, handle) => ascends.run(Number(asked.call.query.get('Page') ?? 0) > 0, () => handle(asked)),
    ),
    rule: {
      user: {
        sort: (text) => {
          const sort = user.sort(text)
          return sort && ascends.get() === true ? { ...sort, descends: false } : sort
        },
      },
    },
  },
  withoutForeignCompany('PUT', 'B-USR-23'),
  withoutForeignCompany('DELETE', 'B-USR-24'),
]
