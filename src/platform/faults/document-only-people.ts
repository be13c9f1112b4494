import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import { scimRules } from '../rulebook/scim.ts'
import { userRules } from '../rulebook/user.ts'
import { userTurn } from './people-kinds.ts'
import { keepingSubscriptions } from './subscriptions.ts'

const { user } = userRules
const { scim } = scimRules

const isForOneCompany = heldWithin<boolean>()

/** What a PUT with the parameter company does not look at. */
const unlookedInOneCompany = (id: string, breaks: Fault['breaks'], says: string, rule: Fault['rule']): Fault => ({
  ...userTurn(id, breaks, ['put'], says, (asked, handle) =>
    isForOneCompany.run(asked.company !== undefined, () => handle(asked)),
  ),
  rule,
})

/** Quiet breaches by users that came from a server written by the document alone. */
export const documentOnlyPeopleFaults: readonly Fault[] = [
  unlookedInOneCompany(
    'user-put-for-a-company-takes-any-id',
    ['B-USR-28'],
    'The id in the body of a PUT is not looked at where the PUT is for one company.',
    { user: { idHolds: (sent, id) => isForOneCompany.get() === true || user.idHolds(sent, id) } },
  ),
  unlookedInOneCompany(
    'user-put-for-a-company-takes-an-email-in-use',
    ['B-USR-23', 'B-USR-03'],
    'A PUT for one company gives a user the e-mail of another one.',
    {
      user: {
        isTaken: (email, other, operation) => isForOneCompany.get() !== true && user.isTaken(email, other, operation),
      },
    },
  ),
  userTurn(
    'user-delete-of-an-inactive-one-keeps-its-subscription',
    ['B-USR-17'],
    ['delete'],
    'The subscription of a user who was inactive when it was deleted is never given to another one.',
    (asked, handle) => {
      const found = asked.people.persons.get(Number(asked.call.params['userId']))
      return handle(found?.active === false ? keepingSubscriptions(asked) : asked)
    },
  ),
  {
    id: 'scim-remove-of-no-member-empties-the-group',
    breaks: ['B-SCM-19'],
    says: 'A PATCH that removes somebody who is no member of the group takes out all members.',
    rule: {
      scim: {
        removed: (before, named) => (named.some((id) => before.includes(id)) ? scim.removed(before, named) : []),
      },
    },
  },
  {
    id: 'scim-remove-of-some-no-members-ignored',
    breaks: ['B-SCM-19'],
    says: 'A PATCH that removes a member and somebody who is none tells success and removes nobody.',
    rule: {
      scim: {
        removed: (before, named) => (named.every((id) => before.includes(id)) ? scim.removed(before, named) : before),
      },
    },
  },
]
