import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import { userRules } from '../rulebook/user.ts'
import { addressed } from '../user/user-call.ts'
import { elementsIn, sentWith, telling, userTurn } from './people-kinds.ts'

const { user } = userRules

/** E-mails of the account, while a user of it is written. */
const ofAccount = heldWithin<ReadonlySet<string>>()

/** The first company of the user whose group a PUT for the account sets. */
const first = heldWithin<number>()

/** Quiet breaches of the User API that a twentieth reader thought up (suites/two-readings). */
export const twentiethPeopleFaults: readonly Fault[] = [
  {
    ...userTurn(
      'user-email-unique-in-its-account-only',
      ['B-USR-03'],
      ['post', 'put'],
      'A user may have the e-mail of a user of another account.',
      (asked, handle) =>
        ofAccount.run(new Set(asked.people.persons.all().map(({ email }) => email.toLowerCase())), () => handle(asked)),
    ),
    rule: {
      user: {
        isTaken: (email, other, operation) =>
          (ofAccount.get()?.has(other.toLowerCase()) ?? true) && user.isTaken(email, other, operation),
      },
    },
  },
  {
    ...userTurn(
      'user-put-tells-its-group-of-companies-that-keep-theirs',
      ['B-USR-27', 'B-USR-37'],
      ['put'],
      'A PUT for the account gives its group to the first company of the user, and is answered as if it had to all.',
      (asked, handle) => {
        const [home] = asked.company ? [] : (addressed(asked)?.companies ?? [])
        const { companyGroupId: groupId } = sentWith(asked)
        if (!home || groupId === undefined) return handle(asked)
        return telling(
          first.run(home.companyId, () => handle(asked)),
          (told) => ({ ...told, companies: elementsIn(told['companies']).map((one) => ({ ...one, groupId })) }),
        )
      },
    ),
    rule: {
      user: {
        group: (sent, before, companyId, operation) =>
          user.group((first.get() ?? companyId) === companyId ? sent : before, before, companyId, operation),
      },
    },
  },
]
