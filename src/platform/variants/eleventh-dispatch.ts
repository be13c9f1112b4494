import type { Variant } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { jsonIn } from '../faults/passing.ts'
import { json } from '../http/answers.ts'
import { dispatchRules, type DispatchAction, type Planned } from '../rulebook/dispatch.ts'
import { through } from './lawful.ts'

const { dispatch } = dispatchRules

/** How an activity is planned, and was before. */
const rounds = (one: Planned): readonly Planned[] => [one, ...(one.before ? rounds(one.before) : [])]

const stages: Readonly<Partial<Record<DispatchAction, ReturnType<typeof dispatch.alters>['activity']>>> = {
  notify: { executionStage: 'DISPATCHING' },
  accept: { status: 'READY', executionStage: 'EXECUTION', checkedout: true },
  'batch-accept': { status: 'READY', executionStage: 'EXECUTION', checkedout: true },
  reject: { status: 'OPEN', executionStage: 'DISPATCHING' },
}

const single = /\/cloud-partner-dispatch-service\/api\/partner-dispatch\/v1\/(?:confirm|notify|reject|accept|release)$/

/** Lawful readings of B-DSP, thought up by an eleventh reader (suites/two-readings). */
export const eleventhDispatchVariants: readonly Variant[] = [
  through(
    'dispatch-answers-tell-the-status-before',
    ['B-DSP-23'],
    'confirm, notify, reject, accept and release are answered 201 with the assignment as it was before.',
    async (request, go, { house }) => {
      const isSingle = request.method === 'POST' && single.test(request.target.split('?')[0] ?? '')
      const activityId = isSingle ? jsonIn(request)?.['activityId'] : undefined
      if (typeof activityId !== 'string') return go(request)
      const { status, state, released } = assignmentOf(house, activityId) ?? {}
      const response = await go(request)
      return response.status === 201
        ? json(201, { activityId, partnerDispatchingStatus: status ?? null, State: state, released })
        : response
    },
  ),
  {
    id: 'dispatch-steps-set-the-activity-too',
    leaves: ['B-DSP-09', 'B-DSP-23'],
    says: 'notify, reject and accept set status, executionStage and checkedout of the activity, as release does in its way.',
    rule: {
      dispatch: {
        alters: (action, past) => {
          const activity = stages[action]
          return { ...dispatch.alters(action, past), ...(activity ? { activity } : {}) }
        },
      },
    },
  },
  {
    id: 'dispatch-technicians-of-the-partner-only',
    leaves: ['B-DSP-04'],
    says: 'An update whose responsible is no technician of the partner’s is refused with 404.',
    rule: {
      dispatch: {
        knowsTechnician: (responsible, of, activities) =>
          activities()
            .flatMap(rounds)
            .some(
              ({ partner, technicianId }) =>
                partner === of && technicianId.toLowerCase() === String(responsible).toLowerCase(),
            ),
      },
    },
  },
]
