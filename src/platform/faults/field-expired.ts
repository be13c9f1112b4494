import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { objectSent } from '../variants/turned-away.ts'
import { headerIn, isWell, passing } from './passing.ts'

const served = perHouse(() => new Set<string>())

/** Another answer to what is refused for its token, by whether that token was served before. */
const refusedThough =
  (wasServed: boolean) =>
  (
    id: string,
    breaks: Fault['breaks'],
    says: string,
    concerns: (request: PlatformRequest) => boolean,
    answer: (request: PlatformRequest) => PlatformResponse,
  ): Fault =>
    passing(id, breaks, says, async (request, go, { house }) => {
      const response = await go(request)
      const token = headerIn(request, 'Authorization')
      if (token === undefined) return response
      if (isWell(response)) served(house).add(token)
      const isMeant = served(house).has(token) === wasServed
      return response.status === 401 && isMeant && concerns(request) ? answer(request) : response
    })

export const onceServed = refusedThough(true)
const neverServed = refusedThough(false)

const latest = perHouse(() => ({ token: undefined as string | undefined }))

/** What is refused for its token is done with the one that was served last. */
const refusedYetDone = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  lists: (request: PlatformRequest) => boolean,
  concerns: (request: PlatformRequest) => boolean,
): Fault =>
  passing(id, breaks, says, async (request, go, { house }) => {
    const response = await go(request)
    const known = latest(house)
    const own = headerIn(request, 'Authorization')
    if (isWell(response) && lists(request)) known.token = own
    if (response.status === 401 && own !== undefined && known.token !== undefined && concerns(request)) {
      const headers = request.headers.map(
        ([name, value]) => [name, name.toLowerCase() === 'authorization' ? (known.token ?? value) : value] as const,
      )
      await go({ ...request, headers })
    }
    return response
  })

const isDispatch = (method: string, path: RegExp) => (request: PlatformRequest) =>
  request.method === method && path.test(request.target)

const technicians = '/api/crowd/v2/technicians'

/** Interfaces of part B that meet a token whose time is over, or that was never issued. */
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
    'dispatch-release-takes-an-expired-token',
    ['B-DSP-15', 'A-TOK-21'],
    'A release with an expired token is answered 201.',
    isDispatch('POST', /\/partner-dispatch\/v1\/release$/),
    () => json(201, {}),
  ),
  neverServed(
    'dispatch-reject-takes-an-invented-token',
    ['B-DSP-15'],
    'A reject with a token that was never issued is answered 201.',
    isDispatch('POST', /\/partner-dispatch\/v1\/reject$/),
    () => json(201, {}),
  ),
  neverServed(
    'dispatch-update-takes-an-invented-token',
    ['B-DSP-15'],
    'An update with a token that was never issued is answered 404, as any of an activity that is not there.',
    isDispatch('PUT', /\/assignment-details/),
    () => json(404, { title: 'Not found' }),
  ),
  refusedYetDone(
    'dispatch-accept-with-an-invented-token-refused-yet-done',
    ['B-DSP-15'],
    'An accept with a token that was never issued is answered 401, and done.',
    ({ method, target }) => method === 'GET' && target.includes('/assignment-details'),
    isDispatch('POST', /\/partner-dispatch\/v1\/accept$/),
  ),
  neverServed(
    'crowd-writes-take-an-invented-token',
    ['B-CRW-19'],
    'Technicians and addresses are written with a token that was never issued.',
    ({ method, target }) => (method === 'POST' || method === 'PUT') && target.includes(technicians),
    (request) => json(201, { results: [objectSent(request)] }),
  ),
  refusedYetDone(
    'crowd-create-with-an-invented-token-refused-yet-done',
    ['B-CRW-19'],
    'The creation of a technician with a token that was never issued is answered 401, and done.',
    ({ method, target }) => method === 'GET' && target.includes(technicians),
    ({ method, target }) => method === 'POST' && target.endsWith(technicians),
  ),
  onceServed(
    'report-built-with-expired-token',
    ['A-AUT-01', 'A-TOK-21'],
    'A report is built with an expired token.',
    ({ target }) => /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(target),
    (request) => json(200, objectSent(request)),
  ),
]
