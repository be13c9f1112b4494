import type { Fault } from '../deviation.ts'
import type { PeopleGroup, Person } from '../people/store.ts'
import { scimRules } from '../rulebook/scim.ts'
import { userRules } from '../rulebook/user.ts'
import type { UserCall } from '../user/user-call.ts'
import { forget } from '../user/write.ts'
import { memoryOf, paging, scimTurn, telling, userTurn } from './people-kinds.ts'
import { heldWithin } from '../held-within.ts'

const { user } = userRules
const { scim } = scimRules

const idOf = ({ call }: Pick<UserCall, 'call'>): number => Number(call.params['userId'])
const personOf = (asked: Pick<UserCall, 'call' | 'people'>): Person | undefined => asked.people.persons.get(idOf(asked))

/** By group: users whom a patch removed from it. */
const removedOnce = memoryOf(() => new Map<number, ReadonlySet<number>>())
/** Those of the group that is being patched. */
const leftOut = heldWithin<ReadonlySet<number>>()

const readding = scimTurn(
  'scim-patch-add-of-a-removed-member-ignored',
  ['B-SCM-19', 'B-SCM-18'],
  ['group-patch'],
  'A user whom a patch removed from a group is not added to it again by a patch.',
  (asked, handle) => {
    const id = Number(asked.call.params['groupId'])
    const known = removedOnce(asked).get(id) ?? new Set<number>()
    const before: PeopleGroup | undefined = asked.people.groups.get(id)
    const answer = leftOut.run(known, () => handle(asked))
    const now = asked.people.groups.get(id)
    if (before && now && answer.status < 300)
      removedOnce(asked).set(id, new Set([...known, ...before.members.filter((one) => !now.members.includes(one))]))
    return answer
  },
)

/** Whether a PUT names a company. */
const ofOneCompany = heldWithin<boolean>()

const unlooking = userTurn(
  'user-put-for-a-company-with-any-email',
  ['B-USR-23', 'B-USR-03'],
  ['put'],
  'A PUT for a company does not look whether its e-mail is in use.',
  (asked, handle) => ofOneCompany.run(asked.company !== undefined, () => handle(asked)),
)

type Texts = Partial<Pick<Person, 'firstName' | 'lastName' | 'phone'>>
const textNames = ['firstName', 'lastName', 'phone'] as const
const given = ({ firstName, lastName, phone }: Person): Texts =>
  Object.fromEntries(Object.entries({ firstName, lastName, phone }).filter(([, value]) => value !== null))

/** By user: the last names and phone that were no null. */
const copies = memoryOf(() => new Map<number, Texts>())

/** Quiet breaches of SCIM and the User API that a sixteenth reader thought up (suites/two-readings). */
export const sixteenthPeopleFaults: readonly Fault[] = [
  {
    ...readding,
    rule: {
      scim: {
        added: (before, named) =>
          scim.added(
            before,
            named.filter((id) => !leftOut.get()?.has(id)),
          ),
      },
    },
  },
  userTurn(
    'user-delete-from-companies-of-one-group',
    ['B-USR-13'],
    ['delete'],
    'A DELETE for a company takes a user out of all companies where it has the same group.',
    (asked, handle) => {
      const { company } = asked
      const group = personOf(asked)?.companies.find(({ companyId }) => companyId === company?.id)?.groupId
      const answer = handle(asked)
      const left = personOf(asked)
      if (group === undefined || !left || answer.status >= 300) return answer
      const companies = left.companies.filter(({ groupId }) => groupId !== group)
      if (companies.length === 0) forget(left.id, asked)
      else asked.people.persons.put({ ...left, companies }, asked.call.journal)
      return answer
    },
  ),
  userTurn(
    'user-total-by-email-as-written',
    ['B-USR-07'],
    ['list'],
    'The figures of a list by email count users whose e-mail is written as it was asked for.',
    (asked, handle) => {
      const email = asked.call.query.get('email')
      const isAsWritten = asked.people.persons.all().some((one) => one.email === email)
      const answer = handle(asked)
      return email === undefined || isAsWritten
        ? answer
        : telling(answer, (page) => ({ ...page, totalElements: 0, totalPages: 0 }))
    },
  ),
  {
    id: 'user-list-with-texts-that-were-cleared',
    breaks: ['B-USR-37', 'B-USR-11'],
    says: 'A list shows names and phones that a PUT set to null as they were.',
    seam: {
      people: {
        user: (asked, handle) => {
          const known = copies(asked)
          if (asked.operation === 'list')
            return paging(handle(asked), (content) =>
              content.map((dto) => {
                const copy = known.get(Number(dto['id'])) ?? {}
                return {
                  ...dto,
                  ...Object.fromEntries(textNames.map((name) => [name, dto[name] ?? copy[name] ?? null])),
                }
              }),
            )
          const answer = handle(asked)
          if (asked.operation === 'post' || asked.operation === 'put')
            for (const one of asked.people.persons.all()) known.set(one.id, { ...known.get(one.id), ...given(one) })
          return answer
        },
      },
    },
  },
  {
    ...unlooking,
    rule: {
      user: {
        isTaken: (email, other, operation) =>
          !(operation === 'put' && ofOneCompany.get()) && user.isTaken(email, other, operation),
      },
    },
  },
  {
    id: 'user-put-text-of-a-nought-cleared',
    breaks: ['B-USR-11', 'B-USR-37'],
    says: 'A PUT takes a name or a phone that is the digit 0 for an empty one.',
    rule: {
      user: {
        text: (sent, former, name, operation) =>
          operation === 'put' && sent === '0' ? null : user.text(sent, former, name, operation),
      },
    },
  },
]
