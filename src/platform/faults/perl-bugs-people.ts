import { randomUUID } from 'node:crypto'
import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import { userRules } from '../rulebook/user.ts'
import { knownGroups } from '../world/groups.ts'
import { sending, sentWith, telling, userTurn } from './people-kinds.ts'

const { user } = userRules

const besideAnEmail = heldWithin<boolean>()
const besideAName = heldWithin<boolean>()

const inAnyName = userTurn(
  'user-name-filter-case-beside-an-email',
  ['B-USR-06'],
  ['list'],
  'Beside the filter email the filter name heeds letter case.',
  (asked, handle) => besideAnEmail.run(asked.call.query.get('email') !== undefined, () => handle(asked)),
)

const inAnyEmail = userTurn(
  'user-email-filter-case-beside-a-name',
  ['B-USR-06'],
  ['list'],
  'Beside the filter name the filter email heeds letter case.',
  (asked, handle) => besideAName.run(asked.call.query.get('name') !== undefined, () => handle(asked)),
)

/** A creation for a company alone is done without one of the fields that it needs. */
const optionalForACompany = (id: string, field: 'companyGroupId' | 'email', value: () => unknown): Fault =>
  userTurn(
    id,
    ['B-USR-09', 'B-USR-29'],
    ['post'],
    `A POST for a company is taken without ${field}.`,
    (asked, handle) => {
      const sent = sentWith(asked)
      return handle(asked.company && !(field in sent) ? sending(asked, { ...sent, [field]: value() }) : asked)
    },
  )

/** Quiet breaches of users that a server in Perl showed. */
export const perlBugsPeopleFaults: readonly Fault[] = [
  userTurn(
    'user-put-moves-created',
    ['B-USR-03'],
    ['put'],
    'created is the moment of the last PUT.',
    (asked, handle) => {
      const response = handle(asked)
      const { persons } = asked.people
      const changed = persons.get(Number(asked.call.params['userId']))
      if (response.status >= 300 || !changed) return response
      persons.put({ ...changed, created: changed.lastChanged }, asked.call.journal)
      return telling(response, (shown) => ({ ...shown, created: shown['lastChanged'] }))
    },
  ),
  {
    ...inAnyName,
    rule: {
      user: {
        nameMatches: (asked, name) => (besideAnEmail.get() ? asked === name : user.nameMatches(asked, name)),
      },
    },
  },
  {
    ...inAnyEmail,
    rule: {
      user: {
        emailMatches: (asked, email) => (besideAName.get() ? asked === email : user.emailMatches(asked, email)),
      },
    },
  },
  {
    id: 'user-later-sorts-never-descend',
    breaks: ['B-USR-06'],
    says: 'Of several sorts the first alone can descend.',
    rule: {
      user: { sorts: (all) => all.map((text, at) => (at === 0 ? text : text.replace(/\bdesc\b/i, 'asc'))) },
    },
  },
  optionalForACompany('user-group-optional-for-a-company', 'companyGroupId', () => knownGroups[0]),
  optionalForACompany('user-email-optional-for-a-company', 'email', () => `${randomUUID()}@fieldproof.example`),
]
