import { isRecord } from '../crowd/record.ts'
import { everyTechnician, type CrowdFields, type Technician } from '../crowd/technicians.ts'
import type { Fault } from '../deviation.ts'
import { perHouse, type House } from '../house.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { askedOf, isWell, jsonIn, passing, withBody, withJson } from './passing.ts'
import { elementsIn } from './people-kinds.ts'
import { heldWithin } from '../held-within.ts'

const { crowd } = crowdRules

const technicianOf = (externalId: unknown, house: House): Technician | undefined =>
  everyTechnician(house).find(([, one]) => one.externalId === externalId)?.[1]

/** What stands in a path behind /technicians. */
const below = (request: { readonly method: string; readonly target: string }): string | undefined => {
  const [, rest] = /\/api\/crowd\/v2\/technicians(.*)$/.exec(askedOf(request).path) ?? []
  return rest === undefined ? undefined : decodeURI(rest)
}

const plainNumber = (name: string, value: unknown): unknown =>
  ['zipCode', 'number'].includes(name) && typeof value === 'string' && /^\d+(?:\.\d+)?[eE][+-]?\d+$/.test(value)
    ? String(Number(value))
    : value

/** The text of a service area without the unit of its radius. */
const unitless = (area: CrowdFields): string => {
  const { id: _own, radius, ...more } = area
  return JSON.stringify([more, isRecord(radius) ? radius['value'] : radius])
}

/** The skill that a list is asked for. */
const skillAsked = heldWithin<string | undefined>()
const timesFound = ({ skills }: Pick<Technician, 'skills'>): number =>
  skills.filter(({ tagName }) => tagName === skillAsked.get()).length || 1

const joined = passing(
  'crowd-list-technician-once-per-skill',
  ['B-CRW-07'],
  'A list by skillName has a technician once for each of its skills of that name.',
  (request, go) =>
    skillAsked.run(below(request) === '' ? (askedOf(request).query.get('skillName') ?? undefined) : undefined, () =>
      go(request),
    ),
)

/** By technician: the last name that lists show. */
const listedAs = perHouse(() => new Map<string, unknown>())

/** Quiet breaches of technicians that a sixteenth reader thought up (suites/two-readings). */
export const sixteenthCrowdFaults: readonly Fault[] = [
  passing(
    'crowd-rollback-deletes-what-was-to-be-created',
    ['B-CRW-25'],
    'A transaction that fails deletes every address that it was to create, those that were there before, too.',
    async (request, go, { house }) => {
      const response = await go(request)
      const [, externalId] = /^\/([^/]+)\/addresses\/actions\/batch$/.exec(below(request) ?? '') ?? []
      const technician = externalId === undefined ? undefined : technicianOf(externalId, house)
      if (!technician || isWell(response) || !/[?&]transactional=true(?:&|$)/.test(request.target)) return response
      for (const { operation, address } of elementsIn(jsonIn(request)?.['requests']))
        if (operation === 'CREATE' && isRecord(address)) technician.addresses.delete(String(address['id']))
      return response
    },
  ),
  {
    id: 'crowd-update-of-the-unit-alone-ignored',
    breaks: ['B-CRW-28', 'B-CRW-16'],
    says: 'An update that changes nothing of a service area but the unit of its radius leaves the unit.',
    rule: {
      crowd: {
        stores: (sent, before) => {
          const [area, former] = [sent['serviceArea'], before?.['serviceArea']]
          return isRecord(area) && isRecord(former) && unitless(area) === unitless(former)
            ? { ...sent, serviceArea: { ...area, radius: former['radius'] } }
            : sent
        },
      },
    },
  },
  passing(
    'crowd-exponent-in-address-is-a-number',
    ['B-CRW-28', 'B-CRW-23'],
    'A zip code or a house number like 12E3 is stored as the number 12000.',
    (request, go) => {
      const sent = below(request) === undefined ? undefined : request.body.toString('utf8')
      if (!sent || !/\d[eE][+-]?\d/.test(sent) || !jsonIn(request)) return go(request)
      return go(withBody(request, Buffer.from(JSON.stringify(JSON.parse(sent, plainNumber)))))
    },
  ),
  passing(
    'crowd-address-deleted-whose-ever-it-is',
    ['B-CRW-28', 'B-CRW-12'],
    'The deletion of an address deletes those of other technicians with the same id, too.',
    async (request, go, { house }) => {
      const response = await go(request)
      const [, id] = /^\/[^/]+\/addresses\/([^/]+)$/.exec(below(request) ?? '') ?? []
      if (id !== undefined && request.method === 'DELETE' && isWell(response))
        for (const [, { addresses }] of everyTechnician(house)) addresses.delete(id)
      return response
    },
  ),
  {
    ...joined,
    rule: {
      crowd: {
        ordered: (rows) =>
          rows.flatMap((row) => Array.from({ length: timesFound(row as typeof row & Technician) }, () => row)),
        listed: (figures) => crowd.listed({ ...figures, total: Math.max(figures.total, figures.results.length) }),
      },
    },
  },
  passing(
    'crowd-list-last-name-of-the-last-first-name',
    ['B-CRW-28', 'B-CRW-07'],
    'A list shows a last name that was changed alone as it was.',
    async (request, go, { house }) => {
      const path = below(request)
      const known = listedAs(house)
      const [, externalId] = /^\/external-id\/([^/]+)$/.exec(path ?? '') ?? []
      const before = request.method === 'PUT' && technicianOf(externalId, house)?.fields
      const response = await go(request)
      if (path === '' && request.method === 'GET' && isWell(response))
        return withJson(response, (page) => ({
          ...page,
          results: elementsIn(page['results']).map((row) => {
            const id = String(row['externalId'])
            return known.has(id) ? { ...row, lastName: known.get(id) } : row
          }),
        }))
      if (!before || externalId === undefined || !isWell(response)) return response
      if (technicianOf(externalId, house)?.fields['firstName'] !== before['firstName']) known.delete(externalId)
      else if (!known.has(externalId)) known.set(externalId, before['lastName'])
      return response
    },
  ),
]
