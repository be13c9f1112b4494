import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { askedOf, isWell, jsonIn, passing, withQuery, type Asked } from './passing.ts'
import { asksForList } from './serving.ts'

const named = perHouse(() => new Set<string>())
const kept = perHouse(() => new Map<string, { readonly company: string; readonly response: PlatformResponse }>())

/** A fault by which what a company does not have is looked for in the others that were named before. */
const inAnyCompany = (id: string, breaks: Fault['breaks'], says: string, concerns: (asked: Asked) => boolean): Fault =>
  passing(id, breaks, says, async (request, go, { house }) => {
    const asked = askedOf(request)
    const company = asked.query.get('company')
    if (company) named(house).add(company)
    const response = await go(request)
    if (response.status !== 404 || !company || !concerns(asked)) return response
    for (const other of named(house)) {
      const found = await go(withQuery(request, { company: other }))
      if (isWell(found)) return found
    }
    return response
  })

/** A fault by which an answer is kept for all companies of an account. */
const keptForAny = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  keyOf: (request: PlatformRequest, asked: Asked) => string | undefined,
): Fault =>
  passing(id, breaks, says, async (request, go, { house }) => {
    const asked = askedOf(request)
    const company = asked.query.get('company')
    const key = company === null ? undefined : keyOf(request, asked)
    const known = key === undefined ? undefined : kept(house).get(key)
    if (known && known.company !== company) return known.response
    const response = await go(request)
    if (key !== undefined && company && isWell(response)) kept(house).set(key, { company, response })
    return response
  })

/** Quiet breaches over two companies that a sixth reader of the document thought up: what one read tells of a company, another denies. */
export const sixthCompanyFaults: readonly Fault[] = [
  inAnyCompany(
    'external-id-of-any-company',
    ['A-DAT-01', 'A-DAT-14'],
    'A record that the company does not have is read by external id from another one.',
    ({ method, by }) => method === 'GET' && by === 'externalId',
  ),
  inAnyCompany(
    'delete-by-external-id-in-any-company',
    ['A-DAT-16'],
    'DELETE by an external id that the company does not have deletes the record of another one.',
    ({ method, by }) => method === 'DELETE' && by === 'externalId',
  ),
  inAnyCompany(
    'delete-by-id-in-any-company',
    ['A-DAT-10'],
    'DELETE by an id that the company does not have deletes the record of another one.',
    ({ method, by }) => method === 'DELETE' && by === 'id',
  ),
  keptForAny(
    'search-kept-for-any-company',
    ['A-DAT-01', 'A-CQL-21'],
    'A search is answered as it was in another company.',
    (request, asked) =>
      asksForList(asked) && asked.query.has('query') ? withQuery(request, { company: null }).target : undefined,
  ),
  keptForAny(
    'query-api-kept-for-any-company',
    ['A-DAT-01', 'A-QRY-01'],
    'A statement is answered as it was in another company.',
    (request) =>
      /\/api\/query\/v1/.test(request.target) ? String(jsonIn(request)?.['query'] ?? '') || undefined : undefined,
  ),
]
