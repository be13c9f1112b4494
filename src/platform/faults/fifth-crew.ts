import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { empty } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { objectSent } from '../variants/turned-away.ts'
import { crowdParts } from './crowd-parts.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, type Json, withJson } from './passing.ts'

const { crowd } = crowdRules
const { fault } = crowdParts

const crew = '/api/crowd/v2/technicians'
export const personPath = /\/technicians\/external-id\/([^/?]+)$/

export const firstIn = (message: { readonly body: Buffer }): Json =>
  ((jsonIn(message)?.['results'] as Json[] | undefined) ?? [])[0] ?? {}
export const readOf = (request: PlatformRequest, path = askedOf(request).path): PlatformRequest => ({
  ...request,
  method: 'GET',
  target: path,
  body: Buffer.alloc(0),
})

const updates = perHouse(() => new Map<string, number>())
const partners = perHouse(() => new Map<string, unknown>())
const cached = perHouse(() => new Map<string, PlatformResponse>())
const units = perHouse(() => new Map<string, unknown>())

/** Which update of a technician it is, from 1; counted when it was done. */
const counted = (house: Parameters<typeof updates>[0], id: string): number => {
  const nth = (updates(house).get(id) ?? 0) + 1
  updates(house).set(id, nth)
  return nth
}

const skilledFirst = perHouse(() => new Set<string>())
const skillsRead = perHouse(() => new Map<string, PlatformResponse>())
const citiesBefore = perHouse(() => new Map<string, unknown>())

/** What an index or a cache of a technician does not hear of. */
const unheard: readonly Fault[] = [
  passing(
    'crowd-list-by-skills-of-the-creation',
    ['B-CRW-07', 'B-CRW-28'],
    'skillName finds only those who were created with skills.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path, query } = askedOf(request)
      if (!path.endsWith(crew) || !isWell(response)) return response
      const { externalId, skills } = firstIn(response)
      if (method === 'POST' && Array.isArray(skills) && skills.length > 0) skilledFirst(house).add(String(externalId))
      if (method !== 'GET' || !query.has('skillName')) return response
      return withJson(response, (body) => {
        const results = (body['results'] as Json[]).filter((row) => skilledFirst(house).has(String(row['externalId'])))
        return { ...body, results, numberOfElements: results.length }
      })
    },
  ),
  passing(
    'crowd-skills-outlive-technician',
    ['B-CRW-28', 'B-CRW-14'],
    'Skills of a deleted technician are still read.',
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const response = await go(request)
      if (method !== 'GET') return response
      const [, id] = personPath.exec(path) ?? []
      if (id !== undefined && isWell(response))
        for (const skill of (firstIn(response)['skills'] ?? []) as Json[])
          skillsRead(house).set(
            path.replace(`external-id/${id}`, `${id}/skills/${String(skill['uuid'])}`),
            withJson(response, () => ({ results: [skill] })),
          )
      return response.status === 404 ? (skillsRead(house).get(path) ?? response) : response
    },
  ),
  passing(
    'crowd-record-keeps-address-of-before-a-batch',
    ['B-CRW-28'],
    'The record of a technician shows the city that its address had before a batch.',
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const { requests } = objectSent(request)
      const [, owner] = /\/technicians\/([^/]+)\/addresses\/actions\/batch$/.exec(path) ?? []
      const before =
        owner === undefined ? undefined : await go(readOf(request, `${path.split(owner)[0]}external-id/${owner}`))
      const response = await go(request)
      const address = before && (firstIn(before)['address'] as Json | undefined)
      if (address && Array.isArray(requests) && isWell(response)) citiesBefore(house).set(owner ?? '', address['city'])
      const [, id] = personPath.exec(path) ?? []
      const shown = firstIn(response)
      const city = citiesBefore(house).get(id ?? '')
      return method === 'GET' && city !== undefined && shown['address'] && isWell(response)
        ? withJson(response, () => ({ results: [{ ...shown, address: { ...(shown['address'] as Json), city } }] }))
        : response
    },
  ),
]

