import type { Fault } from '../deviation.ts'
import { serviceFault } from './service-fault.ts'
import { malformedWish } from './wish-wire.ts'

/** Quiet breaches of B-SVC, B-RPT, B-OPT and B-PRV, thought up by another reader of the documents (suites/two-readings). */
export const unheardTreeFaults: readonly Fault[] = [
  serviceFault('equipment-code-before-id', ['B-SVC-09'], 'The code of an equipment goes before its id.', {
    lookedUpBy: (given, table) => (table === 'Equipment' && given.includes('code') ? 'code' : given[0]),
  }),
  serviceFault('activity-external-id-per-call', ['B-SVC-08'], 'Activities of two calls may hold one external id.', {
    onTakenExternalId: (table, _ageMs, _isOfSameType, isOfSameTree) =>
      table === 'Activity' && !isOfSameTree ? 'double' : 'refuse',
  }),
  serviceFault('planned-end-taken', ['B-SVC-30'], 'A planned end that is sent is taken over.', {
    takesReadOnly: (field) => field === 'plannedEndDate',
  }),
  {
    id: 'optimization-syntax-error-of-framework',
    breaks: ['B-OPT-06'],
    says: 'A body that is no JSON gets a 400 with timestamp, status and message.',
    wire: malformedWish(
      (wish) => wish === undefined,
      () => ({ timestamp: '2031-01-01T00:00:00Z', status: 400, message: 'JSON parse error' }),
    ),
  },
  {
    id: 'optimization-administrator-refused',
    breaks: ['B-PRV-01', 'B-OPT-04'],
    says: 'Administrators who are no superusers are refused.',
    rule: {
      optimization: { isPrivileged: (privileges) => privileges === undefined || privileges.includes('SUPERUSER') },
    },
  },
  serviceFault('company-of-others', ['B-PRV-02'], 'A company user reaches all companies of the account.', {
    reaches: (_own, all) => all,
  }),
]
