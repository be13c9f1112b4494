import type { Variant } from '../deviation.ts'
import { everyTechnician, type Technician } from '../crowd/technicians.ts'
import { askedOf, isWell, jsonIn, withJson } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { bearerIn } from '../faults/token-calls.ts'
import { problem } from '../header-context.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { findToken } from '../token/store.ts'
import { through } from './lawful.ts'

const crowdPath = /\/api\/crowd\/v2\/technicians(\/.*)?$/

/** What a request names below the path of technicians; undefined if it is about none. */
function below(request: PlatformRequest): string | undefined {
  const found = crowdPath.exec(askedOf(request).path)
  return found ? (found[1] ?? '') : undefined
}

const named = (externalId: unknown, house: House): Technician | undefined =>
  everyTechnician(house).find(([, one]) => one.externalId === externalId)?.[1]

const isAddressWrite = (request: PlatformRequest, path: string): boolean =>
  request.method !== 'GET' && /^\/[^/]+\/addresses(?:\/|$)/.test(path)

/** The company that a partner's user works for. */
function partnerIn(request: PlatformRequest, house: House): string | undefined {
  const { user } = findToken(house, bearerIn(request)) ?? {}
  const isPartner = user?.privileges.includes('PARTNER_MANAGER') && !user.privileges.includes('CROWD_OWNER')
  return isPartner ? user?.name : undefined
}

const everyRow = 100_000

/** Lawful readings of technicians, thought up by a seventeenth reader (suites/two-readings). */
export const seventeenthCrowdVariants: readonly Variant[] = [
  through(
    'crowd-first-address-becomes-the-main-one',
    ['B-CRW-22'],
    'A technician without an address of its own shows the oldest of its addresses; each write of one changes lastChanged.',
    async (request, go, { house }) => {
      const path = below(request)
      const response = await go(request)
      if (path === undefined || !isWell(response)) return response
      if (isAddressWrite(request, path)) {
        const technician = named(decodeURIComponent(path.split('/')[1] ?? ''), house)
        if (technician) technician.lastChanged = Math.max(house.clock.now(), technician.lastChanged + 1)
        return response
      }
      if (path !== '' && !/^\/external-id\/[^/]+$/.test(path)) return response
      const isOfOne = request.method !== 'GET' || path !== ''
      return isOfOne && elementsIn(jsonIn(response)?.['results']).length > 0
        ? withJson(response, (body) => ({
            ...body,
            results: elementsIn(body['results']).map((one) => {
              const [first] = named(one['externalId'], house)?.addresses.values() ?? []
              return first && (one['address'] ?? null) === null
                ? { ...one, address: house.rules.crowd.address(first) }
                : one
            }),
          }))
        : response
    },
  ),
  {
    ...through(
      'crowd-partners-see-their-own',
      ['B-CRW-30'],
      'A user of a partner reads the technicians of that partner only, others are not found, and writes none: 403.',
      async (request, go, { house }) => {
        const path = below(request)
        const partner = path === undefined ? undefined : partnerIn(request, house)
        if (path === undefined || partner === undefined) return go(request)
        if (request.method !== 'GET') {
          const response = await go({ ...request, method: 'GET', body: Buffer.alloc(0) })
          return [400, 401].includes(response.status) ? response : problem(403, 'Forbidden', 'partners only read')
        }
        const isOwn = (externalId: unknown) => named(externalId, house)?.fields['businessPartner'] === partner
        const one = decodeURIComponent(path.replace(/^\/external-id/, '').split('/')[1] ?? '')
        const response = await go(request)
        if (!isWell(response)) return response
        if (path !== '') return isOwn(one) ? response : problem(404, 'Not found', 'there is no such technician')
        const { query } = askedOf(request)
        const size = Number(query.get('Size') ?? 10)
        const base = house.rules.crowd.pageBase()
        const page = Number(query.get('Page') ?? base)
        const all = jsonIn(await go({ ...request, target: `${askedOf(request).path}?Size=${everyRow}` }))
        const rows = elementsIn(all?.['results']).filter(({ externalId }) => isOwn(externalId))
        const results = rows.slice((page - base) * size, (page - base + 1) * size)
        const pages = Math.ceil(rows.length / size)
        return json(200, {
          first: page === base,
          last: page - base >= pages - 1,
          number: page,
          numberOfElements: results.length,
          results,
          size,
          totalElements: rows.length,
          totalPages: pages,
        })
      },
    ),
    // What it reads beside counts there as a call.
    excludes: ['every-25th-call-429'],
  },
]
