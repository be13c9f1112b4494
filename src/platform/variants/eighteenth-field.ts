import type { Variant } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { activityIn, isAct } from '../faults/fifth-dispatch.ts'
import { askedOf, headerIn, jsonIn } from '../faults/passing.ts'
import { issuedIn, withHeader } from '../faults/token-calls.ts'
import { problem } from '../header-context.ts'
import type { PlatformRequest } from '../http/message.ts'
import { through } from './lawful.ts'

const crowdPath = /\/api\/crowd\/v2\/technicians$/
const inHeaders = /\/(?:api\/crowd\/v2|cloud-partner-dispatch-service|optimization)\//
const withClientId =
  /\/(?:api\/(?:user|users|crowd|service-management)|cloud-partner-dispatch-service|optimization)(?:[/?]|$)/

const renamed = (request: PlatformRequest, header: string, name: string | undefined): PlatformRequest =>
  name !== undefined && headerIn(request, header) ? withHeader(request, header, name) : request

const ownStatuses: Readonly<Record<number, number>> = { 409: 17, 404: 21, 403: 22 }

/** Lawful readings of technicians and dispatching, thought up by an eighteenth reader (suites/two-readings). */
export const eighteenthFieldVariants: readonly Variant[] = [
  through(
    'crowd-expiry-in-the-past-not-allowed',
    ['B-CRW-19', 'B-CRW-30'],
    'A list by a skllValidityDate before today is refused with 400.',
    async (request, go, { house }) => {
      const { path, query } = askedOf(request)
      const day = request.method === 'GET' && crowdPath.test(path) ? query.get('skllValidityDate') : null
      const response = await go(request)
      return day !== null && response.status < 300 && Date.parse(day) < house.clock.now() - 86_400_000
        ? problem(400, 'Bad Request', 'the operation is not allowed')
        : response
    },
  ),
  through(
    'header-names-are-not-read',
    ['B-CRW-26', 'B-DSP-26', 'B-OPT-13'],
    'X-Account-Name and X-Company-Name have to be there, and the ids beside them alone are read.',
    (request, go, { house }) => {
      if (!inHeaders.test(request.target)) return go(request)
      const account = house.world.accounts.find(({ id }) => String(id) === headerIn(request, 'X-Account-ID'))
      const company = house.world.accounts
        .flatMap(({ companies }) => companies)
        .find(({ id }) => String(id) === headerIn(request, 'X-Company-ID'))
      return go(renamed(renamed(request, 'X-Account-Name', account?.name), 'X-Company-Name', company?.name))
    },
  ),
  through(
    'client-ids-are-those-of-the-token',
    ['B-CRW-01', 'B-DSP-01', 'B-SVC-01', 'B-OPT-01'],
    'Calls of part B with another X-Client-ID than the client has whom the token was issued to are refused with 403.',
    (request, go, { house }) => {
      const sent = withClientId.test(request.target) ? headerIn(request, 'X-Client-ID') : undefined
      const token = sent ? issuedIn(house, request) : undefined
      // The Re-Optimization API takes letters and digits alone (B-OPT-01).
      return token && sent !== token.client.id && sent !== token.client.id.replace(/[^A-Za-z0-9]/g, '')
        ? Promise.resolve(problem(403, 'Forbidden', 'the token belongs to another client'))
        : go(request)
    },
  ),
  through(
    'dispatch-acts-of-the-planned-technician-only',
    ['B-DSP-08', 'B-DSP-09'],
    'A reject or an accept that names another technician than the one of the assignment is answered 404.',
    (request, go, { house }) => {
      if (!isAct(request, 'accept') && !isAct(request, 'reject')) return go(request)
      const sent = jsonIn(request) ?? {}
      const assignment = assignmentOf(house, activityIn(sent['activityId']))
      const named = sent['technicianid'] ?? sent['technicianId']
      const isOwn = assignment !== undefined && assignment.partner === issuedIn(house, request)?.user?.id
      return isOwn && typeof named === 'string' && named.toUpperCase() !== assignment.technicianId.toUpperCase()
        ? Promise.resolve(problem(404, 'Not found', 'the technician is not planned'))
        : go(request)
    },
  ),
  {
    id: 'dispatch-item-statuses-of-its-own',
    leaves: ['B-DSP-11'],
    says: 'The status of an item of a batch is 0 where it was accepted, 17 in another state, 21 where it is not found.',
    rule: {
      dispatch: {
        results: (results) =>
          results.map((one) => ({ ...one, status: one.status < 300 ? 0 : (ownStatuses[one.status] ?? 99) })),
      },
    },
  },
  {
    id: 'dispatch-owner-sees-an-empty-list',
    leaves: ['B-DSP-03', 'B-DSP-25'],
    says: 'The crowd owner gets a list of assignments without any.',
    rule: { dispatch: { mayLook: () => true } },
  },
]
