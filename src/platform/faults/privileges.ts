import type { Fault } from '../deviation.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { optimizationRules } from '../rulebook/optimization.ts'
import { peopleRules } from '../rulebook/people.ts'
import { serviceRules } from '../rulebook/service.ts'

const { privilege } = peopleRules
const { service } = serviceRules
const { optimization } = optimizationRules
const { dispatch } = dispatchRules

const isSuperuser = (privileges: readonly string[] | undefined): boolean => privileges?.includes('SUPERUSER') ?? false
const reads = (operation: string): boolean => /(?:^|-)(?:get|list)(?:-|$)/.test(operation)

/** Which privileges are enough, and which are not (B-PRV-01, B-DSP-16). */
export const privilegesFaults: readonly Fault[] = [
  {
    id: 'privilege-any-will-do',
    breaks: ['B-PRV-01'],
    says: 'A user with any privilege is served, whichever it is.',
    rule: {
      privilege: {
        serves: (room, privileges, login, at) => privileges.length > 0 || privilege.serves(room, privileges, login, at),
      },
      service: {
        isPrivileged: (privileges, at) => (privileges ?? []).length > 0 || service.isPrivileged(privileges, at),
      },
      optimization: {
        isPrivileged: (privileges) => (privileges ?? []).length > 0 || optimization.isPrivileged(privileges),
      },
    },
  },
  {
    id: 'privilege-superuser-refused',
    breaks: ['B-PRV-01'],
    says: 'Users and groups are served to administrators, and refused to superusers.',
    rule: {
      privilege: {
        serves: (room, privileges, login, at) =>
          (room === 'crowd' || !isSuperuser(privileges)) && privilege.serves(room, privileges, login, at),
      },
    },
  },
  {
    id: 'privilege-superuser-reads-only',
    breaks: ['B-PRV-01'],
    says: 'A superuser may read users and groups, and change none.',
    rule: {
      privilege: {
        serves: (room, privileges, login, at) =>
          (room === 'crowd' || !isSuperuser(privileges) || reads(at)) && privilege.serves(room, privileges, login, at),
      },
    },
  },
  {
    id: 'service-superuser-refused',
    breaks: ['B-PRV-01'],
    says: 'The Service API is served to administrators, and refused to superusers.',
    rule: {
      service: {
        isPrivileged: (privileges, at) => !isSuperuser(privileges) && service.isPrivileged(privileges, at),
      },
    },
  },
  {
    id: 'service-superuser-reads-only',
    breaks: ['B-PRV-01'],
    says: 'A superuser may read trees, and create none.',
    rule: {
      service: {
        isPrivileged: (privileges, at) =>
          (!isSuperuser(privileges) || reads(at)) && service.isPrivileged(privileges, at),
      },
    },
  },
  {
    id: 'optimization-superuser-refused',
    breaks: ['B-PRV-01'],
    says: 'A re-optimization is started for administrators, and refused to superusers.',
    rule: {
      optimization: {
        isPrivileged: (privileges) => !isSuperuser(privileges) && optimization.isPrivileged(privileges),
      },
    },
  },
  {
    id: 'dispatch-administrator-may-read',
    breaks: ['B-DSP-16'],
    says: 'An administrator who is no superuser may look at assignments.',
    rule: {
      dispatch: {
        isPrivileged: (privileges, at) => privileges.includes('ADMINISTRATOR') || dispatch.isPrivileged(privileges, at),
        mayLook: () => true,
      },
    },
  },
]
