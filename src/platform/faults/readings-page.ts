import type { Fault } from '../deviation.ts'
import { catalogue } from '../data/catalogue.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import {
  askedOf,
  eachRecord,
  isWell,
  jsonIn,
  passing,
  refused,
  reshaping,
  rewriting,
  withJson,
  withQuery,
  type Asked,
  type Json,
} from './passing.ts'

const isList = ({ method, by }: Asked) => method === 'GET' && by === 'list'
const has = ({ query }: Asked, ...names: readonly string[]) => names.every((name) => query.has(name))
const lacks = ({ query }: Asked, ...names: readonly string[]) => names.every((name) => !query.has(name))
const later = (asked: Asked) => isList(asked) && Number(asked.query.get('page')) > 1
const newestOf = ({ resource = '' }: Asked) => `${resource}.${catalogue.get(resource)?.newest}`
const elementsOf = (body: Json) => (Array.isArray(body['data']) ? (body['data'] as Json[]) : [])
const sizes = perHouse(() => ({ last: undefined as string | undefined }))
const cached = perHouse(
  () => new Map<string, { dtos: string | null; response: PlatformResponse; lastChanged: unknown }>(),
)
const recordIn = (response: PlatformResponse) =>
  Object.values(elementsOf(jsonIn(response) ?? {})[0] ?? {})[0] as Json | undefined

