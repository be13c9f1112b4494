import type { Variant } from '../deviation.ts'
import { isWell } from '../faults/passing.ts'
import { elementsIn, memoryOf, refusing, sentWith, telling, type PeopleFields } from '../faults/people-kinds.ts'
import type { PlatformResponse } from '../http/message.ts'
import { everyPerson, type Person } from '../people/store.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import { refusedUser } from '../user/refusal.ts'
import type { UserCall } from '../user/user-call.ts'
import { isFieldList } from './turned-away.ts'
import { alone } from './lawful.ts'

const freedAfterMs = 3000
/** When the e-mail of a deleted user is free again. */
const freedAt = memoryOf(() => new Map<string, number>())

const emailsIn = (sent: PeopleFields): readonly string[] =>
  [sent['email'], ...elementsIn(sent['emails']).map((one) => (isFieldList(one) ? one['value'] : undefined))].flatMap(
    (one) => (typeof one === 'string' ? [one.toLowerCase()] : []),
  )

const addressesOf = ({ email, emails }: Person): readonly string[] =>
  [email, ...emails.map(({ value }) => value)].map((one) => one.toLowerCase())

function freedLater<Call extends UserCall | ScimCall>(
  asked: Call,
  handle: (asked: Call) => PlatformResponse,
  refused: () => PlatformResponse,
): PlatformResponse {
  const { house, people, operation } = asked
  const known = freedAt(asked)
  if (/post$|put$/.test(operation)) {
    const own = people.persons.get(Number(asked.call.params['userId']))
    const held = new Set(own ? addressesOf(own) : [])
    const isBusy = (email: string) => !held.has(email) && (known.get(email) ?? 0) > house.clock.now()
    if (emailsIn(sentWith(asked)).some(isBusy)) return refused()
  }
  const before = everyPerson(house)
  const response = handle(asked)
  if (operation.endsWith('delete')) {
    const left = new Set(everyPerson(house).map(({ id }) => id))
    for (const person of before)
      if (!left.has(person.id))
        for (const email of addressesOf(person)) known.set(email, house.clock.now() + freedAfterMs)
  }
  return response
}

const most = 40
const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > most

const isSame = ({ lastChanged: _now, ...one }: Person, { lastChanged: _then, ...other }: Person): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const mostMembers = 5

/** Lawful readings of SCIM and the User API, thought up by an eighteenth reader (suites/two-readings). */
export const eighteenthPeopleVariants: readonly Variant[] = [
  {
    id: 'user-put-of-what-there-is-writes-nothing',
    leaves: ['B-USR-03'],
    says: 'A PUT that changes nothing leaves lastChanged.',
    seam: {
      people: {
        user: (asked, handle) => {
          const id = Number(asked.call.params['userId'])
          const before = asked.operation === 'put' ? asked.people.persons.get(id) : undefined
          const response = handle(asked)
          const now = asked.people.persons.get(id)
          if (!before || !now || !isWell(response) || !isSame(before, now)) return response
          asked.people.persons.put(before, asked.call.journal)
          const lastChanged = asked.house.rules.user.moment(before.lastChanged)
          return telling(response, (shown) => ('lastChanged' in shown ? { ...shown, lastChanged } : shown))
        },
      },
    },
  },
  {
    id: 'user-further-company-by-the-account-alone',
    leaves: ['B-USR-20', 'B-USR-31'],
    says: 'A POST for a company with the e-mail of a user of another company is refused; one for the account takes it into all.',
    seam: {
      people: {
        user: (asked, handle) => {
          const email = String(sentWith(asked)['email']).toLowerCase()
          const isKnown = asked.people.persons.all().some((one) => one.email.toLowerCase() === email)
          return asked.operation === 'post' && asked.company && isKnown
            ? refusedUser(asked.house, 'exists', 'post')
            : handle(asked)
        },
      },
    },
  },
  alone({
    id: 'people-emails-free-after-three-seconds',
    leaves: ['B-USR-03', 'B-USR-37', 'B-SCM-18'],
    says: 'The e-mails of a deleted user are free again three seconds later.',
    seam: {
      people: {
        user: (asked, handle) =>
          freedLater(asked, handle, () =>
            refusedUser(asked.house, asked.operation === 'put' ? 'email-taken' : 'exists', asked.operation),
          ),
        scim: (asked, handle) => freedLater(asked, handle, () => refusing(409)),
      },
    },
  }),
  {
    id: 'people-names-of-forty-signs',
    leaves: ['B-USR-26', 'B-SCM-12', 'B-SCM-17'],
    says: 'Names and phones hold forty signs: longer ones are refused with 400.',
    seam: {
      people: {
        user: (asked, handle) => {
          const sent = sentWith(asked)
          const { email, firstName, lastName, phone } = sent
          const name = sent['name'] || (typeof email === 'string' ? email.split('@', 1)[0] : undefined)
          return [firstName, lastName, phone, name].some(isLong)
            ? refusedUser(asked.house, 'field', asked.operation)
            : handle(asked)
        },
        scim: (asked, handle) => {
          const { name, displayName } = sentWith(asked)
          const { familyName, givenName } = isFieldList(name) ? name : {}
          return [familyName, givenName, displayName].some(isLong) ? refusing(400) : handle(asked)
        },
      },
    },
  },
  {
    id: 'scim-groups-of-five-at-most',
    leaves: ['B-SCM-08', 'B-SCM-10', 'B-SCM-17'],
    says: 'A group has five members at most: a write that would make it have a sixth is refused with 403.',
    seam: {
      people: {
        scim: (asked, handle) => {
          const { people, operation, call } = asked
          if (!/^group-(?:post|put|patch)$/.test(operation)) return handle(asked)
          const before = people.groups.all()
          const response = handle(asked)
          for (const group of people.groups.all()) {
            const former = before.find(({ id }) => id === group.id)
            if (group.members.length <= mostMembers || group.members.length <= (former?.members.length ?? 0)) continue
            if (former) people.groups.put(former, call.journal)
            else people.groups.remove(group.id, call.journal)
            return refusing(403)
          }
          return response
        },
      },
    },
  },
]