/** Quiet breaches of technicians that a fifth reader thought up (suites/two-readings). */
export const fifthCrewFaults: readonly Fault[] = [
  ...unheard,
  fault('external-id-by-number', 'B-CRW-04', 'External ids are numbers: one more than there are technicians.', {
    externalId: (_generated, _sent, _freed, there) => `TEC${String(there.size + 1).padStart(6, '0')}`,
  }),
  fault('mobile-phone-demanded-with-area', 'B-CRW-03', 'A new technician with a service area needs a mobile phone.', {
    requires: (does, sent, before) => [
      ...crowd.requires(does, sent, before),
      ...(does === 'create' && sent['serviceArea'] ? ['mobilePhone'] : []),
    ],
  }),
  passing(
    'crowd-second-update-demands-partner',
    ['B-CRW-05'],
    'Updates but the first are refused without businessPartner.',
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const [, id] = personPath.exec(path) ?? []
      if (method !== 'PUT' || id === undefined) return go(request)
      if ((updates(house).get(id) ?? 0) > 0 && !objectSent(request)['businessPartner'])
        return { ...empty(400), body: Buffer.from('{"title":"Bad Request"}') }
      const response = await go(request)
      if (isWell(response)) counted(house, id)
      return response
    },
  ),
  passing(
    'crowd-partner-of-the-last',
    ['B-CRW-20'],
    'A technician that is created without businessPartner gets that of the one created last with the token.',
    async (request, go, { house }) => {
      if (request.method !== 'POST' || !askedOf(request).path.endsWith(crew)) return go(request)
      const key = headerIn(request, 'Authorization') ?? ''
      const sent = objectSent(request)
      const response = await go(
        sent['businessPartner'] === undefined && partners(house).has(key)
          ? withJson(request, (body) => ({ ...body, businessPartner: partners(house).get(key) }))
          : request,
      )
      if (isWell(response) && sent['businessPartner'] !== undefined) partners(house).set(key, sent['businessPartner'])
      return response
    },
  ),
  passing('crowd-null-is-a-name', ['B-CRW-20'], 'A last name that is null is stored as a text.', (request, go) =>
    request.method === 'POST' && askedOf(request).path.endsWith(crew) && objectSent(request)['lastName'] === null
      ? go(withJson(request, (body) => ({ ...body, lastName: 'null' })))
      : go(request),
  ),
  passing(
    'crowd-refused-update-half-stored',
    ['B-CRW-20'],
    'An update without a mobile phone is refused, after email and first name were stored.',
    async (request, go) => {
      const { method, path } = askedOf(request)
      const response = await go(request)
      const { email, firstName, mobilePhone } = objectSent(request)
      if (method !== 'PUT' || !personPath.test(path) || response.status !== 400 || mobilePhone) return response
      const before = await go(readOf(request))
      if (isWell(before) && email && firstName)
        await go(withJson(request, () => ({ ...firstIn(before), email, firstName })))
      return response
    },
  ),
  passing(
    'crowd-later-updates-in-an-object',
    ['B-CRW-24', 'B-CRW-05'],
    'From its second update on a technician is answered as an object in results.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path } = askedOf(request)
      const [, id] = personPath.exec(path) ?? []
      if (method !== 'PUT' || id === undefined || !isWell(response)) return response
      return counted(house, id) > 1 ? withJson(response, () => ({ results: firstIn(response) })) : response
    },
  ),
  passing(
    'crowd-deleted-read-as-before',
    ['B-CRW-28', 'B-CRW-19'],
    'A technician that was read is still read after its deletion.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path } = askedOf(request)
      if (method !== 'GET' || !personPath.test(path)) return response
      if (isWell(response)) cached(house).set(path, response)
      return response.status === 404 ? (cached(house).get(path) ?? response) : response
    },
  ),
  passing(
    'crowd-unit-unchecked-in-updates',
    ['B-CRW-16'],
    'The unit of a radius is not looked at in an update, and shown as it was sent.',
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const [, id] = personPath.exec(path) ?? []
      if (id === undefined) return go(request)
      const area = objectSent(request)['serviceArea'] as Json | undefined
      const radius = area?.['radius'] as Json | undefined
      const response = await go(
        method === 'PUT' && radius
          ? withJson(request, (body) => ({
              ...body,
              serviceArea: { ...area, radius: { ...radius, unit: radius['unit'] === 'mi' ? 'mi' : 'km' } },
            }))
          : request,
      )
      if (method === 'PUT' && radius && isWell(response)) units(house).set(id, radius['unit'])
      const unit = units(house).get(id)
      const shown = firstIn(response)
      const shownArea = shown['serviceArea'] as Json | undefined
      return isWell(response) && unit !== undefined && shownArea?.['radius']
        ? withJson(response, () => ({
            results: [{ ...shown, serviceArea: { ...shownArea, radius: { ...(shownArea['radius'] as Json), unit } } }],
          }))
        : response
    },
  ),
]
