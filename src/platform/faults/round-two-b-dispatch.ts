import type { Fault } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { problem } from '../header-context.ts'
import type { House } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { isFieldList, objectSent } from '../variants/turned-away.ts'
import { activityIn, dispatchFault, isAct } from './fifth-dispatch.ts'
import { isWell, passing, withJson } from './passing.ts'

const { dispatch } = dispatchRules

/** The batch without the items whose activity is not there; undefined where all are, or none is. */
function knownOf(request: PlatformRequest, house: House): PlatformRequest | undefined {
  const items = isAct(request, 'accept/batch') ? objectSent(request)['items'] : undefined
  if (!Array.isArray(items)) return undefined
  const isUnknown = (item: unknown): boolean =>
    isFieldList(item) &&
    typeof item['activityId'] === 'string' &&
    assignmentOf(house, activityIn(item['activityId'])) === undefined
  const known = (items as readonly unknown[]).filter((item) => !isUnknown(item))
  return known.length > 0 && known.length < items.length
    ? withJson(request, (body) => ({ ...body, items: known }))
    : undefined
}

/** Quiet breaches of partner dispatching: what a join, a copied handler or an early event does. */
export const roundTwoBDispatchFaults: readonly Fault[] = [
  passing(
    'dispatch-batch-unknown-beside-known-left-out',
    ['B-DSP-24'],
    'An item of a batch that names no activity is left out where another names one: nothing tells that it failed.',
    (request, go, { house }) => go(knownOf(request, house) ?? request),
  ),
  passing(
    'dispatch-batch-unknown-404-and-the-rest-done',
    ['B-DSP-24'],
    'A batch that names an unknown activity is answered 404, and what it names besides is accepted.',
    async (request, go, { house }) => {
      const known = knownOf(request, house)
      const response = await go(known ?? request)
      return known && isWell(response) ? problem(404, 'Not found', 'there is no such activity') : response
    },
  ),
  dispatchFault('confirm-reaches-others', 'B-DSP-06', 'confirm confirms every planned activity of the partner.', {
    reachesOthers: (action) => action === 'confirm',
  }),
  dispatchFault('accept-reaches-others', 'B-DSP-09', 'accept accepts every NOTIFIED activity of the partner.', {
    reachesOthers: (action) => action === 'accept',
  }),
  dispatchFault(
    'update-of-the-start-alone-ignored',
    'B-DSP-28',
    'An update that moves the start alone changes nothing.',
    {
      updates: (sent, before, technicianId) =>
        sent['endDateTime'] === before['endDateTime'] && sent['responsible'] === before['responsible']
          ? before
          : dispatch.updates(sent, before, technicianId),
    },
  ),
  ...(['confirm', 'notify', 'reject'] as const).map((which) =>
    dispatchFault(`refused-${which}-event`, 'B-DSP-19', `A ${which} that is refused triggers a business event.`, {
      echoes: (action) => action === which,
    }),
  ),
]
