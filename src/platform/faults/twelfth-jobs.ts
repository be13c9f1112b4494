import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { wishIn } from '../optimization/request.ts'
import { headerIn, jsonIn, passing, withBody } from './passing.ts'

/** What a request asks to re-optimize: the activities and the plugin. */
const sessionOf = (request: PlatformRequest): string => {
  const { activityIds, optimizationPlugin, optimisationPlugin } = jsonIn(request) ?? {}
  const ids = Array.isArray(activityIds) ? activityIds.map(String).sort() : []
  return JSON.stringify([headerIn(request, 'X-Company-Name'), ids, optimizationPlugin ?? optimisationPlugin])
}

const isStart = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && /\/actions\/re-optimize(?:\?|$)/.test(target)

const queues = perHouse((): PlatformRequest[] => [])
const windows = perHouse(() => new Map<string, { readonly start: unknown; readonly end: unknown }>())

/** Quiet breaches of re-optimization that a twelfth reader thought up (suites/two-readings). */
export const twelfthJobFaults: readonly Fault[] = [
  passing(
    'optimization-refused-start-is-queued',
    ['B-OPT-08'],
    'A start that is refused because a job runs is carried out when that one has ended.',
    async (request, go, { house }) => {
      const queue = queues(house)
      const [next] = queue
      if (next && (await go(next)).status === 202) queue.shift()
      const response = await go(request)
      if (isStart(request) && response.status === 409) queue.push(request)
      return response
    },
  ),
  passing(
    'optimization-window-of-the-job-before',
    ['B-OPT-10'],
    'A start with the activities and the plugin of one before is scheduled within the window of that one.',
    async (request, go, { house }) => {
      const sent = isStart(request) ? jsonIn(request) : undefined
      // What is malformed is refused as it is everywhere.
      const isWhole = typeof wishIn(request.body, house.rules.optimization) !== 'string'
      if (!sent || !isWhole) return go(request)
      const known = windows(house).get(sessionOf(request))
      const response = await go(known ? withBody(request, Buffer.from(JSON.stringify({ ...sent, ...known }))) : request)
      if (!known && response.status === 202)
        windows(house).set(sessionOf(request), { start: sent['start'], end: sent['end'] })
      return response
    },
  ),
]
