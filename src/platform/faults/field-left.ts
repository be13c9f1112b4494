import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { objectSent } from '../variants/turned-away.ts'
import { askedOf, headerIn, isWell, passing, rewriting, type Json, withJson } from './passing.ts'

const places = /\/technicians\/([^/]+)\/addresses$/
const place = /\/technicians\/([^/]+)\/addresses\/([^/]+)$/
const batch = /\/technicians\/([^/]+)\/addresses\/actions\/batch$/

const counts = perHouse(() => new Map<string, number>())
const firstOwner = perHouse(() => new Map<string, string>())
const former = perHouse(() => new Map<string, PlatformResponse>())
const undone = perHouse(() => new Map<string, Json>())

const stepsIn = (body: Json): readonly Json[] => (Array.isArray(body['requests']) ? (body['requests'] as Json[]) : [])

/** Quiet breaches of readers before, whose checks were still to be written (suites/two-readings/part-b-field.yaml). */
export const fieldLeftFaults: readonly Fault[] = [
  passing(
    'crowd-address-found-by-a-number-of-all',
    ['B-CRW-09', 'B-CRW-28'],
    'Addresses are counted per technician, and found by their number whose ever they are.',
    async (request, go, { house }) => {
      const { method, path, query } = askedOf(request)
      const [, owner = ''] = places.exec(path) ?? []
      if (method === 'POST' && owner !== '') {
        const count = (counts(house).get(owner) ?? 0) + 1
        counts(house).set(owner, count)
        const response = await go(withJson(request, (body) => ({ ...body, id: String(count) })))
        if (isWell(response) && !firstOwner(house).has(String(count))) firstOwner(house).set(String(count), owner)
        return response
      }
      const [, asked = '', id = ''] = place.exec(path) ?? []
      const first = firstOwner(house).get(id)
      if (method !== 'GET' || first === undefined) return go(request)
      const own = await go(request)
      const more = query.size > 0 ? `?${query.toString()}` : ''
      return isWell(own)
        ? go({ ...request, target: `${path.replace(`/${asked}/addresses`, `/${first}/addresses`)}${more}` })
        : own
    },
  ),
  passing(
    'crowd-address-update-makes-a-second',
    ['B-CRW-11', 'B-CRW-28'],
    'An update of an address makes a second one, and a deletion takes one of the two.',
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      if (!place.test(path)) return go(request)
      const before = method === 'PUT' ? await go({ ...request, method: 'GET', body: Buffer.alloc(0) }) : undefined
      const response = await go(request)
      if (before && isWell(before) && isWell(response)) former(house).set(path, before)
      return method === 'GET' && response.status === 404 ? (former(house).get(path) ?? response) : response
    },
  ),
  passing(
    'crowd-batch-of-deletions-200',
    ['B-CRW-13'],
    'A batch of nothing but deletions is answered 200.',
    async (request, go) => {
      const response = await go(request)
      const steps = stepsIn(objectSent(request))
      const isAll = steps.length > 0 && steps.every(({ operation }) => operation === 'DELETE')
      return batch.test(askedOf(request).path) && isAll && response.status === 201
        ? { ...response, status: 200 }
        : response
    },
  ),
  passing(
    'crowd-record-keeps-undone-update',
    ['B-CRW-25'],
    'The record of a technician shows an update of its address that was undone.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path, query } = askedOf(request)
      const [, owner] = batch.exec(path) ?? []
      if (owner !== undefined && response.status >= 400 && query.get('transactional') === 'true')
        for (const { operation, address } of stepsIn(objectSent(request)))
          if (operation === 'UPDATE') undone(house).set(`${owner} ${String((address as Json)['id'])}`, address as Json)
      const [, read] = /\/technicians\/external-id\/([^/]+)$/.exec(path) ?? []
      if (method !== 'GET' || read === undefined || !isWell(response)) return response
      return withJson(response, (body) => ({
        ...body,
        results: (body['results'] as Json[]).map((one) => {
          const shown = one['address'] as Json | null | undefined
          const kept = shown ? undone(house).get(`${read} ${String(shown['id'])}`) : undefined
          return kept ? { ...one, address: { ...shown, ...kept } } : one
        }),
      }))
    },
  ),
  rewriting(
    'report-false-lost-in-json',
    ['B-RPT-13', 'B-RPT-02'],
    'Parameters that are false are lost in JSON.',
    ({ method, path }) => method === 'POST' && /\/api\/reporting\/v1(?:\/build)?$/.test(path),
    (request) => {
      const { reportParameters } = objectSent(request)
      if (!(headerIn(request, 'Content-Type') ?? '').includes('json') || !reportParameters) return request
      const kept = Object.entries(reportParameters).filter(([, value]) => value !== false)
      return withJson(request, (body) => ({ ...body, reportParameters: Object.fromEntries(kept) }))
    },
  ),
]
