import type { Fault } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { perHouse } from '../house.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { activityIn, dispatchFault, isAct } from './fifth-dispatch.ts'
import { isWell, jsonIn, passing, refused } from './passing.ts'

const { dispatch } = dispatchRules

/** Activities of which the notification is used up. */
const usedUp = perHouse(() => new Set<string>())

/** Quiet breaches of dispatching, of two things in interplay, that a seventeenth reader thought up (suites/two-readings). */
export const seventeenthDispatchFaults: readonly Fault[] = [
  passing(
    'dispatch-accept-refused-after-one-by-another-partner',
    ['B-DSP-09'],
    'What another partner tried to accept in vain cannot be accepted until it is notified again.',
    async (request, go, { house }) => {
      const isAccept = isAct(request, 'accept')
      if (!isAccept && !isAct(request, 'notify')) return go(request)
      const id = activityIn(jsonIn(request)?.['activityId'])
      const known = usedUp(house)
      if (isAccept && known.has(id)) return refused(409, 'there is no notification')
      const response = await go(request)
      if (!isAccept && isWell(response)) known.delete(id)
      const isOfAnother = response.status === 404 && response.body.includes('planned to another partner')
      if (isAccept && isOfAnother && assignmentOf(house, id)?.status === 'NOTIFIED') known.add(id)
      return response
    },
  ),
  dispatchFault(
    'accept-from-confirmed-after-a-reject',
    'B-DSP-14',
    'What was rejected once is accepted from CONFIRMED, without another notification.',
    {
      startsFrom: (action, status, past) =>
        (action === 'accept' && status === 'CONFIRMED' && past.rejectedBy.length > 0) ||
        dispatch.startsFrom(action, status, past),
    },
  ),
]
