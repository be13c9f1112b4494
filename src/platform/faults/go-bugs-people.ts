import type { Fault } from '../deviation.ts'
import { userRules } from '../rulebook/user.ts'
import { scimTurn, sending, sentWith } from './people-kinds.ts'

const { user } = userRules

/** Quiet breaches by a company of the user's, and by its groups. */
export const goBugsPeopleFaults: readonly Fault[] = [
  {
    id: 'user-delete-from-the-first-company-takes-all',
    breaks: ['B-USR-13'],
    says: 'A DELETE for the first company of the account deletes the user from all of them.',
    rule: {
      user: {
        concerned: (all, named, at) => (at === 'delete' && named === all[0] ? all : user.concerned(all, named, at)),
      },
    },
  },
  scimTurn(
    'scim-put-leaves-members-active',
    ['B-SCM-18'],
    ['user-put'],
    'A PUT that makes a member of a group inactive is answered as if it were done, and leaves it active.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const id = Number(asked.call.params['userId'])
      const isMember = asked.people.groups.all().some(({ members }) => members.includes(id))
      return handle(isMember && sent['active'] === false ? sending(asked, { ...sent, active: true }) : asked)
    },
  ),
]
