import type { Fault } from '../deviation.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { peopleRules } from '../rulebook/people.ts'
import { scimGroupFaults } from './scim-groups.ts'
import { scimUserFaults } from './scim-users.ts'

const { bearer } = authorizationRules
const { privilege } = peopleRules

const ofScim = (operation: string): boolean => operation.startsWith('scim-')

const accessFaults: readonly Fault[] = [
  {
    id: 'scim-invalid-token-taken',
    breaks: ['A-AUT-01'],
    says: 'The SCIM API accepts a token that was never issued.',
    rule: {
      bearer: { accepts: (state, room, at) => (ofScim(at) && state === 'unknown') || bearer.accepts(state, room, at) },
    },
  },
  {
    id: 'scim-invalid-token-status-403',
    breaks: ['A-AUT-01'],
    says: 'The SCIM API refuses a token that was never issued with 403.',
    wire: {
      response: (response, request) =>
        response.status === 401 && /\/scim\/v2\//.test(request.target) ? { ...response, status: 403 } : response,
    },
  },
  {
    id: 'scim-no-token-taken',
    breaks: ['A-AUT-05'],
    says: 'The SCIM API serves calls without a token.',
    rule: {
      bearer: { accepts: (state, room, at) => (ofScim(at) && state === 'none') || bearer.accepts(state, room, at) },
    },
  },
  {
    id: 'scim-privileges-not-needed',
    breaks: ['B-PRV-01'],
    says: 'Users without privileges are served by the SCIM API.',
    rule: {
      privilege: {
        serves: (room, privileges, login, at) => room === 'scim' || privilege.serves(room, privileges, login, at),
      },
    },
  },
  {
    id: 'scim-reads-need-no-privileges',
    breaks: ['B-PRV-01'],
    says: 'Users without privileges may read with the SCIM API.',
    rule: {
      privilege: {
        serves: (room, privileges, login, at) =>
          (room === 'scim' && /-(?:list|get)$/.test(at)) || privilege.serves(room, privileges, login, at),
      },
    },
  },
  {
    id: 'scim-patch-needs-no-privileges',
    breaks: ['B-PRV-01'],
    says: 'Users without privileges may patch groups.',
    rule: {
      privilege: {
        serves: (room, privileges, login, at) => at === 'group-patch' || privilege.serves(room, privileges, login, at),
      },
    },
  },
]

/** Faults of B-SCM. */
export const scimFaults: readonly Fault[] = [...scimUserFaults, ...scimGroupFaults, ...accessFaults]
