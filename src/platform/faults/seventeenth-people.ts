import type { Fault } from '../deviation.ts'
import type { PeopleGroup, Person } from '../people/store.ts'
import { scimRules } from '../rulebook/scim.ts'
import { userRules } from '../rulebook/user.ts'
import { ScimRefused, type ScimCall } from '../scim/scim-call.ts'
import type { UserCall } from '../user/user-call.ts'
import { memoryOf, scimTurn, sentWith, userTurn } from './people-kinds.ts'
import { heldWithin } from '../held-within.ts'

const { user } = userRules
const { scim } = scimRules

type Asked = Pick<ScimCall, 'call' | 'people'>
const personOf = ({ call, people }: Asked): Person | undefined => people.persons.get(Number(call.params['userId']))
const groupOf = ({ call, people }: Asked): PeopleGroup | undefined => people.groups.get(Number(call.params['groupId']))

/** By group: the list that it has in common with others. */
const lists = memoryOf(() => new Map<number, object>())

/** E-mails that users have who were refused another one. */
const givenAway = memoryOf(() => new Set<string>())
const notLookedFor = heldWithin<ReadonlySet<string>>()

/** Members of the group that is being patched. */
const atFirst = heldWithin<readonly number[]>()

const forgetting = scimTurn(
  'scim-patch-remove-forgets-an-add-before-it',
  ['B-SCM-19', 'B-SCM-10'],
  ['group-patch'],
  'A remove takes out, besides those whom it names, members whom an earlier operation of the same patch added.',
  (asked, handle) => atFirst.run(groupOf(asked)?.members ?? [], () => handle(asked)),
)

const withActive = heldWithin<boolean>()

const beginning = userTurn(
  'user-email-filter-starts-beside-active',
  ['B-USR-06'],
  ['list'],
  'Beside the filter active the filter email finds e-mails that begin with it.',
  (asked, handle) => withActive.run(asked.call.query.get('active') !== undefined, () => handle(asked)),
)

/** The name that a user has whose e-mail stays as it is. */
const nameSoFar = heldWithin<string | null | undefined>()

const naming = userTurn(
  'user-name-kept-on-put-of-the-same-email',
  ['B-USR-04'],
  ['put'],
  'A PUT without a name keeps the former one, unless it changes the e-mail.',
  (asked, handle) => {
    const before = personOf(asked)
    return nameSoFar.run(before?.email === sentWith(asked)['email'] ? before?.name : undefined, () => handle(asked))
  },
)

/** By user: the e-mail that it was created with. */
const firstEmails = memoryOf(() => new Map<number, string>())
const unlocked = memoryOf(() => new Set<string>())

/** What a POST or a PUT leaves of the e-mails that are in use. */
function unlocking(asked: UserCall, handle: () => ReturnType<UserSeam>): ReturnType<UserSeam> {
  const before = personOf(asked)
  const answer = notLookedFor.run(asked.operation === 'post' ? unlocked(asked) : new Set(), handle)
  if (answer.status >= 300) return answer
  const known = firstEmails(asked)
  const all = asked.people.persons.all()
  if (asked.operation === 'post')
    for (const { id, email } of all) if (!known.has(id)) known.set(id, email.toLowerCase())
  const now = personOf(asked)
  const first = now && known.get(now.id)
  if (first !== undefined && before?.email !== now?.email && now?.email.toLowerCase() !== first)
    unlocked(asked).add(first)
  return answer
}
type UserSeam = NonNullable<NonNullable<NonNullable<Fault['seam']>['people']>['user']>

/** By user and company: permission groups that it had there. */
const held = memoryOf(() => new Map<string, ReadonlySet<number>>())

const isFree = (other: string): boolean => notLookedFor.get()?.has(other.toLowerCase()) ?? false

