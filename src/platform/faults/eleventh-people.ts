import type { Fault } from '../deviation.ts'
import type { Person } from '../people/store.ts'
import { peopleRules } from '../rulebook/people.ts'
import { scimRules } from '../rulebook/scim.ts'
import { userRules } from '../rulebook/user.ts'
import { refusedUser } from '../user/refusal.ts'
import type { UserCall } from '../user/user-call.ts'
import { isFieldList } from '../variants/turned-away.ts'
import {
  elementsIn,
  memoryOf,
  scimTurn,
  sending,
  sentWith,
  telling,
  userTurn,
  type PeopleFields,
} from './people-kinds.ts'

const { privilege } = peopleRules
const { scim } = scimRules
const { user } = userRules

const free = memoryOf(() => new Map<string, number>())
const marked = memoryOf(() => new Map<string, number>())
/** A POST is under way whose e-mail counts as free. */
let isUnchecked = false

const valuesIn = (emails: unknown): readonly string[] =>
  [
    ...new Set(
      elementsIn(emails)
        .filter(isFieldList)
        .map(({ value }) => String(value)),
    ),
  ].sort()
const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 && one.length === other.length && one.every((value, at) => value === other[at])

const nullable = ['firstName', 'lastName', 'phone'] as const

function withoutNulls(properties: readonly string[], { people }: UserCall): readonly Person[] {
  const sorted = nullable.filter((name) => properties.includes(name))
  return people.persons.all().filter((person) => sorted.some((name) => person[name] === null))
}

/** An operation of a PatchOp whose add has no inactive users. */
function withActiveOnly(operation: PeopleFields, isInactive: (id: unknown) => boolean): PeopleFields {
  if (!isFieldList(operation) || scim.word(operation['op']) !== 'add') return operation
  const { value } = operation
  const kept = (members: unknown) => elementsIn(members).filter((one) => !isFieldList(one) || !isInactive(one['value']))
  if (Array.isArray(value)) return { ...operation, value: kept(value) }
  return isFieldList(value) && Array.isArray(value['members'])
    ? { ...operation, value: { ...value, members: kept(value['members']) } }
    : operation
}

/** Quiet breaches of SCIM and the User API that an eleventh reader thought up (suites/two-readings). */
export const eleventhPeopleFaults: readonly Fault[] = [
  scimTurn(
    'scim-put-of-inactive-stays-inactive',
    ['B-SCM-18'],
    ['user-put'],
    'A PUT with active true of a user that is not active stores all but that.',
    (asked, handle) => {
      const id = Number(asked.call.params['userId'])
      const before = asked.people.persons.get(id)
      const answer = handle(asked)
      const after = asked.people.persons.get(id)
      if (before?.active === false && after) asked.people.persons.put({ ...after, active: false }, undefined)
      return answer
    },
  ),
  scimTurn(
    'scim-put-of-same-emails-keeps-primary',
    ['B-SCM-18'],
    ['user-put'],
    'A PUT with the e-mails that a user has leaves which of them is primary.',
    (asked, handle) => {
      const id = Number(asked.call.params['userId'])
      const before = asked.people.persons.get(id)
      const answer = handle(asked)
      const after = asked.people.persons.get(id)
      const sent = valuesIn(sentWith(asked)['emails'])
      if (answer.status < 300 && before && after && isSameSet(sent, valuesIn(before.emails)))
        asked.people.persons.put({ ...after, email: before.email, emails: before.emails }, undefined)
      return answer
    },
  ),
  scimTurn(
    'scim-add-leaves-out-inactive',
    ['B-SCM-19'],
    ['group-patch'],
    'An add leaves out users that are not active.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const isInactive = (id: unknown): boolean => asked.people.persons.get(Number(id))?.active === false
      return handle(
        Array.isArray(sent['Operations'])
          ? sending(asked, {
              ...sent,
              Operations: elementsIn(sent['Operations']).map((one) => withActiveOnly(one, isInactive)),
            })
          : asked,
      )
    },
  ),
  {
    id: 'scim-remove-wants-ascending-ids',
    breaks: ['B-SCM-19'],
    says: 'A remove skips an id that is smaller than one before it.',
    rule: {
      scim: {
        removed: (before, named) =>
          scim.removed(
            before,
            named.filter((id, at) => named.slice(0, at).every((earlier) => earlier <= id)),
          ),
      },
    },
  },
  {
    ...userTurn(
      'user-email-free-once-looked-for',
      ['B-USR-03', 'B-USR-10'],
      ['list', 'post'],
      'For fifteen seconds after a list by an e-mail that nobody has, any number of users is created with it.',
      (asked, handle) => {
        const now = asked.house.clock.now()
        if (asked.operation === 'post') {
          const email = String(sentWith(asked)['email']).toLowerCase()
          isUnchecked = now < (free(asked).get(email) ?? 0)
          try {
            return handle(asked)
          } finally {
            isUnchecked = false
          }
        }
        const email = asked.call.query.get('email')
        return telling(handle(asked), (page) => {
          if (email !== undefined && page['totalElements'] === 0) free(asked).set(email.toLowerCase(), now + 15_000)
          return page
        })
      },
    ),
    rule: { user: { isTaken: (...asked) => !isUnchecked && user.isTaken(...asked) } },
  },
  userTurn(
    'user-sort-leaves-out-nulls',
    ['B-USR-06'],
    ['list'],
    'A list sorted by a name or the phone lacks the users that have none.',
    (asked, handle) => {
      const { persons } = asked.people
      const left = withoutNulls(
        asked.call.query.all('Sort').map((text) => user.sort(text)?.property ?? ''),
        asked,
      )
      for (const { id } of left) persons.remove(id, undefined)
      const answer = handle(asked)
      for (const one of left) persons.put(one, undefined)
      return answer
    },
  ),
  userTurn(
    'user-put-email-of-a-deleted-one-refused',
    ['B-USR-11'],
    ['put', 'delete'],
    'A PUT with an e-mail that a deleted user had is refused, although its own user has it.',
    (asked, handle) => {
      const { persons } = asked.people
      const id = Number(asked.call.params['userId'])
      const before = persons.get(id)
      const answer = handle(asked)
      if (!before || answer.status >= 300) return answer
      if (asked.operation === 'delete') {
        if (!persons.get(id)) marked(asked).set(before.email.toLowerCase(), id)
        return answer
      }
      if (!marked(asked).has(String(sentWith(asked)['email']).toLowerCase())) return answer
      persons.put(before, asked.call.journal)
      return refusedUser(asked.house, 'email-taken', 'put')
    },
  ),
  {
    id: 'people-serve-anyone-about-themselves',
    breaks: ['B-PRV-01'],
    says: 'A user without any privileges reads its own user.',
    rule: {
      privilege: {
        serves: (room, privileges, login, at, isAboutSelf) =>
          ((at === 'get' || at === 'user-get') && isAboutSelf === true) ||
          privilege.serves(room, privileges, login, at, isAboutSelf),
      },
    },
  },
]
