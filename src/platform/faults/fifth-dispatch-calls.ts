import type { Fault } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { perHouse, type House } from '../house.ts'
import { empty } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { objectSent } from '../variants/turned-away.ts'
import { activityIn, dispatchFault, isAct, keyOf } from './fifth-dispatch.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, refused, type Json, withJson } from './passing.ts'

const updated = /\/api\/v1\/assignment-details\/([^/]+)$/
export const itemsIn = (request: PlatformRequest): readonly Json[] => {
  const { items } = objectSent(request)
  return Array.isArray(items) ? (items as Json[]) : []
}
const resultsIn = (response: { readonly body: Buffer }): readonly Json[] =>
  (jsonIn(response)?.['results'] ?? []) as Json[]

const leftOver = perHouse(() => new Map<string, readonly Json[]>())
const poisoned = perHouse(() => new Set<string>())
const lastEnd = perHouse(() => new Map<string, unknown>())
const confirmed = perHouse(() => new Map<string, unknown>())
const lastCompany = perHouse(() => new Map<string, string | undefined>())

export const inBatch =
  (through: (request: PlatformRequest, go: Go, house: House) => ReturnType<Go>) =>
  (request: PlatformRequest, go: Go, { house }: { readonly house: House }) =>
    isAct(request, 'accept/batch') ? through(request, go, house) : go(request)
type Go = Parameters<Parameters<typeof passing>[3]>[1]

const batches: readonly Fault[] = [
  passing(
    'dispatch-batch-accepts-confirmed-beside-notified',
    ['B-DSP-24'],
    'A batch accepts what is CONFIRMED beside what is NOTIFIED.',
    inBatch(async (request, go, house) => {
      const all = itemsIn(request).map(({ activityId }) => assignmentOf(house, String(activityId)))
      if (all.some((one) => one?.status === 'NOTIFIED'))
        for (const one of all)
          if (one?.status === 'CONFIRMED') Object.assign(one, { status: 'NOTIFIED', notifiedAt: house.clock.now() })
      return go(request)
    }),
  ),
  passing(
    'dispatch-batch-counts-technicians',
    ['B-DSP-18'],
    'A batch takes any number of items with at most 50 technicians.',
    inBatch(async (request, go) => {
      const items = itemsIn(request)
      const technicians = new Set(items.map(({ technicianId }) => technicianId))
      if (items.length <= 50 || technicians.size > 50) return go(request)
      let last = empty(201)
      for (let at = 0; at < items.length; at += 50)
        last = await go(withJson(request, () => ({ items: items.slice(at, at + 50) })))
      return last
    }),
  ),
  passing(
    'dispatch-batch-tells-of-the-last',
    ['B-DSP-24', 'B-DSP-11'],
    'A batch is told with the items that failed in the one before.',
    inBatch(async (request, go, house) => {
      const response = await go(request)
      if (!isWell(response)) return response
      const before = leftOver(house).get(keyOf(request)) ?? []
      leftOver(house).set(
        keyOf(request),
        resultsIn(response).filter(({ status }) => Number(status) >= 300),
      )
      return before.length === 0
        ? response
        : {
            ...withJson(response, () => ({ hasErrors: true, results: [...before, ...resultsIn(response)] })),
            status: 207,
          }
    }),
  ),
  passing(
    'dispatch-batch-told-done-behind-a-failure',
    ['B-DSP-24'],
    'Items behind one that failed are told as done, and are not.',
    inBatch(async (request, go, house) => {
      const stood = itemsIn(request).map(({ activityId }) => assignmentOf(house, String(activityId)))
      const before = stood.map((one) => one?.status)
      const response = await go(request)
      const results = resultsIn(response)
      const first = results.findIndex(({ status }) => Number(status) >= 300)
      if (first < 0) return response
      for (const [at, one] of stood.entries())
        if (one && at > first) Object.assign(one, { status: before[at], acceptedBy: undefined })
      return response
    }),
  ),
  dispatchFault(
    'result-names-technician-of-the-failed',
    'B-DSP-11',
    'Results behind one that failed name its technician.',
    {
      results: (results) => {
        const first = results.findIndex(({ status }) => status >= 300)
        return results.map((one, at) =>
          first >= 0 && at > first ? { ...one, technicianId: results[first]?.technicianId ?? '' } : one,
        )
      },
    },
  ),
  passing(
    'dispatch-status-of-others-as-text',
    ['B-DSP-11'],
    'The status of an item that is another partner’s is a text.',
    inBatch(async (request, go) => {
      const response = await go(request)
      return withJson(response, (body) => ({
        ...body,
        ...(Array.isArray(body['results'])
          ? {
              results: (body['results'] as Json[]).map((one) =>
                String((one['error'] as Json | undefined)?.['detail']).includes('another partner')
                  ? { ...one, status: String(one['status']) }
                  : one,
              ),
            }
          : {}),
      }))
    }),
  ),
  passing(
    'dispatch-accept-refused-after-a-failed-batch',
    ['B-DSP-09', 'B-DSP-24'],
    'A batch fails for another technician; what failed in a batch cannot be accepted by itself any more.',
    async (request, go, { house }) => {
      const { activityId } = objectSent(request)
      if (isAct(request, 'accept') && poisoned(house).has(activityIn(activityId))) return refused(404, 'not found')
      if (!isAct(request, 'accept/batch')) return go(request)
      const items = itemsIn(request)
      const wrong = items.filter(({ activityId: id, technicianId }) => {
        const found = assignmentOf(house, String(id))
        return found && found.technicianId !== technicianId
      })
      const response = await go(
        withJson(request, (body) => ({
          ...body,
          items: items.map((item) => (wrong.includes(item) ? { ...item, activityId: 'NONE' } : item)),
        })),
      )
      const failed = resultsIn(response).filter(({ status }) => Number(status) >= 300)
      for (const id of [...wrong, ...failed.map(({ resource }) => resource as Json)])
        poisoned(house).add(activityIn(id['activityId']))
      return response
    },
  ),
]

