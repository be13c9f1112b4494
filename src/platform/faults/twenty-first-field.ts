import { everyTechnician } from '../crowd/technicians.ts'
import type { Fault } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { problem } from '../header-context.ts'
import { perHouse } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { findToken } from '../token/store.ts'
import { objectSent } from '../variants/turned-away.ts'
import { activityIn, dispatchFault } from './fifth-dispatch.ts'
import { askedOf, headerIn, passing, reshaping } from './passing.ts'
import { elementsIn } from './people-kinds.ts'
import { bearerIn, withHeader } from './token-calls.ts'
import { isTreeCall, ofActivities, sentOf } from './tree-memory.ts'

const oneAddress = /\/api\/crowd\/v2\/technicians\/([^/]+)\/addresses\/(?!actions\/)([^/]+)$/
const oneActivity = /\/composite-tree\/service-calls\/[^/]+\/activities\/[^/]+$/
const oneAssignment = /\/api\/v1\/assignment-details\/([^/]+)$/

const isStart = ({ method, target }: PlatformRequest): boolean => method === 'POST' && target.includes('/re-optimize')
const isBuild = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === 'POST' && /\/api\/reporting\/v1(?:\/build)?$/.test(path)

/** Clients that the holders of tokens named. */
const clients = perHouse(() => new Map<string, string>())

/** Quiet breaches of the other interfaces of part B that take several steps, thought up by a twenty-first reader (suites/two-readings). */
export const twentyFirstFieldFaults: readonly Fault[] = [
  passing(
    'crowd-address-of-another-deleted-in-its-place',
    ['B-CRW-12', 'B-CRW-28'],
    'A DELETE of an address takes that of the technician who had one with its id first.',
    (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const [, name = '', id = ''] = oneAddress.exec(path) ?? []
      if (method !== 'DELETE' || id === '') return go(request)
      const all = everyTechnician(house).filter(([, { addresses }]) => addresses.has(id))
      const own = all.find(([, { externalId }]) => externalId === decodeURIComponent(name))
      const first = own && all.find(([company]) => company === own[0])
      if (!first || first === own) return go(request)
      first[1].addresses.delete(id)
      return Promise.resolve(empty(204))
    },
  ),
  passing(
    'dispatch-update-by-former-partner-403',
    ['B-DSP-05'],
    'An update by the partner who accepted an activity that is planned to another since is answered 403.',
    async (request, go, { house }) => {
      const response = await go(request)
      const [, name] = (request.method === 'PUT' && oneAssignment.exec(askedOf(request).path)) || []
      if (name === undefined || response.status !== 404) return response
      const before = assignmentOf(house, activityIn(decodeURIComponent(name)))?.before
      return before?.status === 'ACCEPTED' && before.partner === String(findToken(house, bearerIn(request))?.user?.id)
        ? problem(403, 'Forbidden', 'it is not yours any more')
        : response
    },
  ),
  dispatchFault('update-of-the-same-times-ignored', 'B-DSP-28', 'An update that leaves the times changes nothing.', {
    updates: (sent, before) =>
      sent['startDateTime'] === before['startDateTime'] && sent['endDateTime'] === before['endDateTime']
        ? before
        : sent,
  }),
  reshaping(
    'service-activity-read-as-a-product-of-its-lists',
    ['B-SVC-31'],
    'An activity of several reserved materials is read by itself with each requirement once for each of them.',
    ({ method, path }) => method === 'GET' && oneActivity.test(path),
    (tree) => {
      const requirements = elementsIn(tree['requirements'])
      const materials = elementsIn(tree['reservedMaterials'])
      return materials.length > 1
        ? { ...tree, requirements: requirements.flatMap((one) => materials.map(() => one)) }
        : tree
    },
  ),
  ofActivities(
    'planned-start-taken-beside-due-and-earliest',
    ['B-SVC-30', 'B-SVC-16'],
    'A planned start that is sent with a due time and an earliest start is taken over.',
    (activity, origin) => {
      const { plannedStartDate, dueDateTime, earliestStartDateTime } = sentOf(origin)
      return plannedStartDate && dueDateTime && earliestStartDateTime ? { ...activity, plannedStartDate } : activity
    },
  ),
  passing(
    'service-client-id-of-the-call-before',
    ['B-SVC-28'],
    'A call without X-Client-ID gets that of the call with its token before.',
    (request, go, { house }) => {
      if (!isTreeCall(request)) return go(request)
      const token = bearerIn(request)
      const client = headerIn(request, 'X-Client-ID')
      if (client) clients(house).set(token, client)
      const known = clients(house).get(token)
      return go(!client && known ? withHeader(request, 'X-Client-ID', known) : request)
    },
  ),
  reshaping(
    'report-multipart-time-zone-lost-beside-parameters',
    ['B-RPT-13', 'B-RPT-02'],
    'reportTimeZone is lost in multipart/form-data that has parameters, too.',
    isBuild,
    ({ reportTimeZone, ...rest }, _asked, request) =>
      /^multipart\//i.test(headerIn(request, 'Content-Type') ?? '') && request.body.includes('reportParameters.')
        ? rest
        : { ...rest, ...(reportTimeZone === undefined ? {} : { reportTimeZone }) },
  ),
  passing(
    'optimization-ids-in-a-text-get-a-400-of-the-framework',
    ['B-OPT-06', 'B-OPT-15'],
    'activityIds that are no list get a 400 with title and errors.',
    async (request, go) => {
      const response = await go(request)
      const { activityIds } = isStart(request) ? objectSent(request) : {}
      return response.status === 400 && activityIds !== undefined && !Array.isArray(activityIds)
        ? json(400, { title: 'One or more validation errors occurred.', errors: { activityIds: ['not a list'] } })
        : response
    },
  ),
]
