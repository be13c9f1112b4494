import type { Variant } from '../deviation.ts'
import { askedOf, refused } from '../faults/passing.ts'
import { bearerIn } from '../faults/token-calls.ts'
import { elementsIn, memoryOf } from '../faults/people-kinds.ts'
import type { Person } from '../people/store.ts'
import { userRules } from '../rulebook/user.ts'
import { findToken } from '../token/store.ts'
import type { UserCall } from '../user/user-call.ts'
import { alone, through } from './lawful.ts'
import { heldWithin } from '../held-within.ts'

const { user } = userRules

/** By user: the name that a colleague was given, too. */
const namesakes = memoryOf(() => new Map<number, string | null>())

/** Somebody of the same name, with another e-mail, in a company where the user is not, or else in the last one. */
function addNamesake({ people, account, house }: UserCall, one: Person): void {
  const id = people.nextId()
  const others = account.companies.filter((company) => !one.companies.some(({ companyId }) => companyId === company.id))
  const [home] = others.length > 0 ? others : account.companies.slice(-1)
  people.persons.put(
    {
      ...one,
      id,
      email: `namesake-${id}@elsewhere.example`,
      firstName: null,
      lastName: 'Namesake',
      phone: null,
      active: true,
      created: house.clock.now(),
      lastChanged: house.clock.now(),
      companies: home ? [{ companyId: home.id, groupId: one.companies[0]?.groupId ?? 301 }] : [],
      emails: [],
    },
    undefined,
  )
}

/** A company that nobody had when the first user was created. */
const opened = 77_001
/** By account: a user was created, and then the company was opened. */
const openings = memoryOf(() => ({ awaited: new Set<string>(), done: new Set<string>() }))
const isOpen = heldWithin<boolean>()

/** Gives all users of all companies the new one. */
function open({ people, account, house }: UserCall): void {
  for (const one of people.persons.all()) {
    const [first] = one.companies
    if (first && one.companies.length === account.companies.length)
      people.persons.put(
        {
          ...one,
          companies: [...one.companies, { companyId: opened, groupId: first.groupId }],
          lastChanged: Math.max(house.clock.now(), one.lastChanged + 1),
        },
        undefined,
      )
  }
}

const isOfTheWhole = ({ method, target }: { readonly method: string; readonly target: string }): boolean =>
  /\/api\/user\/v1\/users\/?$/.test(askedOf({ method, target }).path) && ['PUT', 'PATCH', 'DELETE'].includes(method)

/** Lawful readings of SCIM and the User API, thought up by a sixteenth reader (suites/two-readings). */
export const sixteenthPeopleVariants: readonly Variant[] = [
  through(
    'user-writes-of-the-list-403',
    ['B-USR-16', 'B-USR-35'],
    'PUT, PATCH and DELETE of the list of users are refused with 403.',
    (request, go, { house }) =>
      isOfTheWhole(request) && findToken(house, bearerIn(request))
        ? Promise.resolve(refused(403, 'forbidden'))
        : go(request),
  ),
  {
    id: 'user-sort-nulls-greatest',
    leaves: ['B-USR-36'],
    says: 'Users without the value that a list is sorted by come last ascending, first descending.',
    rule: {
      user: {
        compares: (one, other, descends) => {
          if ((one === null) === (other === null)) return user.compares(one, other, descends)
          return (one === null) === descends ? -1 : 1
        },
      },
    },
  },
  {
    id: 'scim-members-by-number-ids-as-texts',
    leaves: ['B-SCM-21'],
    excludes: ['scim-ids-with-leading-zeros', 'scim-ids-of-nineteen-digits', 'scim-ids-beyond-doubles'],
    says: 'The id of a user is a text, and a number among the members of a group.',
    rule: {
      scim: {
        group: (dto) => ({
          ...dto,
          ...(Array.isArray(dto['members'])
            ? { members: elementsIn(dto['members']).map((one) => ({ ...one, value: Number(one['value']) })) }
            : {}),
        }),
      },
    },
  },
  {
    id: 'user-namesakes-everywhere',
    leaves: ['B-USR-03', 'B-USR-04'],
    says: 'Whoever is created or renamed has a namesake with another e-mail in a company of the account.',
    seam: {
      people: {
        user: (asked, handle) => {
          const answer = handle(asked)
          if (!['post', 'put'].includes(asked.operation) || answer.status >= 300) return answer
          const known = namesakes(asked)
          for (const one of asked.people.persons.all())
            if (
              one.lastChanged >= asked.house.clock.now() - 1000 &&
              one.lastName !== 'Namesake' &&
              known.get(one.id) !== one.name
            ) {
              known.set(one.id, one.name)
              addNamesake(asked, one)
            }
          return answer
        },
      },
    },
  },
  alone({
    id: 'user-company-opened-after-the-first-user',
    leaves: ['B-USR-13', 'B-USR-27'],
    says: 'After the first user was created the account gets one more company, which all users of all companies get, too.',
    seam: {
      people: {
        user: (asked, handle) => {
          const { awaited, done } = openings(asked)
          const { name } = asked.account
          const isRead = asked.operation === 'get' || asked.operation === 'list'
          if (isRead && awaited.has(name) && !done.has(name)) {
            done.add(name)
            open(asked)
          }
          const answer = isOpen.run(done.has(name), () => handle(asked))
          if (asked.operation === 'post' && answer.status < 300) awaited.add(name)
          return answer
        },
      },
    },
    rule: {
      user: {
        concerned: (all, named, operation) => [
          ...user.concerned(all, named, operation),
          ...(named === undefined && isOpen.get() ? [opened] : []),
        ],
      },
    },
  }),
]
