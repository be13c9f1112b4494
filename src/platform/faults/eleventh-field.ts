import { isDeepStrictEqual } from 'node:util'
import type { Fault } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { problem } from '../header-context.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { findToken } from '../token/store.ts'
import { isFieldList, objectSent } from '../variants/turned-away.ts'
import { crowdParts } from './crowd-parts.ts'
import { activityIn, dispatchFault, isAct } from './fifth-dispatch.ts'
import { headerIn, isWell, passing, withJson, type Json } from './passing.ts'

const { crowd } = crowdRules
const { dispatch } = dispatchRules
const { fault } = crowdParts

const radiusIn = ({ serviceArea }: Json): unknown => (isFieldList(serviceArea) ? serviceArea['radius'] : undefined)

interface Named {
  readonly fields?: Json
}

const nameOf = (row: Named, name: string): string => String(row.fields?.[name] ?? '')
const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The page that is being listed. */
let listed = { page: 0, size: 1 }

/** Rows in the order of their names from those on that a page begins with. */
function behindNamesakes<Row>(rows: readonly Row[]): readonly Row[] {
  const sorted = (rows as readonly (Row & Named)[]).toSorted(
    (one, other) =>
      compared(nameOf(one, 'lastName'), nameOf(other, 'lastName')) ||
      compared(nameOf(one, 'firstName'), nameOf(other, 'firstName')),
  )
  let left: readonly (Row & Named)[] = sorted
  for (let page = 0; page < listed.page && left.length > 0; page += 1) {
    const last = left[Math.min(listed.size, left.length) - 1]
    left = last ? left.filter((row) => compared(nameOf(row, 'lastName'), nameOf(last, 'lastName')) > 0) : []
  }
  return left
}

/** The last Sunday of a month, at 01:00 UTC, when the clocks of Berlin change. */
function clockChange(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1))
  return last.getTime() - last.getUTCDay() * 86_400_000
}

function anHourLateInSummer(value: unknown): unknown {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(ms)) return value
  const year = new Date(ms).getUTCFullYear()
  const isSummer = ms >= clockChange(year, 2) && ms < clockChange(year, 9)
  return isSummer ? new Date(ms + 3_600_000).toISOString() : value
}

/** Quiet breaches of technicians and dispatching that an eleventh reader thought up (suites/two-readings). */
export const eleventhFieldFaults: readonly Fault[] = [
  fault('transaction-goes-on-behind-failure', 'B-CRW-25', 'Of a failed transaction what is behind the failure stays.', {
    undoes: (_operation, position, _of, failedAt) => position < failedAt,
  }),
  fault('area-of-same-radius-kept', 'B-CRW-28', 'An update with the radius that there is leaves the service area.', {
    stores: (sent, before) =>
      before?.['serviceArea'] !== undefined &&
      radiusIn(sent) !== undefined &&
      isDeepStrictEqual(radiusIn(sent), radiusIn(before))
        ? { ...sent, serviceArea: before['serviceArea'] }
        : sent,
  }),
  fault(
    'pages-skip-namesakes',
    'B-CRW-07',
    'A page begins behind all who have the last name that the one before ends with.',
    {
      start: (page, size) => {
        listed = { page, size }
        return 0
      },
      ordered: (rows) => behindNamesakes(rows),
    },
  ),
  fault('last-of-filtered-by-all', 'B-CRW-29', 'last of a filtered list is that of the list of all.', {
    listed: (figures) => ({
      ...(crowd.listed(figures) as Json),
      last: (figures.page + 1) * figures.size >= figures.all,
    }),
  }),
  {
    id: 'dispatch-single-result-is-an-object',
    breaks: ['B-DSP-11'],
    says: 'A single result of a batch is an object, not a list of one.',
    wire: {
      response(response, request) {
        if (response.status !== 207 || !request.target.includes('/accept/batch')) return response
        return withJson(response, (body) => {
          const { results } = body
          return Array.isArray(results) && results.length === 1 ? { ...body, results: (results as unknown[])[0] } : body
        })
      },
    },
  },
  passing(
    'crowd-account-login-writes-in-first-company',
    ['B-PRV-02'],
    'A login of the account writes technicians in its first company only.',
    (request, go, { house }) => {
      const value = headerIn(request, 'Authorization')?.replace(/^bearer\s+/i, '') ?? ''
      const token = findToken(house, value)
      if (request.method === 'GET' || !request.target.includes('/crowd/') || token?.login !== 'account')
        return go(request)
      const first = Math.min(...token.account.companies.map(({ id }) => id))
      const named = token.account.companies.find(({ name }) => name === headerIn(request, 'X-Company-Name'))
      return named === undefined || named.id === first
        ? go(request)
        : Promise.resolve(problem(403, 'Forbidden', 'the caller has no such company'))
    },
  ),
  dispatchFault('update-loses-summer-hour', 'B-DSP-28', 'Times of an update in summer are an hour late.', {
    updates: (sent) => ({
      ...sent,
      startDateTime: anHourLateInSummer(sent['startDateTime']),
      endDateTime: anHourLateInSummer(sent['endDateTime']),
    }),
  }),
  dispatchFault(
    'update-of-same-responsible-ignored',
    'B-DSP-28',
    'A further update that leaves who is responsible changes nothing.',
    {
      updates: (sent, before, technician) =>
        before['responsible'] !== undefined && before['responsible'] === sent['responsible']
          ? {}
          : dispatch.updates(sent, before, technician),
    },
  ),
  passing(
    'dispatch-release-leaves-checkedout',
    ['B-DSP-12'],
    'A release leaves checkedout where it is true.',
    async (request, go, { house }) => {
      if (!isAct(request, 'release')) return go(request)
      const id = activityIn(objectSent(request)['activityId'])
      const before = assignmentOf(house, id)?.activity.checkedout
      const response = await go(request)
      const found = assignmentOf(house, id)
      if (found && before === true && isWell(response)) found.activity = { ...found.activity, checkedout: true }
      return response
    },
  ),
]