const calls: readonly Fault[] = [
  passing(
    'dispatch-update-of-others-404-yet-done',
    ['B-DSP-05'],
    'An update of another’s is answered 404, after its times were stored.',
    async (request, go, { house }) => {
      const response = await go(request)
      const [, id] = updated.exec(askedOf(request).path) ?? []
      const found = id === undefined ? undefined : assignmentOf(house, decodeURIComponent(id))
      const { startDateTime, endDateTime } = objectSent(request)
      if (request.method === 'PUT' && response.status === 404 && found?.status === 'ACCEPTED')
        found.times = { ...found.times, startDateTime, endDateTime }
      return response
    },
  ),
  passing(
    'dispatch-update-remembers-the-end',
    ['B-DSP-18'],
    'An update without endDateTime is done with that of the update before.',
    async (request, go, { house }) => {
      const [, id] = updated.exec(askedOf(request).path) ?? []
      if (request.method !== 'PUT' || id === undefined) return go(request)
      const { endDateTime } = objectSent(request)
      const before = lastEnd(house).get(activityIn(id))
      const response = await go(
        endDateTime === undefined && before !== undefined
          ? withJson(request, (body) => ({ ...body, endDateTime: before }))
          : request,
      )
      if (isWell(response) && endDateTime !== undefined) lastEnd(house).set(activityIn(id), endDateTime)
      return response
    },
  ),
  passing(
    'dispatch-refused-update-stores-responsible',
    ['B-DSP-18'],
    'An update without startDateTime is refused, after who is responsible was stored.',
    async (request, go, { house }) => {
      const response = await go(request)
      const [, id] = updated.exec(askedOf(request).path) ?? []
      const { startDateTime, responsible } = objectSent(request)
      const found = id === undefined ? undefined : assignmentOf(house, decodeURIComponent(id))
      if (found && response.status === 400 && startDateTime === undefined && responsible !== undefined)
        found.times = { ...found.times, responsible }
      return response
    },
  ),
  dispatchFault('update-drops-negative-offset-of-end', 'B-DSP-28', 'A negative offset of an end is dropped.', {
    updates: (sent) => ({ ...sent, endDateTime: String(sent['endDateTime']).replace(/-\d\d:\d\d$/, 'Z') }),
  }),
  passing(
    'dispatch-confirm-remembers-technician',
    ['B-DSP-18'],
    'A confirm without a technician is done with that of the confirm before.',
    async (request, go, { house }) => {
      if (!isAct(request, 'confirm')) return go(request)
      const { technicianid } = objectSent(request)
      const before = confirmed(house).get(keyOf(request))
      const response = await go(
        technicianid === undefined && before !== undefined
          ? withJson(request, (body) => ({ ...body, technicianid: before }))
          : request,
      )
      if (isWell(response) && technicianid !== undefined) confirmed(house).set(keyOf(request), technicianid)
      return response
    },
  ),
  passing(
    'dispatch-company-name-not-needed-again',
    ['B-DSP-26'],
    'A call without X-Company-Name is served where X-Company-ID is that of the call before.',
    (request, go, { house }) => {
      if (!request.target.includes('/cloud-partner-dispatch-service/')) return go(request)
      const [id, name] = [headerIn(request, 'X-Company-ID'), headerIn(request, 'X-Company-Name')]
      const key = `${keyOf(request)} ${id}`
      if (name !== undefined) lastCompany(house).set(key, name)
      const known = lastCompany(house).get(key)
      return go(
        name === undefined && known !== undefined
          ? { ...request, headers: [...request.headers, ['X-Company-Name', known]] }
          : request,
      )
    },
  ),
]

/** Quiet breaches of batches, updates and single calls of B-DSP that a fifth reader thought up (suites/two-readings). */
export const fifthDispatchCallFaults: readonly Fault[] = [...batches, ...calls]
