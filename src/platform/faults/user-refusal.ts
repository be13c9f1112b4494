import type { Fault } from '../deviation.ts'
import { userRules, type UserCause, type UserOperation } from '../rulebook/user.ts'

const { user } = userRules

const refusing = (
  id: string,
  cause: UserCause,
  operation: UserOperation,
  status: number,
  breaks: Fault['breaks'],
): Fault => ({
  id,
  breaks,
  says: `${operation.toUpperCase()} refuses with ${status} (${cause}).`,
  rule: {
    user: {
      status: (why, at) => (why === cause && at === operation ? status : user.status(why, at)),
    },
  },
})

/** Faults of what is refused, and of read-only fields and deletions. */
export const userRefusalFaults: readonly Fault[] = [
  {
    id: 'user-put-other-id-taken',
    breaks: ['B-USR-28'],
    says: 'The id in the body of a PUT is not looked at.',
    rule: { user: { idHolds: () => true } },
  },
  {
    id: 'user-put-other-id-changes-that',
    breaks: ['B-USR-28'],
    says: 'A PUT changes the user that its body names.',
    rule: { user: { idHolds: () => true, means: (_path, body) => body } },
  },
  {
    id: 'user-put-email-taken',
    breaks: ['B-USR-23'],
    says: 'A PUT may take the e-mail of another user.',
    rule: { user: { isTaken: (email, other, at) => at !== 'put' && user.isTaken(email, other, at) } },
  },
  refusing('user-put-email-taken-status-409', 'email-taken', 'put', 409, ['B-USR-23']),
  {
    id: 'user-email-taken-twice',
    breaks: ['B-USR-03', 'B-USR-20'],
    says: 'POST creates a second user with an e-mail.',
    rule: { user: { duplicates: () => true } },
  },
  refusing('user-exists-status-409', 'exists', 'post', 409, ['B-USR-20']),
  ...(['id', 'created', 'lastChanged', 'groupId'] as const).map((name): Fault => ({
    id: {
      id: 'user-id-taken-over',
      created: 'user-created-taken-over',
      lastChanged: 'user-last-changed-taken-over',
      groupId: 'user-member-group-taken-over',
    }[name],
    breaks: ['B-USR-38'],
    says: `The value that a caller sends for ${name} is taken over.`,
    rule: { user: { takesReadOnly: (asked) => asked === name } },
  })),
  {
    id: 'user-delete-not-done',
    breaks: ['B-USR-12', 'B-USR-37'],
    says: 'DELETE tells success and deletes nothing.',
    rule: { user: { persists: (operation) => operation !== 'delete' } },
  },
  {
    id: 'user-delete-status-202',
    breaks: ['B-USR-12'],
    says: 'DELETE is answered with 202.',
    rule: { user: { success: (operation) => (operation === 'delete' ? 202 : user.success(operation)) } },
  },
  {
    id: 'user-delete-takes-another',
    breaks: ['B-USR-37'],
    says: 'DELETE takes the user made before along.',
    rule: { user: { doomed: (id, all) => [id, ...all.filter((other) => other < id).slice(-1)] } },
  },
  {
    id: 'user-delete-again-succeeds',
    breaks: ['B-USR-24'],
    says: 'DELETE of a user that is gone succeeds.',
    rule: {
      user: { status: (cause, at) => (cause === 'not-found' && at === 'delete' ? 200 : user.status(cause, at)) },
    },
  },
  refusing('user-put-unknown-status-409', 'not-found', 'put', 409, ['B-USR-23']),
  {
    id: 'user-put-unknown-creates',
    breaks: ['B-USR-23'],
    says: 'PUT of an unknown user creates one.',
    rule: { user: { creates: () => true } },
  },
  refusing('user-company-of-post-status-422', 'company', 'post', 422, ['B-USR-20']),
]
