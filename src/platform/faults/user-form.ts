import type { Fault } from '../deviation.ts'
import { userRules, type UserOperation } from '../rulebook/user.ts'

const { user } = userRules

/** A user as shown, with one field made otherwise. */
const shownWith = (
  change: (dto: Readonly<Record<string, unknown>>, operation: UserOperation) => unknown,
): Fault['rule'] => ({
  user: { shown: change },
})

/** Faults of users as they are shown. */
export const userFormFaults: readonly Fault[] = [
  {
    id: 'user-id-as-text',
    breaks: ['B-USR-03'],
    says: 'The id of a user is a text.',
    rule: shownWith((dto) => ({ ...dto, id: String(dto['id']) })),
  },
  {
    id: 'user-created-as-number',
    breaks: ['B-USR-03'],
    says: 'created is a number of milliseconds.',
    rule: shownWith((dto) => ({ ...dto, created: Date.parse(String(dto['created'])) })),
  },
  {
    id: 'user-without-last-changed',
    breaks: ['B-USR-03'],
    says: 'A user has no lastChanged.',
    rule: shownWith(({ lastChanged: _, ...dto }) => dto),
  },
  {
    id: 'user-company-id-as-text',
    breaks: ['B-USR-03'],
    says: 'The companies of a user have texts as companyId.',
    rule: {
      user: { memberships: (all) => all.map(({ companyId, groupId }) => ({ companyId: String(companyId), groupId })) },
    },
  },
  {
    id: 'user-get-other',
    breaks: ['B-USR-10'],
    says: 'GET of a user shows another one.',
    rule: { user: { picks: (found, all) => all.find(({ id }) => id === found.id - 1) ?? all[0] ?? found } },
  },
  {
    id: 'user-get-answers-nothing',
    breaks: ['B-USR-10'],
    says: 'GET of a user is answered with an empty body.',
    rule: shownWith((dto, operation) => (operation === 'get' ? undefined : dto)),
  },
  {
    id: 'user-get-unknown-status-200',
    breaks: ['B-USR-19'],
    says: 'GET of an unknown user is answered with 200.',
    rule: {
      user: {
        status: (cause, operation) =>
          cause === 'not-found' && operation === 'get' ? 200 : user.status(cause, operation),
      },
    },
  },
  {
    id: 'user-get-unknown-status-400',
    breaks: ['B-USR-19'],
    says: 'GET of an unknown user is answered with 400.',
    rule: {
      user: {
        status: (cause, operation) =>
          cause === 'not-found' && operation === 'get' ? 400 : user.status(cause, operation),
      },
    },
  },
  {
    id: 'user-group-id-of-list-unknown',
    breaks: ['B-USR-08'],
    says: 'The list shows a groupId that is not the one of the user.',
    rule: {
      user: {
        memberships: (companies) =>
          companies.map(({ companyId, groupId }) => ({ companyId, groupId: groupId === 301 ? 302 : 301 })),
      },
    },
  },
]