/** Quiet breaches of A-PAR-02..06, 14: dtos, pages and their sizes. */
export const readingsPageFaults: readonly Fault[] = [
  rewriting(
    'no-dtos-ok-on-extid',
    ['A-PAR-02'],
    'Without dtos a request by external id is served in the newest version.',
    (asked) => asked.by === 'externalId' && lacks(asked, 'dtos'),
    (request, asked) => withQuery(request, { dtos: newestOf(asked) }),
  ),
  rewriting(
    'no-dtos-ok-on-delete',
    ['A-PAR-02'],
    'DELETE and content need no dtos.',
    (asked) =>
      (asked.method === 'DELETE' || asked.by === 'content') && asked.resource !== undefined && lacks(asked, 'dtos'),
    (request, asked) => withQuery(request, { dtos: newestOf(asked) }),
  ),
  rewriting(
    'no-dtos-ok-on-deleted',
    ['A-PAR-02', 'A-DEL-04'],
    'A deleted listing without dtos is DeletedObjects.1.',
    (asked) => asked.by === 'deleted' && lacks(asked, 'dtos'),
    (request) => withQuery(request, { dtos: 'DeletedObjects.1' }),
  ),
  passing(
    'no-dtos-400-but-written',
    ['A-PAR-02'],
    'A PATCH without dtos is refused and takes effect.',
    async (request, go) => {
      const asked = askedOf(request)
      if (asked.method !== 'PATCH' || !asked.resource || asked.query.has('dtos')) return go(request)
      await go(withQuery(request, { dtos: newestOf(asked) }))
      return refused(400, 'dtos is missing')
    },
  ),
  rewriting(
    'dto-version-ignored-with-fields',
    ['A-PAR-03'],
    'With fields, records are read in the newest version.',
    (asked) => asked.method === 'GET' && has(asked, 'fields') && lacks(asked, 'expand'),
    (request, asked) => withQuery(request, { dtos: newestOf(asked) }),
  ),
  passing(
    'dto-version-first-wins-cache',
    ['A-PAR-03'],
    'A record is shown in the version in which it was first read, until it changes.',
    async (request, go, { house }) => {
      const response = await go(request)
      const asked = askedOf(request)
      if (asked.method !== 'GET' || asked.by !== 'id' || !isWell(response)) return response
      const key = request.target.replace(/dtos=[^&]*/, '')
      const known = cached(house).get(key)
      const dtos = asked.query.get('dtos')
      const lastChanged = recordIn(response)?.['lastChanged']
      if (known && known.lastChanged === lastChanged) return known.response
      cached(house).set(key, { dtos, response, lastChanged })
      return response
    },
  ),
  rewriting(
    'dto-version-write-newest',
    ['A-PAR-03'],
    'PUT and PATCH are answered in the newest version.',
    (asked) => /^(?:PUT|PATCH)$/.test(asked.method) && has(asked, 'dtos'),
    (request, asked) => withQuery(request, { dtos: newestOf(asked) }),
  ),
  rewriting(
    'dto-version-not-on-page2',
    ['A-PAR-03'],
    'From the second page on, lists are in the newest version.',
    (asked) => later(asked) && lacks(asked, 'expand'),
    (request, asked) => withQuery(request, { dtos: newestOf(asked) }),
  ),
  {
    id: 'default-20-not-with-query',
    breaks: ['A-PAR-04'],
    says: 'A search without paging parameters returns all records.',
    rule: { page: { defaultSize: ({ searches }) => (searches ? 5000 : 20) } },
  },
  rewriting(
    'default-20-not-with-orderby',
    ['A-PAR-04'],
    'A sorted list without paging parameters has ten records.',
    (asked) => isList(asked) && has(asked, 'orderBy') && lacks(asked, 'page', 'pageSize'),
    (request) => withQuery(request, { pageSize: '10' }),
  ),
  reshaping(
    'default-20-lines',
    ['A-PAR-04'],
    'A list without paging parameters leaves out some of its twenty records.',
    (asked) => isList(asked) && lacks(asked, 'page', 'pageSize'),
    (body) => ({ ...body, data: elementsOf(body).length < 20 ? elementsOf(body) : elementsOf(body).slice(0, 13) }),
  ),
  rewriting(
    'default-20-in-batch',
    ['A-PAR-04'],
    'In a batch a list without paging parameters has a hundred records.',
    (asked, { inBatch }) => inBatch && isList(asked) && lacks(asked, 'page', 'pageSize'),
    (request) => withQuery(request, { pageSize: '100' }),
  ),
  reshaping(
    'pagesize-max-minus',
    ['A-PAR-05', 'A-PAR-15'],
    'The largest pageSize returns no record.',
    (asked) => isList(asked) && asked.query.get('pageSize') === '2147483647',
    (body) => ({ ...body, data: [] }),
  ),
  rewriting(
    'pagesize-exceeded-by-expand',
    ['A-PAR-05'],
    'With useExternalIds a page holds one record more than pageSize.',
    (asked) => isList(asked) && has(asked, 'useExternalIds', 'pageSize'),
    (request, { query }) => withQuery(request, { pageSize: String(Number(query.get('pageSize')) + 1) }),
  ),
  passing(
    'pagesize-sticky',
    ['A-PAR-04', 'A-PAR-05'],
    'Without pageSize a list has that of the list before.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      if (!isList(asked)) return go(request)
      const size = asked.query.get('pageSize')
      if (size !== null) {
        sizes(house).last = /^[1-9]\d{0,8}$/.test(size) ? size : sizes(house).last
        return go(request)
      }
      return go(sizes(house).last === undefined ? request : withQuery(request, { pageSize: String(sizes(house).last) }))
    },
  ),
  rewriting(
    'page-ignored-with-query',
    ['A-PAR-05'],
    'Every page of a search is the first.',
    (asked) => isList(asked) && has(asked, 'query', 'page'),
    (request) => withQuery(request, { page: '1' }),
  ),
  rewriting(
    'pagesize-wraps',
    ['A-PAR-06'],
    'A pageSize above 2^32 is taken modulo 2^32.',
    (asked) => isList(asked) && Number(asked.query.get('pageSize')) > 2 ** 32,
    (request, { query }) => withQuery(request, { pageSize: String(Number(query.get('pageSize')) % 2 ** 32) }),
  ),
  rewriting(
    'pagesize-text-default',
    ['A-PAR-06'],
    'A pageSize that begins with digits is taken as their number.',
    (asked) => isList(asked) && /^\d+\D/.test(asked.query.get('pageSize') ?? ''),
    (request, { query }) => withQuery(request, { pageSize: String(Number.parseInt(query.get('pageSize') ?? '', 10)) }),
  ),
  rewriting(
    'pagesize-over-on-extid-query',
    ['A-PAR-06'],
    'In a search a pageSize above 2^31-1 is accepted.',
    (asked) => isList(asked) && has(asked, 'query') && Number(asked.query.get('pageSize')) > 2 ** 31 - 1,
    (request) => withQuery(request, { pageSize: '2147483647' }),
  ),
  rewriting(
    'clientidentifier-needed-for-query',
    ['A-PAR-14'],
    'A search without clientIdentifier is refused.',
    (asked) => isList(asked) && has(asked, 'query') && lacks(asked, 'clientIdentifier'),
    () => refused(400, 'clientIdentifier is missing'),
  ),
  reshaping(
    'clientidentifier-filters',
    ['A-PAR-14'],
    'A list with clientIdentifier is empty.',
    (asked) => isList(asked) && has(asked, 'clientIdentifier'),
    (body) => ({ ...body, data: [] }),
  ),
]

const rounds = perHouse(() => ({ count: 0 }))
const keyOf = (orderBy: string) => orderBy.split(',')[0]?.trim().split(/\s+/)[0] ?? ''
const patched = perHouse(() => new Set<string>())
const plain = (id: unknown) => String(id).replaceAll('-', '').toUpperCase()

