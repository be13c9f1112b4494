import { isRecord } from '../crowd/record.ts'
import type { CrowdFields } from '../crowd/technicians.ts'
import type { Fault } from '../deviation.ts'
import { problem } from '../header-context.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { crowdParts } from './crowd-parts.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, rewriting, withJson } from './passing.ts'
import { elementsIn } from './people-kinds.ts'

const { fault } = crowdParts
const crowdPath = /\/api\/crowd\/v2\/technicians(\/.*)?$/

/** What a request names below the path of technicians; undefined if it is about none. */
function below(request: PlatformRequest): string | undefined {
  const found = crowdPath.exec(askedOf(request).path)
  return found ? (found[1] ?? '') : undefined
}

const isBatchPath = (path: string): boolean => path.endsWith('/addresses/actions/batch')
const isAddressPath = (path: string): boolean => /^\/[^/]+\/addresses\/[^/]+$/.test(path)

/** The page that is being listed. */
let listed = 0

const firstNameOf = ({ fields }: { readonly fields?: CrowdFields }): string => String(fields?.['firstName'] ?? '')

/** Those of one first name in turn from the first and from the last one on. */
function turning<Row>(rows: readonly Row[]): readonly Row[] {
  const placed = rows.map((row, at) => ({ row, at: listed % 2 === 0 ? at : -at, name: firstNameOf(row as object) }))
  return placed
    .toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.at - other.at))
    .map(({ row }) => row)
}

/** By path: addresses as they were read. */
const addresses = perHouse(() => new Map<string, PlatformResponse>())

/** By what a list asks for, but for its size. */
const lists = perHouse(() => new Map<string, PlatformResponse>())

/** Quiet breaches of technicians that an eighteenth reader thought up (suites/two-readings). */
export const eighteenthCrowdFaults: readonly Fault[] = [
  fault(
    'pages-turn-those-of-one-first-name',
    'B-CRW-07',
    'The list goes by first names, and those of one are the other way round on each second page.',
    {
      start: (page, size) => {
        listed = page
        return page * size
      },
      ordered: turning,
    },
  ),
  rewriting(
    'crowd-batch-addresses-share-an-object',
    ['B-CRW-28', 'B-CRW-13'],
    'What an operation of a batch leaves out of its address is that of the operation before it.',
    ({ method, path }) => method === 'POST' && isBatchPath(path),
    (request) =>
      withJson(request, (body) => {
        let filled: CrowdFields = {}
        const requests = elementsIn(body['requests']).map((one) => {
          if (!isRecord(one) || !isRecord(one['address']) || one['operation'] === 'DELETE') return one
          filled = { ...filled, ...one['address'] }
          return { ...one, address: filled }
        })
        return Array.isArray(body['requests']) ? { ...body, requests } : body
      }),
  ),
  passing(
    'crowd-address-kept-over-a-batch',
    ['B-CRW-28', 'B-CRW-13'],
    'An address that was read reads so until a call writes it by itself, whatever a batch does.',
    async (request, go, { house }) => {
      const path = below(request)
      if (path === undefined || isBatchPath(path)) return go(request)
      const known = addresses(house)
      const response = await go(request)
      const isRead = request.method === 'GET' && isAddressPath(path)
      if (isRead && isWell(response) && !known.has(path)) known.set(path, response)
      if (isRead) return isWell(response) || response.status === 404 ? (known.get(path) ?? response) : response
      if (request.method === 'GET') return response
      const owner = path.replace(/^\/external-id/, '')
      for (const one of [...known.keys()]) if (one === path || one.startsWith(`${owner}/`)) known.delete(one)
      return response
    },
  ),
  fault(
    'list-lacks-those-updated-without-a-partner',
    'B-CRW-07',
    'An update without businessPartner leaves none, and who has none is in no list.',
    {
      stores: (sent, before) =>
        before && sent['businessPartner'] === undefined ? { ...sent, businessPartner: null } : sent,
      lists: ({ businessPartner }) => businessPartner !== null,
    },
  ),
  fault(
    'create-overwrites-whose-external-id-is-sent',
    'B-CRW-04',
    'A POST with the external id of a technician overwrites that one.',
    {
      externalId: (generated, { externalId }, _freed, there) =>
        typeof externalId === 'string' && there.has(externalId) ? externalId : generated,
    },
  ),
  passing(
    'crowd-list-kept-for-other-sizes',
    ['B-CRW-07', 'B-CRW-29'],
    'Until a technician is written, a page is answered as it was for the first Size that asked for it.',
    async (request, go, { house }) => {
      const path = below(request)
      const known = lists(house)
      if (path === undefined) return go(request)
      if (request.method !== 'GET') known.clear()
      if (request.method !== 'GET' || path !== '') return go(request)
      const { query } = askedOf(request)
      const asked = ['Page', 'skillName', 'skllValidityDate'].map((name) => query.get(name))
      const key = JSON.stringify([headerIn(request, 'X-Company-Name'), ...asked])
      const response = await go(request)
      if (!isWell(response)) return response
      if (!known.has(key)) known.set(key, response)
      return known.get(key) ?? response
    },
  ),
  passing(
    'crowd-skill-without-certificate-not-found',
    ['B-CRW-14', 'B-CRW-21'],
    'A skill without a certificate stands in its technician, and is not found by its id.',
    async (request, go) => {
      const response = await go(request)
      const isOne = request.method === 'GET' && /^\/[^/]+\/skills\/[^/]+$/.test(below(request) ?? '')
      const [skill] = isOne && isWell(response) ? elementsIn(jsonIn(response)?.['results']) : []
      return skill && (skill['certificate'] ?? null) === null
        ? problem(404, 'Not found', 'there is no such skill')
        : response
    },
  ),
]
