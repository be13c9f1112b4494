import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { serviceFault } from './service-fault.ts'
import { isStartOfJob, malformedWish, wishSent } from './wish-wire.ts'

const locks = perHouse(() => ({ until: 0 }))

/** Quiet breaches of B-SVC, B-RPT, B-OPT and B-PRV, thought up by another reader of the documents (suites/two-readings). */
export const unheardTreeFaults: readonly Fault[] = [
  serviceFault('equipment-code-before-id', ['B-SVC-09'], 'The code of an equipment goes before its id.', {
    lookedUpBy: (given, table) => (table === 'Equipment' && given.includes('code') ? 'code' : given[0]),
  }),
  serviceFault(
    'source-of-equipment-is-partner',
    ['B-SVC-10'],
    'The source of an address of equipment is BUSINESSPARTNER.',
    {
      source: (type) => (type === 'EQUIPMENT' ? 'BUSINESSPARTNER' : type),
    },
  ),
  serviceFault('activity-external-id-per-call', ['B-SVC-08'], 'Activities of two calls may hold one external id.', {
    onTakenExternalId: (table, _ageMs, _isOfSameType, isOfSameTree) =>
      table === 'Activity' && !isOfSameTree ? 'double' : 'refuse',
  }),
  serviceFault('planned-end-taken', ['B-SVC-30'], 'A planned end that is sent is taken over.', {
    takesReadOnly: (field) => field === 'plannedEndDate',
  }),
  {
    id: 'report-form-key-cut-at-dot',
    breaks: ['B-RPT-13', 'B-RPT-02'],
    says: 'The key of reportParameters.<key> ends at its first dot.',
    rule: { reporting: { key: (name) => name.split('.', 1)[0] ?? '' } },
  },
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
    id: 'optimization-lock-leaks',
    breaks: ['B-OPT-08'],
    says: 'For ten seconds after a malformed request every other one is answered with 409.',
    seam: {
      passage: {
        through: async (request, go, { house }) => {
          if (!isStartOfJob(request.target)) return go(request)
          const lock = locks(house)
          const probe = await go({ ...request, body: Buffer.from('{}') })
          if (probe.status === 400 && house.clock.now() < lock.until) return json(409, { error: 'CONFLICT' })
          const answer = await go(request)
          if (answer.status === 400 && wishSent(request.body)) lock.until = house.clock.now() + 10_000
          return answer
        },
      },
    },
  },
  {
    id: 'optimization-administrator-refused',
    breaks: ['B-PRV-01'],
    says: 'Administrators who are no superusers are refused.',
    rule: {
      optimization: { isPrivileged: (privileges) => privileges === undefined || privileges.includes('SUPERUSER') },
    },
  },
  serviceFault('company-of-others', ['B-PRV-02'], 'A company user reaches all companies of the account.', {
    reaches: (_own, all) => all,
  }),
]