/** Quiet breaches of A-PAR-07..09: order and successive pages. */
export const readingsOrderFaults: readonly Fault[] = [
  passing(
    'pages-ties-random',
    ['A-PAR-07'],
    'Records with equal sort values are in another order on every request.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const round = (rounds(house).count += 1)
      if (!isList(asked) || !has(asked, 'orderBy', 'pageSize') || round % 2 === 0) return go(request)
      const { query } = asked
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('pageSize'))]
      const response = await go(request)
      const all = await go(withQuery(request, { page: null, pageSize: '2147483647' }))
      if (!isWell(response) || !(page >= 1) || !(size >= 1)) return response
      const key = keyOf(query.get('orderBy') ?? '')
      const sorted = elementsOf(jsonIn(all) ?? {})
      const valueOf = (element: Json) => JSON.stringify((Object.values(element)[0] as Json)[key])
      const mixed = sorted
        .map((element, at) => ({ element, at }))
        .toSorted((one, other) =>
          valueOf(one.element) === valueOf(other.element) ? other.at - one.at : one.at - other.at,
        )
      return withJson(response, (body) => ({
        ...body,
        data: mixed.slice((page - 1) * size, page * size).map(({ element }) => element),
      }))
    },
  ),
  reshaping(
    'pages-nulls-lost',
    ['A-PAR-07'],
    'Records without a value in the sort field are on no page but the first.',
    (asked) => later(asked) && has(asked, 'orderBy'),
    (body, { query }) =>
      eachRecord(body, (record) => {
        const key = keyOf(query.get('orderBy') ?? '')
        return key in record && record[key] === null ? undefined : record
      }),
  ),
  reshaping(
    'pages-last-partial-dropped',
    ['A-PAR-07'],
    'A later page with a single record is empty.',
    later,
    (body) => ({
      ...body,
      data: elementsOf(body).length === 1 ? [] : body['data'],
    }),
  ),
  passing(
    'pages-equal-key-at-boundary',
    ['A-PAR-07'],
    'Records whose sort value is that of the last one on the page before are skipped.',
    async (request, go) => {
      const response = await go(request)
      const asked = askedOf(request)
      if (!later(asked) || !has(asked, 'orderBy') || !isWell(response)) return response
      const key = keyOf(asked.query.get('orderBy') ?? '')
      const former = elementsOf(
        jsonIn(await go(withQuery(request, { page: String(Number(asked.query.get('page')) - 1) }))) ?? {},
      )
      const last = (Object.values(former.at(-1) ?? {})[0] as Json | undefined)?.[key]
      return withJson(response, (body) =>
        eachRecord(body, (record) =>
          last !== undefined && last !== null && record[key] === last ? undefined : record,
        ),
      )
    },
  ),
  rewriting(
    'orderby-direction-shared',
    ['A-PAR-08'],
    'The direction of the last field applies to all fields.',
    (asked) => isList(asked) && (asked.query.get('orderBy') ?? '').includes(','),
    (request, { query }) => {
      const keys = (query.get('orderBy') ?? '').split(',').map((one) => one.trim().split(/\s+/))
      const direction = keys.at(-1)?.[1]
      return withQuery(request, {
        orderBy: keys.map(([field = '']) => (direction === undefined ? field : `${field} ${direction}`)).join(','),
      })
    },
  ),
  rewriting(
    'orderby-desc-with-query-lost',
    ['A-PAR-08'],
    'In a search desc sorts ascending.',
    (asked) => isList(asked) && has(asked, 'query', 'orderBy'),
    (request, { query }) => withQuery(request, { orderBy: (query.get('orderBy') ?? '').replace(/\bdesc\b/g, 'asc') }),
  ),
  rewriting(
    'orderby-ref-refused-desc',
    ['A-PAR-09'],
    'A field of a referenced record with desc is refused in orderBy.',
    (asked) => isList(asked) && /\w\.\w+ +desc/.test(asked.query.get('orderBy') ?? ''),
    () => refused(400, 'the list cannot be sorted so'),
  ),
  passing(
    'orderby-ref-duplicates',
    ['A-PAR-09'],
    'Sorted by a field of a referenced record that was changed, a record is listed twice.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      if (asked.method === 'PATCH' && asked.by === 'id') patched(house).add(plain(asked.name))
      const response = await go(request)
      const [, field = ''] = /^\s*(\w+)\./.exec(asked.query.get('orderBy') ?? '') ?? []
      if (!isList(asked) || field === '' || !isWell(response)) return response
      return withJson(response, (body) => ({
        ...body,
        data: elementsOf(body).flatMap((element) =>
          patched(house).has(plain((Object.values(element)[0] as Json)[field])) ? [element, element] : [element],
        ),
      }))
    },
  ),
]
