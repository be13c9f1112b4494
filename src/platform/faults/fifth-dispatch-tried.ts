import type { Fault } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { perHouse } from '../house.ts'
import { empty } from '../http/answers.ts'
import { objectSent } from '../variants/turned-away.ts'
import { activityIn, isAct } from './fifth-dispatch.ts'
import { inBatch, itemsIn } from './fifth-dispatch-calls.ts'
import { headerIn, passing, refused } from './passing.ts'

const tried = perHouse(() => new Set<string>())

/** Beside what a fifth reader thought up: what was tried wrongly once, and what is looked for before the token. */
export const fifthDispatchTriedFaults: readonly Fault[] = [
  ...(['confirm', 'reject', 'accept'] as const).map((action) =>
    passing(
      `dispatch-${action}-refused-after-another-technician`,
      [{ confirm: 'B-DSP-06', reject: 'B-DSP-08', accept: 'B-DSP-09' }[action]],
      `A ${action} for another technician is refused, and so is each one after it.`,
      (request, go, { house }) => {
        if (!isAct(request, action)) return go(request)
        const { activityId, technicianid } = objectSent(request)
        const found = assignmentOf(house, String(activityId))
        if (found && technicianid !== undefined && found.technicianId !== technicianid)
          tried(house).add(activityIn(activityId))
        return found && tried(house).has(activityIn(activityId))
          ? Promise.resolve(refused(404, 'not found'))
          : go(request)
      },
    ),
  ),
  passing(
    'dispatch-batch-of-nothing-needs-no-token',
    ['B-DSP-26', 'B-DSP-15'],
    'A batch of unknown activities is answered 207 without a token.',
    inBatch(async (request, go, house) => {
      const response = await go(request)
      const isUnknown = itemsIn(request).every(({ activityId }) => !assignmentOf(house, String(activityId)))
      return response.status === 401 && isUnknown && !headerIn(request, 'Authorization')
        ? {
            ...empty(207),
            headers: [['Content-Type', 'application/json']],
            body: Buffer.from(JSON.stringify({ hasErrors: true, results: [] })),
          }
        : response
    }),
  ),
]
