import type { Variant } from '../deviation.ts'
import { assignmentOf, everyAssignment, timeoutMs, type Assignment } from '../dispatch/assignments.ts'
import { activityIn } from '../faults/fifth-dispatch.ts'
import { askedOf, isWell } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { through } from './lawful.ts'
import { isFieldList, objectSent } from './turned-away.ts'

const isDispatch = (request: PlatformRequest): boolean =>
  /\/cloud-partner-dispatch-service\/|\/assignment-details/.test(askedOf(request).path)

/** The activities that a request acts on. */
function activitiesOf(request: PlatformRequest): readonly string[] {
  const { path, method } = askedOf(request)
  if (method === 'PUT') return [activityIn(decodeURIComponent(path.split('/').at(-1) ?? ''))]
  const sent = objectSent(request)
  return [sent, ...elementsIn(sent['items']).filter(isFieldList)].map((one) => activityIn(one['activityId']))
}

/** How many requests came since an assignment was accepted. */
const since = perHouse(() => new Map<Assignment, number>())

/** Lawful servers of dispatching that a second look at the checks named. */
export const secondLookDispatchVariants: readonly Variant[] = [
  through(
    'dispatch-handing-over-is-another-action',
    ['B-DSP-04', 'B-DSP-19'],
    'An update that names another technician than the one whom the activity was planned to is refused with 403.',
    async (request, go, { house }) => {
      const isUpdate = request.method === 'PUT' && isDispatch(request)
      const found = isUpdate ? assignmentOf(house, activitiesOf(request)[0] ?? '') : undefined
      const { responsible } = objectSent(request)
      const isOther = typeof responsible === 'string' && responsible.toUpperCase() !== found?.technicianId.toUpperCase()
      if (!found || !isOther) return go(request)
      // What is refused for another reason is refused for that.
      const sent = JSON.stringify({ ...objectSent(request), responsible: found.technicianId })
      const before = { ...found }
      const response = await go({ ...request, body: Buffer.from(sent) })
      if (!isWell(response)) return response
      Object.assign(found, before)
      return json(403, { title: 'Forbidden', detail: 'hand it over' })
    },
  ),
  {
    ...through(
      'dispatch-time-out-noted-by-the-next-call',
      ['B-DSP-17', 'B-DSP-21'],
      'A partner who was too late is out of it when next somebody acts on the activity: then its status is empty.',
      async (request, go, { house }) => {
        const response = await go(request)
        if (!isDispatch(request) || request.method === 'GET') return response
        for (const id of activitiesOf(request)) {
          const found = assignmentOf(house, id)
          if (found?.status === 'NOTIFIED' && house.clock.now() - found.notifiedAt >= timeoutMs) found.status = null
        }
        return response
      },
    ),
    alone: true,
  },
  {
    ...through(
      'dispatch-workflow-goes-on-by-itself',
      ['B-DSP-23', 'B-SVC-19'],
      'A moment after it was accepted, the executionStage of an activity is EXECUTION.',
      async (request, go, { house }) => {
        const response = await go(request)
        if (!isDispatch(request)) return response
        for (const one of everyAssignment(house)) {
          if (one.status !== 'ACCEPTED' || one.released) continue
          const count = (since(house).get(one) ?? 0) + 1
          since(house).set(one, count)
          if (count === 2) one.activity = { ...one.activity, executionStage: 'EXECUTION' }
        }
        return response
      },
    ),
    alone: true,
  },
]
