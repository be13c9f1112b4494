import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { objectSent } from '../variants/turned-away.ts'
import { headerIn, isWell, passing } from './passing.ts'

const served = perHouse(() => new Set<string>())

/** Another answer where a token that was served before is no longer valid. */
const onceServed = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  concerns: (request: PlatformRequest) => boolean,
  answer: (request: PlatformRequest) => PlatformResponse,
): Fault =>
  passing(id, breaks, says, async (request, go, { house }) => {
    const response = await go(request)
    const token = headerIn(request, 'Authorization') ?? ''
    if (isWell(response)) served(house).add(token)
    return response.status === 401 && served(house).has(token) && concerns(request) ? answer(request) : response
  })

/** Interfaces of part B that meet a token whose time is over. */
export const fieldExpiredFaults: readonly Fault[] = [
  onceServed(
    'crowd-deletion-with-expired-token',
    ['B-CRW-19', 'A-TOK-21'],
    'A deletion with an expired token is answered 204.',
    ({ method, target }) => method === 'DELETE' && target.includes('/api/crowd/v2/technicians'),
    () => empty(204),
  ),
  onceServed(
    'dispatch-expired-token-crashes',
    ['B-DSP-15', 'A-TOK-21'],
    'An expired token is answered 500.',
    ({ target }) => /\/partner-dispatch\/v1\/|\/assignment-details/.test(target),
    () => json(500, { title: 'Internal Server Error' }),
  ),
  onceServed(
    'report-built-with-expired-token',
    ['A-AUT-01', 'A-TOK-21'],
    'A report is built with an expired token.',
    ({ target }) => /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(target),
    (request) => json(200, objectSent(request)),
  ),
]
