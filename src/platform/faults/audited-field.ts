import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { dispatchFault } from './fifth-dispatch.ts'
import { askedOf, isWell, jsonIn, passing, withJson } from './passing.ts'

type Row = Readonly<Record<string, unknown>>

const strict = crowdRules.crowd

const dayAfter = (moment: unknown): string => new Date(Date.parse(String(moment)) + 86_400_000).toISOString()

/** Technicians that were deleted, as their record was. */
const deleted = perHouse((): Row[] => [])

const rowsIn = (body: Readonly<Record<string, unknown>> | undefined): readonly Row[] =>
  Array.isArray(body?.['results']) ? (body['results'] as readonly Row[]) : []

/** Breaches of crowd and dispatching that an audit of the checks named. */
export const auditedFieldFaults: readonly Fault[] = [
  {
    id: 'crowd-missing-is-unauthorized',
    breaks: ['B-CRW-19'],
    says: 'The read of a technician or address that is not there is answered 401.',
    rule: { crowd: { missingStatus: (does) => (does === 'read' ? 401 : strict.missingStatus(does)) } },
  },
  {
    ...passing(
      'crowd-deleted-stay-on-later-pages',
      ['B-CRW-28'],
      'Pages hold one technician, and all but the first have those beside it who were deleted.',
      async (request, go, { house }) => {
        const { method, path, query } = askedOf(request)
        if (!path.includes('/api/crowd/v2/technicians')) return go(request)
        if (method === 'DELETE' && /\/external-id\/[^/]+$/.test(path)) {
          const before = rowsIn(jsonIn(await go({ ...request, method: 'GET', body: Buffer.alloc(0) })))
          const answer = await go(request)
          if (isWell(answer)) deleted(house).push(...before)
          return answer
        }
        const answer = await go(request)
        const isLater = path.endsWith('/technicians') && Number(query.get('Page') ?? '0') > 0
        return method === 'GET' && isLater && isWell(answer)
          ? withJson(answer, (body) => ({ ...body, results: [...rowsIn(body), ...deleted(house)] }))
          : answer
      },
    ),
    rule: { crowd: { sizeOf: () => 1 } },
  },
  dispatchFault('update-stores-the-day-after', 'B-DSP-28', 'An update stores times of the day after.', {
    updates: (sent) => ({
      ...sent,
      startDateTime: dayAfter(sent['startDateTime']),
      endDateTime: dayAfter(sent['endDateTime']),
    }),
  }),
]