/** Quiet breaches of SCIM and the User API, of two things in interplay, that a seventeenth reader thought up (suites/two-readings). */
export const seventeenthPeopleFaults: readonly Fault[] = [
  scimTurn(
    'scim-groups-of-equal-members-share-them',
    ['B-SCM-19', 'B-SCM-18'],
    ['group-post', 'group-put', 'group-patch'],
    'Groups that were created with the same members have one list of them: a patch of one changes the others, too.',
    (asked, handle) => {
      const { people, operation } = asked
      const before = new Set(people.groups.all().map(({ id }) => id))
      const answer = handle(asked)
      if (answer.status >= 300) return answer
      const known = lists(asked)
      const all = people.groups.all()
      const now = operation === 'group-post' ? all.find(({ id }) => !before.has(id)) : groupOf(asked)
      if (!now) return answer
      const others = all.filter(({ id }) => id !== now.id)
      if (operation === 'group-put') known.delete(now.id)
      else if (operation === 'group-post') {
        const twin = others.find(({ members }) => members.length > 0 && String(members) === String(now.members))
        const shared = (twin && known.get(twin.id)) ?? {}
        if (twin) known.set(twin.id, shared).set(now.id, shared)
      } else if (known.has(now.id))
        for (const other of others)
          if (known.get(other.id) === known.get(now.id))
            people.groups.put({ ...other, members: now.members }, asked.call.journal)
      return answer
    },
  ),
  {
    id: 'scim-refused-put-frees-the-email',
    breaks: ['B-SCM-15', 'B-SCM-16'],
    says: 'After a PUT with another e-mail that was refused for want of active another user may be created with the e-mail of the user.',
    seam: {
      people: {
        scim: (asked, handle) => {
          if (asked.operation === 'user-post') return notLookedFor.run(givenAway(asked), () => handle(asked))
          try {
            return handle(asked)
          } catch (error) {
            const before = personOf(asked)
            const { active, emails } = sentWith(asked)
            const isOther = Array.isArray(emails) && !JSON.stringify(emails).includes(JSON.stringify(before?.email))
            if (
              before &&
              asked.operation === 'user-put' &&
              error instanceof ScimRefused &&
              active === undefined &&
              isOther
            )
              givenAway(asked).add(before.email.toLowerCase())
            throw error
          }
        },
      },
    },
    rule: { scim: { isTaken: (email, other, operation) => !isFree(other) && scim.isTaken(email, other, operation) } },
  },
  {
    ...forgetting,
    rule: {
      scim: {
        removed: (before, named) =>
          scim.removed(
            before.filter((id) => atFirst.get()?.includes(id) ?? true),
            named,
          ),
      },
    },
  },
  userTurn(
    'user-put-for-a-company-with-another-email-groups-all',
    ['B-USR-13', 'B-USR-27'],
    ['put'],
    'A PUT for a company that changes the e-mail, too, gives its group to all companies of the user.',
    (asked, handle) => {
      const before = personOf(asked)
      const answer = handle(asked)
      const now = personOf(asked)
      const group = sentWith(asked)['companyGroupId']
      if (!asked.company || !now || answer.status >= 300 || typeof group !== 'number' || before?.email === now.email)
        return answer
      const companies = now.companies.map((one) => ({ ...one, groupId: group }))
      asked.people.persons.put({ ...now, companies }, asked.call.journal)
      return answer
    },
  ),
  {
    ...beginning,
    rule: {
      user: {
        emailMatches: (asked, email) =>
          withActive.get() ? email.toLowerCase().startsWith(asked.toLowerCase()) : user.emailMatches(asked, email),
      },
    },
  },
  {
    ...naming,
    rule: {
      user: {
        name: (given, part, operation, former) =>
          (given === undefined ? nameSoFar.get() : undefined) ?? user.name(given, part, operation, former),
      },
    },
  },
  {
    id: 'user-put-frees-the-email-of-the-creation',
    breaks: ['B-USR-03', 'B-USR-20'],
    says: 'A PUT that changes the e-mail of a user frees the one that it was created with, whoever has that by then.',
    seam: { people: { user: (asked, handle) => unlocking(asked, () => handle(asked)) } },
    rule: { user: { isTaken: (email, other, operation) => !isFree(other) && user.isTaken(email, other, operation) } },
  },
  userTurn(
    'user-put-of-a-former-group-ignored',
    ['B-USR-27', 'B-USR-11'],
    ['put'],
    'A PUT leaves the group where the user had the one that it names before.',
    (asked, handle) => {
      const before = personOf(asked)
      const answer = handle(asked)
      const now = personOf(asked)
      if (!before || !now || answer.status >= 300) return answer
      const companies = now.companies.map((one) => {
        const former = before.companies.find(({ companyId }) => companyId === one.companyId)
        if (!former || former.groupId === one.groupId) return one
        const key = `${now.id}/${one.companyId}`
        const had = new Set([...(held(asked).get(key) ?? []), former.groupId])
        held(asked).set(key, had)
        return had.has(one.groupId) ? former : one
      })
      asked.people.persons.put({ ...now, companies }, asked.call.journal)
      return answer
    },
  ),
  userTurn(
    'user-put-gives-group-to-names-that-begin-alike',
    ['B-USR-27', 'B-USR-37'],
    ['put'],
    'A PUT gives its group to the users, too, whose names begin with the one of its user.',
    (asked, handle) => {
      const answer = handle(asked)
      const { people, company, call } = asked
      const now = personOf(asked)
      const group = sentWith(asked)['companyGroupId']
      if (!now?.name || answer.status >= 300 || typeof group !== 'number') return answer
      for (const other of people.persons.all())
        if (other.id !== now.id && other.name?.startsWith(now.name)) {
          const companies = other.companies.map((one) =>
            company === undefined || one.companyId === company.id ? { ...one, groupId: group } : one,
          )
          people.persons.put({ ...other, companies }, call.journal)
        }
      return answer
    },
  ),
]
