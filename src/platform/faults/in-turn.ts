import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { empty } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { isFieldList, objectSent } from '../variants/turned-away.ts'
import { askedOf, isWell, passing, reshaping, rewriting, withJson, type Json } from './passing.ts'

const technician = /\/api\/crowd\/v2\/technicians\/external-id\/([^/]+)$/
const batch = /\/api\/crowd\/v2\/technicians\/[^/]+\/addresses\/actions\/batch$/

/** The external id of the technician that a call of this method is for. */
const named = (request: PlatformRequest, method: string): string | undefined =>
  request.method === method ? technician.exec(askedOf(request).path)?.[1] : undefined

const scimUser = /\/api\/scim\/v2\/Users\/([^/]+)$/
const lastUpdated = perHouse(() => ({ id: undefined as string | undefined }))
const firstTold = perHouse(() => ({ id: undefined as unknown }))

/** Another form of each record in results. */
const retold =
  (change: (record: Json) => Json) =>
  ({ results, ...rest }: Json): Json =>
    Array.isArray(results) ? { ...rest, results: results.filter(isFieldList).map(change) } : rest

const largerRadius = retold((record) => {
  const { serviceArea } = record
  if (!isFieldList(serviceArea) || !isFieldList(serviceArea['radius'])) return record
  const { radius } = serviceArea
  return { ...record, serviceArea: { ...serviceArea, radius: { ...radius, value: Number(radius['value']) + 1 } } }
})

const otherSkillIds = retold(({ skills, ...record }) => ({
  ...record,
  skills: (Array.isArray(skills) ? (skills as readonly unknown[]) : [])
    .filter(isFieldList)
    .map((one) => ({ ...one, uuid: `0${String(one['uuid']).slice(1)}` })),
}))

function deletionOfTheFirst(room: string, breaks: string, kind: string, path: RegExp): Fault {
  const deletions = perHouse(() => ({ isOver: false }))
  return passing(
    `${room}-delete-of-the-first`,
    [breaks],
    `Every deletion is of the ${kind} that was deleted first.`,
    async (request, go, { house }) => {
      if (request.method !== 'DELETE' || !path.test(askedOf(request).path)) return go(request)
      const first = deletions(house)
      if (first.isOver) return empty(204)
      const response = await go(request)
      first.isOver = isWell(response)
      return response
    },
  )
}

/** What shows where the same is done to one after the other, and what the answers to writes tell of parts. */
export const inTurnFaults: readonly Fault[] = [
  passing(
    'crowd-update-of-the-one-before',
    ['B-CRW-28'],
    'An update changes the technician that was updated before.',
    async (request, go, { house }) => {
      const id = named(request, 'PUT')
      if (id === undefined) return go(request)
      const last = lastUpdated(house)
      const response = await go({ ...request, target: request.target.replace(id, last.id ?? id) })
      if (isWell(response)) last.id = id
      return response
    },
  ),
  deletionOfTheFirst('crowd', 'B-CRW-28', 'technician', technician),
  passing(
    'crowd-update-tells-the-first',
    ['B-CRW-28'],
    'Every update is answered with the external id of the first.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (named(request, 'PUT') === undefined || !isWell(response)) return response
      const first = firstTold(house)
      const change = retold((record) => ({ ...record, externalId: (first.id ??= record['externalId']) }))
      return withJson(response, change)
    },
  ),
  rewriting(
    'crowd-batch-numbers-of-its-first',
    ['B-CRW-28'],
    'All addresses of a batch get the number and the zip code of the first.',
    ({ path }) => batch.test(path),
    (request) => {
      const { requests } = objectSent(request)
      const all = Array.isArray(requests) ? (requests as readonly unknown[]).filter(isFieldList) : []
      const places = all.map(({ address }) => (isFieldList(address) ? address : {}))
      const { number, zipCode } = places[0] ?? {}
      const sent = { requests: all.map((one, nth) => ({ ...one, address: { ...places[nth], number, zipCode } })) }
      return { ...request, body: Buffer.from(JSON.stringify(sent), 'utf8') }
    },
  ),
  reshaping(
    'crowd-create-tells-another-radius',
    ['B-CRW-28'],
    'The answer to the creation of a technician tells a radius that is larger by one.',
    ({ method, path }) => method === 'POST' && path.endsWith('/technicians'),
    largerRadius,
  ),
  reshaping(
    'crowd-update-tells-another-radius',
    ['B-CRW-28'],
    'The answer to an update of a technician tells a radius that is larger by one.',
    ({ method, path }) => method === 'PUT' && technician.test(path),
    largerRadius,
  ),
  reshaping(
    'crowd-update-tells-other-skill-ids',
    ['B-CRW-28'],
    'An update is answered with skills of other ids than they are read with.',
    ({ method, path }) => method === 'PUT' && technician.test(path),
    otherSkillIds,
  ),
  deletionOfTheFirst('scim', 'B-SCM-06', 'user', scimUser),
  reshaping(
    'user-post-tells-one-company-for-all',
    ['B-USR-09'],
    'The answer to a creation names the first company in place of each.',
    ({ method, path }) => method === 'POST' && path.endsWith('/api/user/v1/users'),
    ({ companies, ...user }) => ({
      ...user,
      companies: Array.isArray(companies) ? companies.map(() => companies[0] as unknown) : companies,
    }),
  ),
]
