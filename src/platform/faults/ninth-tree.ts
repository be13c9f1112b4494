import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { TreeRefused } from '../service/tree-call.ts'
import { isFieldList } from '../variants/turned-away.ts'
import { headerIn, jsonIn, passing, rewriting, withBody, withQuery } from './passing.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import { inActivities } from './tree-edits.ts'
import { isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'
import { isStartOfJob, wishSent } from './wish-wire.ts'

const occupied = new Set<string>()
/** The tree that was sent last: how many activities it has, and how many of them were stored. */
let latest: { readonly externalId: unknown; readonly of: number; stored: number } | undefined

/** Takes note of the tree before, if it was refused for an activity behind the first. */
function closeLatest(): void {
  if (latest && latest.stored > 0 && latest.stored < latest.of && typeof latest.externalId === 'string')
    occupied.add(latest.externalId)
  latest = undefined
}

const freeAt = perHouse(() => ({ ms: 0 }))

const isMultipartBuild = (request: PlatformRequest): boolean =>
  request.target.includes('/api/reporting/v1') && /^multipart\//i.test(headerIn(request, 'Content-Type') ?? '')
const parameterParts = /(name="?reportParameters\.[^\r]*(?:\r\n[^\r]+)*\r\n\r\n)([^]*?)(?=\r\n--)/g

/** Quiet breaches of service calls, reports and re-optimization that a ninth reader thought up (suites/two-readings). */
export const ninthTreeFaults: readonly Fault[] = [
  rewriting(
    'service-default-activity-beside-an-empty-list',
    ['B-SVC-04'],
    'autoCreateActivity=false is overlooked where activities is sent and empty.',
    ({ method, query }) => method === 'POST' && query.get('autoCreateActivity') === 'false',
    (request) => {
      const given = isTreePost(request) ? jsonIn(request)?.['activities'] : undefined
      return Array.isArray(given) && given.length === 0 ? withQuery(request, { autoCreateActivity: null }) : request
    },
  ),
  serviceFault(
    'refused-call-keeps-its-external-id',
    ['B-SVC-18'],
    'The external id of a tree that was refused for an activity behind its first is taken.',
    {
      taken: (body, operation) => {
        closeLatest()
        const { externalId } = body
        if (operation !== 'service-create') return body
        if (typeof externalId === 'string' && occupied.has(externalId)) throw new TreeRefused(409, 'externalId exists')
        latest = { externalId, of: activitiesIn(body).length, stored: 0 }
        return body
      },
      stores: (table) => {
        if (table === 'Activity' && latest) latest.stored += 1
        return true
      },
    },
  ),
  serviceFault(
    'zero-duration-of-activity-not-in-the-call',
    ['B-SVC-31'],
    'A service call is read without durations of activities that are 0.',
    shows(
      inActivities(({ durationInMinutes, ...activity }) =>
        durationInMinutes === 0 || durationInMinutes === undefined ? activity : { ...activity, durationInMinutes },
      ),
      ['service-get'],
    ),
  ),
  serviceFault(
    'equipment-of-activity-by-code-first',
    ['B-SVC-09'],
    'The code of the equipment of an activity goes before its id.',
    takes(
      inActivities((activity) => {
        const { equipment } = activity
        return isFieldList(equipment) && typeof equipment['code'] === 'string'
          ? { ...activity, equipment: { code: equipment['code'] } }
          : activity
      }),
    ),
  ),
  rewriting(
    'report-multipart-parameters-latin-1',
    ['B-RPT-13'],
    'Parts of multipart/form-data that are parameters are read as Latin-1.',
    () => true,
    (request) =>
      isMultipartBuild(request)
        ? withBody(
            request,
            Buffer.from(
              request.body
                .toString('latin1')
                .replace(
                  parameterParts,
                  (_all, head: string, value: string) => head + Buffer.from(value, 'utf8').toString('latin1'),
                ),
              'latin1',
            ),
          )
        : request,
  ),
  passing(
    'optimization-start-refused-for-its-end-occupies',
    ['B-OPT-08'],
    'A start that is refused because its end is no time keeps others from starting for five seconds.',
    async (request, go, { house }) => {
      if (!isStartOfJob(request.target)) return go(request)
      const response = await go(request)
      const now = house.clock.now()
      const isOfEnd = String(jsonIn(response)?.['error_description']).startsWith('end ')
      if (response.status === 400 && isOfEnd && typeof wishSent(request.body)?.['end'] === 'string')
        freeAt(house).ms = now + 5000
      return response.status === 202 && now < freeAt(house).ms
        ? json(409, { error: 'CONFLICT', error_description: 'another re-optimization is in progress' })
        : response
    },
  ),
  {
    id: 'optimization-company-id-prefix',
    breaks: ['B-OPT-13'],
    says: 'Of X-Company-Id the leading digits count.',
    wire: {
      request: (request) =>
        isStartOfJob(request.target)
          ? {
              ...request,
              headers: request.headers.map(([name, value]) =>
                /^x-company-id$/i.test(name) ? [name, value.replace(/^(\d+)\D.*$/, '$1')] : [name, value],
              ),
            }
          : request,
    },
  },
]
