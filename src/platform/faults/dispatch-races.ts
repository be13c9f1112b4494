import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { DispatchAction } from '../rulebook/dispatch.ts'
import { headerIn, isWell, jsonIn, passing, withJson } from './passing.ts'
import { pause } from './pause.ts'

const race = (id: string, says: string, gap: (action: DispatchAction) => Promise<void> | undefined): Fault => ({
  id: `dispatch-${id}`,
  breaks: ['B-DSP-14'],
  says,
  seam: { dispatch: { gap } },
})

/** Whether a confirm has looked, and not yet changed anything. */
let isConfirming = false

/** Activities whose accept was refused, by the token that it came with. */
const refused = perHouse(() => new Map<string, unknown>())

/** Faults of partner dispatching that only calls at the same moment show. */
export const dispatchRaceFaults: readonly Fault[] = [
  race('notify-looks-too-early', 'notify looks at the status some time before it changes it.', (action) =>
    action === 'notify' ? pause() : undefined,
  ),
  race('batch-accept-looks-too-early', 'A batch looks at the status some time before it changes it.', (action) =>
    action === 'batch-accept' ? pause() : undefined,
  ),
  race(
    'confirm-overwrites-notify',
    'A confirm that began before another one ends after it, and what was notified meanwhile is CONFIRMED again.',
    (action) => {
      if (action !== 'confirm' || isConfirming) return undefined
      isConfirming = true
      return pause().finally(() => {
        isConfirming = false
      })
    },
  ),
  passing(
    'dispatch-refused-accept-lists-it-yet',
    ['B-DSP-21', 'B-DSP-25'],
    'An activity that a partner may not accept is in its list of ACCEPTED when it tried to.',
    async (request, go, { house }) => {
      const response = await go(request)
      const token = headerIn(request, 'Authorization') ?? ''
      const { method, target } = request
      if (method === 'POST' && target.endsWith('/partner-dispatch/v1/accept') && response.status >= 400)
        refused(house).set(token, jsonIn(request)?.['activityId'])
      const id = refused(house).get(token)
      const asks = method === 'GET' && /\/assignment-details\?.*=ACCEPTED/.test(target)
      if (!asks || id === undefined || !isWell(response)) return response
      const row = { activity: { id }, serviceAssignment: { partnerDispatchingStatus: 'ACCEPTED' } }
      return withJson(response, (body) =>
        Object.fromEntries(
          Object.entries(body).map(([name, value]) => [
            name,
            Array.isArray(value) ? [...(value as unknown[]), row] : value,
          ]),
        ),
      )
    },
  ),
]
