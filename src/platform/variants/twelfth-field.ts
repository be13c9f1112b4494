import type { Variant } from '../deviation.ts'
import { storeAt } from '../data/stores.ts'
import { everyAssignment, note, timeoutMs } from '../dispatch/assignments.ts'
import { headerIn, jsonIn } from '../faults/passing.ts'
import { bearerIn } from '../faults/token-calls.ts'
import type { House } from '../house.ts'
import { empty, textAnswer } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { plainId, type StoredRecord } from '../store/record.ts'
import { findToken } from '../token/store.ts'
import { through } from './lawful.ts'
import { isFieldList } from './turned-away.ts'

const technicians = /\/technicians(?:\/external-id\/([^/?]+))?(?:\?|$)/

/** Whether a company has a business partner of that id, code or external id. */
function knowsPartner(name: string, request: PlatformRequest, house: House): boolean {
  const account = findToken(house, bearerIn(request))?.account
  const company = account?.companies.find((one) => one.name === headerIn(request, 'X-Company-Name'))
  // The partner that the target file names is there.
  if (!account || !company || name === 'fieldproof-partner') return true
  const isMeant = ({ id, externalId, fields }: StoredRecord): boolean =>
    plainId(id) === plainId(name) || externalId === name || fields['code'] === name
  return storeAt({ account, company }, house).table('BusinessPartner').all().some(isMeant)
}

const partnerIn = (request: PlatformRequest): string | undefined => {
  const partner = jsonIn(request)?.['businessPartner']
  return typeof partner === 'string' && partner !== '' ? partner : undefined
}

/** Whether an assignment that is under way names a technician. */
const hasWork = (externalId: string, house: House): boolean =>
  everyAssignment(house).some(
    ({ status, released, technicianId, times }) =>
      status !== null && !released && [technicianId, times['responsible']].includes(externalId),
  )

const quoted = (text: unknown): string =>
  text === null || text === undefined ? '' : `"${String(text).replaceAll('"', '""')}"`

/** A page of assignments as lines. */
function asLines(results: readonly unknown[]): string {
  const lines = results.filter(isFieldList).map(({ activity, serviceAssignment }) => {
    const [work, plan] = [
      isFieldList(activity) ? activity : {},
      isFieldList(serviceAssignment) ? serviceAssignment : {},
    ]
    return [
      quoted(work['id']),
      quoted(plan['technician']),
      quoted(plan['partnerDispatchingStatus']),
      quoted(plan['state']),
      String(plan['released']).toUpperCase(),
      quoted(work['startDateTime']),
      quoted(work['endDateTime']),
    ].join(';')
  })
  return ['activityId;technician;partnerDispatchingStatus;state;released;start;end', ...lines, ''].join('\r\n')
}

/** What was not answered in time counts as rejected. */
function rejectLate(house: House): void {
  const now = house.clock.now()
  for (const one of everyAssignment(house)) {
    if (one.status !== 'NOTIFIED' || now - one.notifiedAt < timeoutMs) continue
    note(house, { name: 'assignment.reject', activityId: one.activityId, at: now })
    Object.assign(one, { status: null, partner: undefined })
  }
}

/** Lawful readings of technicians and dispatching, thought up by a twelfth reader (suites/two-readings). */
export const twelfthFieldVariants: readonly Variant[] = [
  through(
    'crowd-partners-are-known',
    ['B-CRW-03'],
    'A technician whose businessPartner is none of the company is refused with 404 without a body.',
    async (request, go, { house }) => {
      const isWrite = /^(?:POST|PUT)$/.test(request.method) && technicians.test(request.target)
      const partner = isWrite && request.target.includes('/crowd') ? partnerIn(request) : undefined
      return partner !== undefined && !knowsPartner(partner, request, house) ? empty(404) : go(request)
    },
  ),
  through(
    'crowd-technicians-with-work-stay',
    ['B-CRW-19'],
    'A technician whom an assignment under way names is not deleted, nor given another businessPartner: 403.',
    async (request, go, { house }) => {
      const [, named] = technicians.exec(request.target) ?? []
      const isChange = request.method === 'DELETE' || (request.method === 'PUT' && partnerIn(request) !== undefined)
      if (named === undefined || !isChange || !hasWork(named, house)) return go(request)
      if (request.method === 'DELETE') return empty(403)
      const read = await go({ ...request, method: 'GET', body: Buffer.alloc(0) })
      const [before] = (jsonIn(read)?.['results'] ?? []) as ReadonlyArray<Readonly<Record<string, unknown>>>
      return before && before['businessPartner'] !== partnerIn(request) ? empty(403) : go(request)
    },
  ),
  through('dispatch-list-as-csv', ['B-DSP-17'], 'Assignments are listed as lines of text/csv.', async (request, go) => {
    const response = await go(request)
    const isList = request.method === 'GET' && /\/api\/v1\/assignment-details(?:\?|$)/.test(request.target)
    const results = isList && response.status === 200 ? jsonIn(response)?.['results'] : undefined
    return Array.isArray(results) ? textAnswer(200, 'text/csv;charset=UTF-8', asLines(results)) : response
  }),
  through(
    'dispatch-time-out-is-a-rejection',
    ['B-DSP-17'],
    'When the time of a notification is over the activity is taken from the partner, as by a reject.',
    (request, go, { house }) => {
      rejectLate(house)
      return go(request)
    },
  ),
]
