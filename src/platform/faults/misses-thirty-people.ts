import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import { userRules } from '../rulebook/user.ts'
import { elementsIn, scimTurn, sending, sentWith, userTurn } from './people-kinds.ts'
import { askingOtherwise } from './unlooked-people.ts'

const { user } = userRules

/** Quiet breaches of lists and of the third of several. */
export const missesThirtyPeopleFaults: readonly Fault[] = [
  {
    id: 'user-sort-by-name-is-by-first-name',
    breaks: ['B-USR-06'],
    says: 'A list that is to be sorted by name is sorted by firstName.',
    rule: {
      user: {
        sort: (text) => {
          const sort = user.sort(text)
          return sort?.property === 'name' ? { ...sort, property: 'firstName' } : sort
        },
      },
    },
  },
  userTurn(
    'user-active-lost-on-later-pages',
    ['B-USR-06'],
    ['list'],
    'Pages behind the first one are those of a list without the filter active.',
    (asked, handle) =>
      handle(
        Number(asked.call.query.get('Page') ?? 0) > 0
          ? askingOtherwise(asked, (name, query) => (name === 'active' ? undefined : query.get(name)))
          : asked,
      ),
  ),
  scimTurn(
    'scim-third-email-dropped',
    ['B-SCM-18'],
    ['user-post', 'user-put'],
    'Of the e-mails of a user the first two are kept.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const emails = elementsIn(sent['emails'])
      return handle(emails.length > 2 ? sending(asked, { ...sent, emails: emails.slice(0, 2) }) : asked)
    },
  ),
  userTurn(
    'user-delete-of-a-member-crashes',
    ['B-USR-12'],
    ['delete'],
    'A DELETE of a user who is a member of a group is answered with 500.',
    (asked, handle) => {
      const id = Number(asked.call.params['userId'])
      const isMember = asked.people.groups.all().some(({ members }) => members.includes(id))
      return isMember ? json(500, { message: 'internal error' }) : handle(asked)
    },
  ),
]
