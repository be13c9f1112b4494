import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { askedOf, isWell, jsonIn, passing, reshaping, withQuery, type Json } from './passing.ts'
import { asksForList } from './serving.ts'

const elementsOf = (response: PlatformResponse): Json[] => (jsonIn(response)?.['data'] as Json[] | undefined) ?? []
const withElements = (response: PlatformResponse, data: readonly Json[]): PlatformResponse => ({
  ...response,
  body: Buffer.from(JSON.stringify({ ...jsonIn(response), data })),
})
const isEntity = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const answered = perHouse(() => new Map<string, PlatformResponse>())

/** Quiet breaches of the chapters PAR, DEL, CQL, EXP and ATT that another reader thought up. */
export const thirdListFaults: readonly Fault[] = [
  passing(
    'last-page-filled-up',
    ['A-PAR-07'],
    'A short last page is filled up with records of the page before.',
    async (request, go) => {
      const asked = askedOf(request)
      const [page, size] = [Number(asked.query.get('page') ?? 1), Number(asked.query.get('pageSize') ?? 20)]
      const response = await go(request)
      if (!asksForList(asked) || !isWell(response) || page < 2) return response
      const shown = elementsOf(response)
      if (shown.length === 0 || shown.length >= size) return response
      const before = elementsOf(await go(withQuery(request, { page: String(page - 1) })))
      return withElements(response, [...before.slice(shown.length - size), ...shown])
    },
  ),
  passing(
    'page-of-joined-rows',
    ['A-PAR-04', 'A-PAR-15'],
    'With an expanded list a page is of the joined rows, and shorter.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (!asksForList(asked) || !isWell(response) || !asked.query.has('expand')) return response
      const size = Number(asked.query.get('pageSize') ?? 20)
      let rows = 0
      const shown = elementsOf(response).filter((element) => {
        const record = Object.values(element)[0] as Json
        const lists = Object.values(record).filter((value) => Array.isArray(value) && value.some(isEntity))
        rows += Math.max(1, ...lists.map((list) => (list as unknown[]).length))
        return rows <= size
      })
      return withElements(response, shown)
    },
  ),
  reshaping(
    'deleted-number-like-external-id',
    ['A-DEL-02', 'A-DEL-07'],
    'In the listing of deleted objects an external id of digits is a number.',
    ({ method, by }) => method === 'GET' && by === 'deleted',
    (body) =>
      JSON.parse(
        JSON.stringify(body, (key, value: unknown) =>
          key === 'externalId' && /^\d+$/.test(String(value)) ? Number(value) : value,
        ),
      ),
  ),
  passing(
    'query-results-by-lower-case',
    ['A-CQL-11', 'A-CQL-07'],
    'A query that differs from the one before it in letter case only gets the same result.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const text = asked.query.get('query')
      if (!asksForList(asked) || !text) return go(request)
      const key = withQuery(request, { query: null }).target + text.toLowerCase()
      const known = answered(house).get(key)
      const response = await go(request)
      const exact = `${key} ${text}`
      if (known && !answered(house).has(exact)) return known
      if (isWell(response)) answered(house).set(key, response).set(exact, response)
      return response
    },
  ),
]
