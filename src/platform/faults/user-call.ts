import type { Fault } from '../deviation.ts'
import type { PlatformRequest } from '../http/message.ts'
import { peopleRules } from '../rulebook/people.ts'
import type { UserOperation } from '../rulebook/user.ts'

const { privilege } = peopleRules

const isUserPath = ({ target }: PlatformRequest): boolean => target.startsWith('/api/user/v1/users')

const ignoredCompany = (operation: UserOperation, breaks: Fault['breaks']): Fault => ({
  id: `user-company-of-${operation}-ignored`,
  breaks,
  says: `A company that there is not is ignored by ${operation.toUpperCase()}.`,
  rule: { user: { knowsCompany: (known, at) => known || at === operation } },
})

/** Faults of what every call needs. */
export const userCallFaults: readonly Fault[] = [
  {
    id: 'user-account-of-list-ignored',
    breaks: ['B-USR-18'],
    says: 'A list for an unknown account is one of the own account.',
    wire: {
      request: (request) =>
        request.method === 'GET' && isUserPath(request)
          ? { ...request, target: request.target.replace(/([?&]account=)[^&]+/, '$1acme') }
          : request,
    },
  },
  {
    id: 'user-account-of-list-status-422',
    breaks: ['B-USR-18'],
    says: 'A list for an unknown account is refused with 422.',
    wire: {
      response: (response, request) =>
        request.method === 'GET' && isUserPath(request) && response.status === 400
          ? { ...response, status: 422 }
          : response,
    },
  },
  ignoredCompany('post', ['B-USR-20']),
  ignoredCompany('put', ['B-USR-23']),
  ignoredCompany('delete', ['B-USR-24']),
  ...(['X-Request-ID', 'X-Client-Version'] as const).map((name): Fault => ({
    id: name === 'X-Request-ID' ? 'user-request-id-optional' : 'user-client-version-optional',
    breaks: ['B-USR-30'],
    says: `A call without ${name} is served.`,
    rule: { user: { needsHeader: (asked) => asked !== name } },
  })),
  {
    id: 'user-account-optional',
    breaks: ['B-USR-29'],
    says: 'A call without account is one of the account of its token.',
    rule: { user: { needsAccount: () => false } },
  },
  {
    id: 'user-group-optional',
    breaks: ['B-USR-29'],
    says: 'A user is created without companyGroupId.',
    rule: { user: { needsField: (name) => name !== 'companyGroupId' } },
  },
  {
    id: 'user-email-optional',
    breaks: ['B-USR-29'],
    says: 'A user is created without an e-mail.',
    rule: { user: { needsField: (name) => name !== 'email' } },
  },
  {
    id: 'user-empty-email-taken',
    breaks: ['B-USR-29'],
    says: 'A user is created with an empty e-mail.',
    rule: { user: { takesEmptyEmail: () => true } },
  },
  {
    id: 'user-privileges-not-needed',
    breaks: ['B-PRV-01'],
    says: 'Users without privileges are served by the User API.',
    rule: {
      privilege: {
        serves: (room, privileges, login, at) => room === 'user' || privilege.serves(room, privileges, login, at),
      },
    },
  },
  {
    id: 'user-list-needs-no-privileges',
    breaks: ['B-PRV-01'],
    says: 'Users without privileges may list users.',
    rule: {
      privilege: {
        serves: (room, privileges, login, at) =>
          (room === 'user' && at === 'list') || privilege.serves(room, privileges, login, at),
      },
    },
  },
  {
    id: 'user-writes-need-no-privileges',
    breaks: ['B-PRV-01'],
    says: 'Users without privileges may create, change and delete users.',
    rule: {
      privilege: {
        serves: (room, privileges, login, at) =>
          (room === 'user' && at !== 'list' && at !== 'get') || privilege.serves(room, privileges, login, at),
      },
    },
  },
  {
    id: 'permission-none-reads',
    breaks: ['B-USR-25'],
    says: 'A permission of None to read is one of All.',
    rule: { permission: { right: (right, _resource, action) => (action === 'read' ? 'ALL' : right) } },
  },
]
