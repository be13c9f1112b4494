import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { strictOrder } from '../rulebook/cql.ts'
import { largestPageSize } from '../rulebook/page.ts'
import {
  askedOf,
  batchMemory,
  inParts,
  isWell,
  jsonIn,
  passing,
  refused,
  rewriting,
  withJson,
  withQuery,
  type Json,
} from './passing.ts'
import { asksForList, isWrite, nowServed, serving } from './serving.ts'

const memory = perHouse(() => ({
  /** Later pages of searches, with when they were answered. */
  pages: new Map<string, { readonly response: PlatformResponse; readonly at: number }>(),
}))
const minuteMs = 60_000

const failed = batchMemory(() => ({ isLast: false }))

/** The record of a response part is keyed by its resource. */
const resourceIn = (response: PlatformResponse): string => {
  const [element] = (jsonIn(response)?.['data'] ?? []) as Json[]
  return Object.keys(element ?? {})[0] ?? ''
}

const asText = (value: unknown): string => String(value)

/** A negated term without parentheses of its own, and what is joined to it by AND in its group. */
const negatedFirst = /(^|\()\s*!\s*\(([^()]*)\)\s+AND\s+([^()]+(?:\([^()]*\)[^()]*)*)(?=\)|$)/

/** The members of a row up to the first that is null. */
const upToNull = (fields: Json): Json => {
  const entries = Object.entries(fields)
  const end = entries.findIndex(([, value]) => value === null)
  return Object.fromEntries(end < 0 ? entries : entries.slice(0, end + 1))
}

/** Quiet breaches of lists, queries, expansions and batches that a twenty-second reader of the document thought up. */
export const twentySecondListFaults: readonly Fault[] = [
  rewriting(
    'second-page-of-the-largest-size-crashes',
    ['K-DAT-01', 'A-PAR-05'],
    'A page after the first with the largest pageSize is answered with 500.',
    ({ query, ...asked }) =>
      asksForList({ query, ...asked }) &&
      query.get('pageSize') === String(largestPageSize) &&
      Number(query.get('page') ?? 1) > 1,
    () => refused(500, 'the offset is negative'),
  ),
  {
    id: 'order-third-field-ignored',
    breaks: ['A-PAR-08'],
    says: 'Only the first two fields of orderBy are used.',
    rule: { order: { keys: (keys) => keys.slice(0, 2) } },
  },
  rewriting(
    'fields-ignored-in-lists-with-external-ids',
    ['A-PAR-11'],
    'fields is ignored in lists with useExternalIds.',
    (asked) => asksForList(asked) && asked.query.get('useExternalIds') === 'true',
    (request) => withQuery(request, { fields: null }),
  ),
  serving(
    'cql-numbers-as-texts-within-a-group',
    ['A-CQL-08'],
    'In a query with an OR in parentheses numbers and timestamps are compared as texts.',
    {
      rule: {
        cql: {
          order: (a, b, kind) => {
            const isMeant =
              (kind === 'number' || kind === 'timestamp') &&
              /\([^)]*\bOR\b/.test(nowServed()?.asked.query.get('query') ?? '')
            if (!isMeant) return strictOrder(a, b, kind)
            return asText(a) < asText(b) ? -1 : asText(a) > asText(b) ? 1 : 0
          },
        },
      },
    },
  ),
  passing(
    'later-pages-of-searches-kept-after-a-deletion',
    ['A-CQL-21', 'A-DAT-10'],
    'The pages of a search after the first are answered from memory for a minute, until something is created or updated.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const { pages } = memory(house)
      if (isWrite(asked) && request.method !== 'DELETE') pages.clear()
      const isMeant = asksForList(asked) && asked.query.has('query') && Number(asked.query.get('page') ?? 1) > 1
      if (!isMeant) return go(request)
      const known = pages.get(request.target)
      if (known && house.clock.now() - known.at < minuteMs) return known.response
      const response = await go(request)
      if (isWell(response)) pages.set(request.target, { response, at: house.clock.now() })
      return response
    },
  ),
  {
    id: 'cql-negation-in-front-goes-on-behind-and',
    breaks: ['A-CQL-10', 'A-CQL-21'],
    says: 'A negation at the start of a query or of a group takes in what follows it with AND.',
    rule: { cql: { query: (text) => text.replace(negatedFirst, '$1!(($2) AND ($3))') } },
  },
  {
    id: 'expand-by-external-id-skips-read-check',
    breaks: ['A-EXP-07'],
    says: 'Who reads by external id is shown expanded records without permission to read them.',
    rule: {
      expand: {
        reads: (permitted, _wanted, reads) => permitted || (reads.operation === 'get' && reads.by === 'externalId'),
      },
    },
  },
  passing(
    'query-api-rows-end-at-a-null',
    ['A-QRY-02'],
    'Rows of the Query API lack what was selected after a field without a value.',
    async (request, go) => {
      const response = await go(request)
      if (!askedOf(request).path.endsWith('/api/query/v1') || !isWell(response)) return response
      return withJson(response, (body) => ({
        ...body,
        data: ((body['data'] ?? []) as Json[]).map((row) =>
          Object.fromEntries(Object.entries(row).map(([alias, fields]) => [alias, upToNull(fields as Json)])),
        ),
      }))
    },
  ),
  inParts(
    'part-after-a-failing-one-fails',
    ['A-BAT-09'],
    'In a batch that is not transactional the part after one that failed fails, too.',
    async (request, go, way) => {
      const state = failed(way)
      if (way.transactional) return go(request)
      if (state.isLast) {
        state.isLast = false
        return refused(500, 'the session is marked for rollback')
      }
      const response = await go(request)
      state.isLast = response.status >= 400
      return response
    },
  ),
  {
    id: 'batch-answers-grouped-by-resource',
    breaks: ['A-BAT-10'],
    says: 'Response parts with records of one resource stand together.',
    rule: {
      batch: {
        shown: (parts) => {
          const names = parts.map(({ response }) => resourceIn(response))
          return [...new Set(names)].flatMap((name) => parts.filter((_, at) => names[at] === name))
        },
      },
    },
  },
  {
    id: 'content-ids-of-digits-as-numbers',
    breaks: ['A-BAT-11'],
    says: 'A Content-ID of digits loses the noughts in front.',
    rule: {
      batch: {
        contentId: (contentId) => (/^\d+$/.test(contentId ?? '') ? contentId?.replace(/^0+(?=\d)/, '') : contentId),
      },
    },
  },
]
