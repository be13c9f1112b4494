import { techniciansFor, type CrowdFields, type Technician } from '../crowd/technicians.ts'
import type { Fault } from '../deviation.ts'
import { assignmentOf, everyAssignment, timeoutMs } from '../dispatch/assignments.ts'
import { perHouse, type House } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { findToken } from '../token/store.ts'
import type { Company } from '../world/types.ts'
import { isFieldList, objectSent } from '../variants/turned-away.ts'
import { activityIn, dispatchFault, isAct } from './fifth-dispatch.ts'
import { headerIn, isWell, passing } from './passing.ts'
import { bearerIn } from './token-calls.ts'

const { dispatch } = dispatchRules

const isTechnicianPost = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && /\/technicians(?:\?|$)/.test(target)
const batchOf = ({ method, target }: PlatformRequest): string | undefined =>
  method === 'POST' ? /\/technicians\/([^/?]+)\/addresses\/actions\/batch(?:\?|$)/.exec(target)?.[1] : undefined

/** The technicians of each company that the caller's account has. */
function companiesOf(
  request: PlatformRequest,
  house: House,
): ReadonlyArray<readonly [company: Company, technicians: Map<string, Technician>]> {
  const account = findToken(house, bearerIn(request))?.account
  return (account?.companies ?? []).map((company) => [
    company,
    account ? techniciansFor({ account, company }, house, '') : new Map<string, Technician>(),
  ])
}

const technicianOf = (externalId: string, request: PlatformRequest, house: House): Technician | undefined =>
  companiesOf(request, house).flatMap(([, all]) => all.get(externalId) ?? [])[0]

/** Addresses of a technician after the last batch that succeeded. */
const savedOf = perHouse(() => new Map<string, ReadonlyMap<string, CrowdFields>>())

/** The number of the batch that accepted an activity. */
const batches = perHouse(() => ({ last: 0, of: new Map<string, number>() }))

const released = { state: 'RELEASED', released: true }
const reopened = { status: 'OPEN', executionStage: 'EXECUTION', checkedout: false }

/** Quiet breaches of technicians and dispatching that a twelfth reader thought up (suites/two-readings). */
export const twelfthFieldFaults: readonly Fault[] = [
  passing(
    'crowd-rollback-to-the-batch-before',
    ['B-CRW-25'],
    'A transaction that fails puts the addresses back to what they were after the last batch that succeeded.',
    async (request, go, { house }) => {
      const externalId = batchOf(request)
      const response = await go(request)
      const technician = externalId === undefined ? undefined : technicianOf(externalId, request, house)
      if (externalId === undefined || !technician) return response
      const saved = savedOf(house).get(externalId)
      if (isWell(response)) savedOf(house).set(externalId, new Map(technician.addresses))
      else if (saved && /[?&]transactional=true(?:&|$)/.test(request.target)) {
        technician.addresses.clear()
        for (const [id, address] of saved) technician.addresses.set(id, address)
      }
      return response
    },
  ),
  passing(
    'crowd-create-moves-technician-of-other-company',
    ['B-CRW-28'],
    'A POST takes the technician with that e-mail away from the other companies of the account.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { email } = isTechnicianPost(request) && response.status === 201 ? objectSent(request) : {}
      if (typeof email !== 'string') return response
      for (const [company, technicians] of companiesOf(request, house))
        if (company.name !== headerIn(request, 'X-Company-Name'))
          for (const [id, { fields }] of technicians) if (fields['email'] === email) technicians.delete(id)
      return response
    },
  ),
  passing(
    'dispatch-release-takes-its-batch',
    ['B-DSP-12'],
    'A release releases what was accepted in the same batch, too.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!isWell(response)) return response
      const known = batches(house)
      if (isAct(request, 'accept/batch')) {
        known.last += 1
        const items = objectSent(request)['items']
        for (const item of Array.isArray(items) ? items.filter(isFieldList) : []) {
          const id = activityIn(item['activityId'])
          if (assignmentOf(house, id)?.acceptedBy === 'batch-accept' && !known.of.has(id)) known.of.set(id, known.last)
        }
      }
      const number = isAct(request, 'release') ? known.of.get(activityIn(objectSent(request)['activityId'])) : undefined
      for (const one of everyAssignment(house))
        if (number !== undefined && known.of.get(activityIn(one.activityId)) === number && !one.released)
          Object.assign(one, released, { activity: reopened })
      return response
    },
  ),
  passing(
    'dispatch-countdown-runs-on-after-accept',
    ['B-DSP-09'],
    'When the time of the notification is over what was accepted loses its status.',
    (request, go, { house }) => {
      for (const one of everyAssignment(house))
        if (
          one.status === 'ACCEPTED' &&
          one.acceptedBy === 'accept' &&
          Object.keys(one.times).length === 0 &&
          house.clock.now() - one.notifiedAt >= timeoutMs
        )
          one.status = null
      return go(request)
    },
  ),
  dispatchFault(
    'updated-in-no-list-of-accepted',
    'B-DSP-03',
    'The list of ACCEPTED lacks what was updated with another responsible.',
    {
      lists: (one, asked) => {
        const { times, technicianId } = one as typeof one & {
          readonly times?: Readonly<Record<string, unknown>>
          readonly technicianId?: string
        }
        const responsible = times?.['responsible']
        return (
          dispatch.lists(one, asked) &&
          !(asked === 'ACCEPTED' && responsible !== undefined && responsible !== technicianId)
        )
      },
    },
  ),
]
