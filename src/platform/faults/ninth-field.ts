import type { Fault } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { perHouse } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { isFieldList, objectSent } from '../variants/turned-away.ts'
import { crowdParts } from './crowd-parts.ts'
import { firstIn } from './fifth-crew.ts'
import { activityIn, isAct } from './fifth-dispatch.ts'
import { askedOf, isWell, passing, withJson, type Json } from './passing.ts'

const { fault } = crowdParts

const places = /\/technicians\/[^/]+\/addresses\/[^/]+$/
const changed = perHouse(() => new Set<string>())

/** The paths of addresses that a call changes. */
function changedBy(request: PlatformRequest): readonly string[] {
  const { method, path } = askedOf(request)
  if (method === 'PUT' && places.test(path)) return [path]
  if (method !== 'POST' || !path.endsWith('/addresses/actions/batch')) return []
  const { requests } = objectSent(request)
  return (Array.isArray(requests) ? requests : [])
    .filter(isFieldList)
    .filter(({ operation }) => operation === 'UPDATE')
    .map(({ address }) => path.replace('actions/batch', encodeURIComponent(String((address as Json)['id']))))
}

const inWholeMiles = (sent: Json): Json => {
  const { serviceArea } = sent
  const radius = isFieldList(serviceArea) && isFieldList(serviceArea['radius']) ? serviceArea['radius'] : undefined
  if (radius?.['unit'] !== 'mi' || typeof radius['value'] !== 'number') return sent
  return {
    ...sent,
    serviceArea: { ...(serviceArea as Json), radius: { ...radius, value: Math.trunc(radius['value']) } },
  }
}

/** Quiet breaches of technicians and dispatching that a ninth reader thought up (suites/two-readings). */
export const ninthFieldFaults: readonly Fault[] = [
  passing(
    'crowd-changed-address-in-an-object',
    ['B-CRW-24'],
    'An address that was changed is read as an object in results.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path } = askedOf(request)
      if (!isWell(response)) return response
      for (const one of changedBy(request)) changed(house).add(one)
      return method === 'GET' && changed(house).has(path)
        ? withJson(response, () => ({ results: firstIn(response) }))
        : response
    },
  ),
  fault('update-cuts-miles', 'B-CRW-28', 'An update cuts a radius in miles to whole ones.', {
    stores: (sent, before) => (before === undefined ? sent : inWholeMiles(sent)),
  }),
  passing(
    'dispatch-confirm-for-another-technician-while-notified',
    ['B-DSP-14'],
    'A confirm for another technician sets what is NOTIFIED back to CONFIRMED.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!isAct(request, 'confirm') || response.status !== 409) return response
      const { activityId, technicianid } = objectSent(request)
      const found = assignmentOf(house, activityIn(activityId))
      if (found?.status !== 'NOTIFIED' || found.technicianId === technicianid) return response
      Object.assign(found, { status: 'CONFIRMED', technicianId: technicianid })
      return empty(201)
    },
  ),
  passing(
    'dispatch-owner-accepts-a-batch-of-one',
    ['B-DSP-13'],
    'The crowd owner may accept a batch of one item.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!isAct(request, 'accept/batch') || response.status !== 403) return response
      const { items } = objectSent(request)
      const [item, ...more] = Array.isArray(items) ? items.filter(isFieldList) : []
      const found = item && more.length === 0 ? assignmentOf(house, activityIn(item['activityId'])) : undefined
      // Only to the crowd owner a confirm of nothing is anything but forbidden.
      const asOwner = { ...request, target: request.target.replace('accept/batch', 'confirm'), body: Buffer.from('{}') }
      if (found?.status !== 'NOTIFIED' || (await go(asOwner)).status === 403) return response
      Object.assign(found, { status: 'ACCEPTED', acceptedBy: 'batch-accept' })
      return json(201, { hasErrors: false, results: [] })
    },
  ),
]
