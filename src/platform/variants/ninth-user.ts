import type { Variant } from '../deviation.ts'
import { elementsIn, memoryOf, sentWith, type PeopleFields } from '../faults/people-kinds.ts'
import { empty } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { People, Person } from '../people/store.ts'
import { userRules } from '../rulebook/user.ts'
import { ScimRefused, type ScimCall } from '../scim/scim-call.ts'
import { refusedUser } from '../user/refusal.ts'
import { addressed, type UserCall } from '../user/user-call.ts'
import { isFieldList } from './turned-away.ts'

const { user } = userRules

/** E-mails of users that were deleted. */
const kept = memoryOf(() => new Set<string>())

/** Carries out a deletion and keeps the e-mails of the user that it took away. */
function burying<Asked extends ScimCall | UserCall>(
  asked: Asked,
  handle: (asked: Asked) => PlatformResponse,
): PlatformResponse {
  const { persons } = asked.people
  const one = persons.get(Number(asked.call.params['userId']))
  const answer = handle(asked)
  if (one && !persons.get(one.id))
    for (const email of [one.email, ...one.emails.map(({ value }) => value)]) kept(asked).add(email.toLowerCase())
  return answer
}

const isKept = (asked: Pick<UserCall, 'house'>, email: unknown): boolean =>
  typeof email === 'string' && kept(asked).has(email.toLowerCase())

/** The account without the free subscriptions that it starts with. */
function withoutFree({ people, account }: Pick<UserCall, 'people' | 'account'>): People {
  const { subscriptions } = people
  const isOfTheStart = (id: number): boolean => id >= account.id * 1000 && id < account.id * 1000 + 100
  const all = () => subscriptions.all().filter(({ id, person }) => person !== undefined || !isOfTheStart(id))
  return { ...people, subscriptions: { ...subscriptions, all } }
}

const leaving = (person: Person, companyId: number): Person => ({
  ...person,
  companies: person.companies.filter((one) => one.companyId !== companyId),
})

/** Lawful readings of the User API, thought up by a ninth reader (suites/two-readings). */
export const ninthUserVariants: readonly Variant[] = [
  {
    id: 'user-emails-of-the-dead-stay-taken',
    leaves: ['B-USR-03', 'B-SCM-04'],
    says: 'The e-mail of a user that was deleted is never free again, in either API.',
    seam: {
      people: {
        user: (asked, handle) => {
          const { operation, house } = asked
          if (operation === 'delete') return burying(asked, handle)
          if ((operation === 'post' || operation === 'put') && isKept(asked, sentWith(asked)['email']))
            return refusedUser(house, operation === 'post' ? 'exists' : 'email-taken', operation)
          return handle(asked)
        },
        scim: (asked, handle) => {
          if (asked.operation === 'user-delete') return burying(asked, handle)
          const emails = elementsIn(sentWith(asked)['emails'])
          if (/^user-p/.test(asked.operation) && emails.filter(isFieldList).some((one) => isKept(asked, one['value'])))
            throw new ScimRefused(409, 'uniqueness', 'the e-mail is in use')
          return handle(asked)
        },
      },
    },
  },
  {
    id: 'user-list-of-nobody-404',
    leaves: ['B-USR-35'],
    says: 'A list, or a page of one, that would show nobody is answered 404 without a body.',
    seam: {
      people: {
        user: (asked, handle) => {
          const answer = handle(asked)
          if (asked.operation !== 'list' || answer.status >= 300) return answer
          const page = JSON.parse(answer.body.toString('utf8')) as PeopleFields
          return page['numberOfElements'] === 0 ? empty(404) : answer
        },
      },
    },
  },
  {
    id: 'user-without-companies-stays',
    leaves: ['B-USR-13', 'B-USR-35'],
    says: 'A DELETE with company takes that company from the user, who stays, in the end without companies; one without company takes the user away.',
    seam: {
      people: {
        user: (asked, handle) => {
          const { operation, company, people, call, house } = asked
          if (operation !== 'delete' || !company) return handle(asked)
          const found = addressed(asked)
          if (!found) return refusedUser(house, 'not-found', 'delete')
          people.persons.put(leaving(found, company.id), call.journal)
          return empty(house.rules.user.success('delete'))
        },
      },
    },
  },
  {
    id: 'user-no-free-subscription-at-the-start',
    leaves: ['B-USR-39'],
    says: 'The account has no free subscription at first; 25 are made for as many users, and further ones wait for a deletion.',
    rule: {
      user: {
        error: (cause) =>
          cause === 'no-subscription'
            ? { code: 'UA-03', message: 'person could not be created because there are no free valid subscriptions' }
            : user.error(cause),
      },
    },
    seam: {
      people: {
        user: (asked, handle) => handle({ ...asked, people: withoutFree(asked) }),
        scim: (asked, handle) => handle({ ...asked, people: withoutFree(asked) }),
      },
    },
  },
]
