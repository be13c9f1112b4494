import type { Fault } from '../deviation.ts'
import { perHouse, type House } from '../house.ts'
import { empty } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { objectSent } from '../variants/turned-away.ts'
import { crowdParts } from './crowd-parts.ts'
import { firstIn, personPath, readOf } from './fifth-crew.ts'
import { askedOf, headerIn, isWell, passing, type Json, withJson } from './passing.ts'

const { fault } = crowdParts

const places = /\/technicians\/([^/]+)\/addresses$/
const place = /\/technicians\/([^/]+)\/addresses\/([^/]+)$/
const batch = /\/technicians\/([^/]+)\/addresses\/actions\/batch$/

const stepsIn = (request: PlatformRequest): readonly Json[] => {
  const { requests } = objectSent(request)
  return Array.isArray(requests) ? (requests as Json[]) : []
}

const there = perHouse(() => new Set<string>())
const owned = perHouse(() => new Map<string, string[]>())
const shifted = perHouse(() => new Map<string, readonly string[]>())
const failedOnce = perHouse(() => new Set<string>())

/** Remembers whose address was just made. */
function noteAddress(house: House, request: PlatformRequest, response: PlatformResponse): void {
  const [, owner] = places.exec(askedOf(request).path) ?? []
  if (request.method === 'POST' && owner !== undefined && isWell(response))
    owned(house).set(owner, [...(owned(house).get(owner) ?? []), String(firstIn(response)['id'])])
}

const addresses: readonly Fault[] = [
  passing(
    'crowd-address-read-by-owners-of-others',
    ['B-CRW-19'],
    'An address is read by way of any technician that has one of its own.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path } = askedOf(request)
      noteAddress(house, request, response)
      const [, asked, id = ''] = place.exec(path) ?? []
      if (method !== 'GET' || response.status !== 404 || !owned(house).has(asked ?? '')) return response
      const real = [...owned(house)].find(([, ids]) => ids.includes(id))?.[0]
      return real === undefined ? response : go(readOf(request, path.replace(`/${asked}/`, `/${real}/`)))
    },
  ),
  passing(
    'crowd-address-read-by-its-place',
    ['B-CRW-10', 'B-CRW-12'],
    'After an address was deleted, each address behind it is read as the next one.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path } = askedOf(request)
      noteAddress(house, request, response)
      const [, of = '', id = ''] = place.exec(path) ?? []
      const ids = owned(house).get(of) ?? []
      if (method === 'DELETE' && ids.length > 2 && isWell(response)) {
        shifted(house).set(of, ids.slice(ids.indexOf(id)))
        owned(house).set(
          of,
          ids.filter((one) => one !== id),
        )
      }
      const behind = shifted(house).get(of) ?? []
      if (method !== 'GET' || !behind.includes(id)) return response
      const next = behind[behind.indexOf(id) + 1]
      return id === behind[0] ? response : next === undefined ? empty(404) : go(readOf(request, path.replace(id, next)))
    },
  ),
  passing(
    'crowd-delete-of-nobody-needs-no-token',
    ['B-CRW-26', 'B-CRW-19'],
    'The deletion of what is not there is answered 204 without a token.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path } = askedOf(request)
      const made = firstIn(response)
      if (method === 'POST' && isWell(response) && places.test(path)) there(house).add(`${path}/${String(made['id'])}`)
      if (method === 'POST' && isWell(response) && path.endsWith('/technicians'))
        there(house).add(`${path}/external-id/${String(made['externalId'])}`)
      if (method === 'DELETE' && isWell(response)) there(house).delete(path)
      const isMeant = method === 'DELETE' && (personPath.test(path) || place.test(path)) && !there(house).has(path)
      return isMeant && response.status === 401 && !headerIn(request, 'Authorization') ? empty(204) : response
    },
  ),
]

const batches: readonly Fault[] = [
  passing(
    'crowd-second-transaction-not-undone',
    ['B-CRW-25'],
    'Only the first transaction of a technician that fails is undone.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { path, query } = askedOf(request)
      const [, owner] = batch.exec(path) ?? []
      if (owner === undefined || query.get('transactional') !== 'true' || isWell(response)) return response
      if (failedOnce(house).has(owner)) await go({ ...request, target: path })
      failedOnce(house).add(owner)
      return response
    },
  ),
  passing(
    'crowd-batch-with-a-deletion-transactional',
    ['B-CRW-13'],
    'A batch that deletes is one transaction unless told otherwise.',
    (request, go) => {
      const { path, query } = askedOf(request)
      const isMeant =
        batch.test(path) &&
        !query.has('transactional') &&
        stepsIn(request).some(({ operation }) => operation === 'DELETE')
      return go(isMeant ? { ...request, target: `${path}?transactional=true` } : request)
    },
  ),
  passing(
    'crowd-batch-later-operation-unsaid-creates',
    ['B-CRW-20'],
    'In a batch each operation but the first is CREATE unless told otherwise.',
    (request, go) =>
      go(
        batch.test(askedOf(request).path)
          ? withJson(request, (body) => ({
              ...body,
              requests: stepsIn(request).map((step, at) => (at === 0 ? step : { operation: 'CREATE', ...step })),
            }))
          : request,
      ),
  ),
  fault('batch-last-alone-in-its-ten-lost', 'B-CRW-13', 'An operation that is alone in the last ten is not done.', {
    steps: <Step extends { readonly id: unknown }>(steps: readonly Step[]) =>
      steps.length > 10 && steps.length % 10 === 1 ? steps.slice(0, -1) : steps,
  }),
  passing(
    'crowd-batch-updates-addresses-of-others',
    ['B-CRW-13', 'B-CRW-28'],
    'UPDATE in a batch changes an address of whichever technician.',
    async (request, go, { house }) => {
      const { path, method } = askedOf(request)
      const [, owner] = places.exec(path) ?? []
      const response = await go(request)
      if (method === 'POST' && owner !== undefined && isWell(response))
        owned(house).set(owner, [...(owned(house).get(owner) ?? []), String(firstIn(response)['id'])])
      const [, by = ''] = batch.exec(path) ?? []
      if (by === '' || !isWell(response)) return response
      for (const { operation, address } of stepsIn(request)) {
        const id = String((address as Json | undefined)?.['id'])
        const real = [...owned(house)].find(([of, ids]) => of !== by && ids.includes(id))?.[0]
        if (operation === 'UPDATE' && real !== undefined)
          await go({
            ...withJson(request, () => address),
            method: 'PUT',
            target: `${path.replace(/\/[^/]+\/addresses\/actions\/batch$/, '')}/${real}/addresses/${id}`,
          })
      }
      return response
    },
  ),
]

/** Quiet breaches of addresses and their batches that a fifth reader thought up (suites/two-readings). */
export const fifthPlaceFaults: readonly Fault[] = [...addresses, ...batches]
