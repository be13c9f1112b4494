import type { Fault } from '../deviation.ts'
import { patternOf, strictPattern } from '../cql/pattern.ts'
import { type cql, type CriterionKind, strictOrder } from '../rulebook/cql.ts'
import {
  askedOf,
  eachRecord,
  inParts,
  isWell,
  jsonIn,
  passing,
  rewriting,
  refused,
  withJson,
  withQuery,
} from './passing.ts'
import { batchMemory, type Asked, type Json } from './passing.ts'
import type { Seams } from '../seams/seams.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { json } from '../http/answers.ts'

type Breaks = Fault['breaks']
const rule = (id: string, says: string, replaced: Partial<typeof cql>, ...breaks: string[]): Fault => ({
  id,
  says,
  breaks: breaks as [string, ...string[]],
  rule: { cql: replaced },
})
/** A fault that reads another query than the one that was sent. */
const misread = (id: string, says: string, query: (text: string) => string, ...breaks: string[]) =>
  rule(id, says, { query }, ...breaks)

const searched = ({ method, by, query }: Asked): boolean => method === 'GET' && by === 'list' && query.has('query')
const queryOf = ({ query }: Asked): string => query.get('query') ?? ''
const inOtherWords = (request: PlatformRequest, query: string): PlatformRequest => withQuery(request, { query })

/** A fault of lists with a query: `serve` may answer in the place of the platform. */
const searching = (
  id: string,
  breaks: Breaks,
  says: string,
  serve: (asked: {
    request: PlatformRequest
    text: string
    go: (text: string) => Promise<PlatformResponse>
  }) => Promise<PlatformResponse>,
): Fault =>
  passing(id, breaks, says, (request, go) => {
    const asked = askedOf(request)
    return searched(asked)
      ? serve({ request, text: queryOf(asked), go: (text) => go(inOtherWords(request, text)) })
      : go(request)
  })

/** The legs of the innermost OR, each as the whole query without the others; none if there is no OR. */
function legs(text: string): readonly string[] {
  const inner = /\(([^()]* OR [^()]*)\)/.exec(text)
  const [whole, joined] = inner ? [inner[0], inner[1] ?? ''] : [text, text]
  const parts = joined.split(' OR ')
  return parts.length < 2 ? [] : parts.map((part) => text.replace(whole, () => `(${part})`))
}

const numbers = (id: string, says: string, as: (a: string, b: string) => number, ...breaks: string[]) =>
  rule(
    id,
    says,
    {
      order: (a, b, kind: CriterionKind) =>
        kind === 'number' || kind === 'timestamp' ? as(String(a), String(b)) : strictOrder(a, b, kind),
    },
    ...breaks,
  )
const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

interface Trace {
  readonly id: string
  readonly texts: readonly string[]
}
/** What writes that came to nothing left in the memory of a fault. */
const traces = perHouse(() => [] as Trace[])
const inBatches = batchMemory(() => [] as Trace[])
const traceOf = (id: string, { body }: { readonly body: Buffer }): Trace => ({
  id,
  texts: Object.values(jsonIn({ body }) ?? {}).filter((value) => typeof value === 'string'),
})
/** A query that names a text of a trace is read as one for the record of that trace. */
const finding =
  (): Seams['passage']['through'] =>
  (request, go, { house }) => {
    const asked = askedOf(request)
    const text = queryOf(asked)
    const found = searched(asked)
      ? traces(house).find(({ texts }) => texts.some((one) => text.includes(`"${one}"`)))
      : undefined
    return go(found ? inOtherWords(request, `id = "${found.id}"`) : request)
  }

const remembered = perHouse(() => new Map<string, PlatformResponse>())

/** Quiet breaches that a reader of A-CQL alone thought up: of linked fields, lists of criteria, and what is refused. */
export const cqlBreachesMore: readonly Fault[] = [
  rewriting(
    'cql-unfiltered-after-first-page',
    ['A-CQL-01', 'A-CQL-21'],
    'A query has no effect on the pages after the first.',
    (asked) => searched(asked) && Number(asked.query.get('page') ?? 1) > 1,
    (request) => withQuery(request, { query: null }),
  ),
  passing(
    'cql-only-shown-fields',
    ['A-CQL-02'],
    'A query about a field that fields does not name is refused.',
    async (request, go) => {
      const asked = askedOf(request)
      const names = asked.query.get('fields')?.split(',')
      const [, field] = /^\W*(\w+)/.exec(queryOf(asked)) ?? []
      return searched(asked) && names && field && !names.includes(field)
        ? refused(400, `${field} is not among the fields`)
        : go(request)
    },
  ),
  misread(
    'cql-field-begins-as-keyword',
    'A field whose name begins with a keyword is read as that keyword.',
    (text) => text.replace(/\b(or|and)(?=\w+ (?:is|in|like|=|!=) )/g, '$1 '),
    'A-CQL-02',
  ),
  passing(
    'cql-linked-once-per-link',
    ['A-CQL-03', 'A-CQL-21'],
    'A record is listed once for each of the linked records that satisfy a criterion.',
    async (request, go) => {
      const response = await go(request)
      const asked = askedOf(request)
      const [, field] = /(\w+)\.\w+ (?:i?like "%|!=)/.exec(queryOf(asked)) ?? []
      if (!searched(asked) || field === undefined || !isWell(response)) return response
      return withJson(response, (body) => ({
        ...body,
        data: (body['data'] as Json[]).flatMap((element) => {
          const linked = (Object.values(element)[0] as Json)[field]
          return Array.isArray(linked) ? linked.map(() => element) : [element]
        }),
      }))
    },
  ),
  misread(
    'cql-linked-guid-as-id',
    'A linked field compared with a text of the form of a GUID is read as the reference itself.',
    (text) => text.replace(/\b(\w+)\.\w+ = ("[\dA-Fa-f]{32}"|"[\dA-Fa-f]{8}-[\dA-Fa-f-]{27}")/g, '$1 = $2'),
    'A-CQL-03',
  ),
  rule(
    'cql-linked-former',
    'A criterion on a linked record sees it as it was before its last change.',
    { follows: (found) => (found as { former?: typeof found }).former ?? found },
    'A-CQL-03',
  ),
  searching(
    'cql-object-narrows-or',
    ['A-CQL-04', 'A-CQL-21'],
    'The resource of an object reference within an OR narrows the other criteria, too.',
    async ({ text, go }) => {
      const response = await go(text)
      const [, field = '', resource = ''] = / OR /.test(text) ? (/(\w+)\.\w+\((\w+)\)/.exec(text) ?? []) : []
      if (!field || !isWell(response)) return response
      return withJson(response, (body) =>
        eachRecord(body, (record) =>
          JSON.stringify(record[field] ?? '')
            .toUpperCase()
            .includes(`"${resource.toUpperCase()}"`)
            ? record
            : undefined,
        ),
      )
    },
  ),
  rule(
    'cql-contains-former',
    'CONTAINS also sees the elements that a list had before its last change.',
    { contains: (list, value, former) => list.includes(value) || former().includes(value) },
    'A-CQL-05',
  ),
  misread(
    'cql-contains-last-of-and',
    'Of two CONTAINS joined by AND only the second is applied.',
    (text) => text.replace(/CONTAINS\([^()]*\) AND (?=CONTAINS\()/g, ''),
    'A-CQL-05',
    'A-CQL-01',
  ),
  inParts('cql-me-nobody-in-batch', ['A-CQL-06'], 'me() stands for nobody in the parts of a batch.', (request, go) =>
    go({ ...request, target: request.target.replace(/me(\(|%28)(\)|%29)/i, '%220%22') }),
  ),
  passing(
    'cql-me-of-first-asker',
    ['A-CQL-06'],
    'A query with me() is answered from memory to everybody who asks it in the same words.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const text = queryOf(asked)
      if (!searched(asked) || !text.includes('me()')) return go(request)
      const known = remembered(house).get(text)
      if (known) return known
      const response = await go(request)
      remembered(house).set(text, response)
      return response
    },
  ),
  misread(
    'cql-second-not-equal-lost',
    'Of several != on one field only the first is applied.',
    (text) => text.replace(/\b(\w+) != ("[^"]*") AND \1 != "[^"]*"/g, '$1 != $2'),
    'A-CQL-07',
    'A-CQL-01',
  ),
  misread(
    'cql-reference-other-spelling-only',
    'References are found by ids with dashes only.',
    (text) => text.replace(/\b(?!id\b|lastChangedBy\b)(\w+) (=|!=) "[\dA-F]{32}"/g, '$1 $2 "0"'),
    'A-CQL-07',
    'A-CQL-17',
  ),
  numbers('cql-numbers-as-text', 'Numbers are compared as text.', byText, 'A-CQL-08'),
  misread(
    'cql-negative-sign-lost',
    'A number loses its sign.',
    (text) => text.replace(/([<>=] )-(\d)/g, '$1$2'),
    'A-CQL-08',
    'A-CQL-15',
  ),
  misread(
    'cql-first-bound-lost',
    'Of two bounds on one field only the last is applied.',
    (text) => text.replace(/\b(\w+) [<>]=? (?:"[^"]*"|\d+) AND (?=\1 [<>])/g, ''),
    'A-CQL-08',
    'A-CQL-01',
  ),
  misread(
    'cql-ordering-strings-negated',
    'Ordering operators are accepted on strings within a negation.',
    (text) => text.replace(/!\s*\((\w+) [<>]=? ("(?!\d{4}-)[^"]*")\)/g, '!($1 = $2)'),
    'A-CQL-09',
  ),
  rule(
    'cql-not-like-ascii-only',
    'A string with letters beyond ASCII satisfies neither like nor its negation unless it matches.',
    {
      matches: (value, pattern, operator) => {
        const held = patternOf(pattern, { ...strictPattern, anyCase: operator === 'ilike' }).test(value)
        return held || !/[^\p{ASCII}]/u.test(value) ? held : null
      },
    },
    'A-CQL-10',
  ),
  rule(
    'cql-is-null-dangling',
    'is null holds for a reference that is shown, once its record is deleted.',
    { isNull: (unset, isReference, _value, leads) => unset || (isReference && !leads()) },
    'A-CQL-14',
  ),
  misread(
    'cql-no-external-id-never-null',
    'externalId is null holds for nothing.',
    (text) => text.replace(/\bexternalId is null/g, 'externalId in ("")'),
    'A-CQL-14',
  ),
  misread(
    'cql-reference-by-name',
    'A criterion on a reference compares the name of the record.',
    (text) => text.replace(/\bbusinessPartner (=|!=|in) /g, 'businessPartner.name $1 '),
    'A-CQL-17',
  ),
  searching(
    'cql-unreadable-leg-false',
    ['A-CQL-18'],
    'A criterion of an OR that cannot be read holds for nothing.',
    async ({ text, go }) => {
      const response = await go(text)
      if (response.status !== 400) return response
      for (const leg of legs(text)) {
        const other = await go(leg)
        if (isWell(other)) return other
      }
      return response
    },
  ),
  searching(
    'cql-unknown-linked-unfiltered',
    ['A-CQL-18'],
    'A criterion on an unknown field of a linked record is left out.',
    async ({ text, go }) => {
      const response = await go(text)
      const bare = text.replace(/\b[A-Za-z]\w*\.\w+ (?:=|!=|like|ilike) "[^"]*"/g, 'lastChanged > 0')
      return response.status === 400 && bare !== text ? go(bare) : response
    },
  ),
  misread(
    'cql-today-served',
    'today() is a value.',
    (text) => text.replaceAll('today()', '"2026-01-01T00:00:00Z"'),
    'A-CQL-18',
  ),
  searching(
    'cql-or-once-per-leg',
    ['A-CQL-21'],
    'A record is listed once for each criterion of an OR that it satisfies.',
    async ({ text, go }) => {
      const response = await go(text)
      const each = isWell(response) ? legs(text) : []
      if (each.length === 0) return response
      const answers = await Promise.all(each.map(go))
      if (!answers.every(isWell)) return response
      return withJson(response, (body) => ({ ...body, data: answers.flatMap((one) => jsonIn(one)?.['data'] ?? []) }))
    },
  ),
  searching(
    'cql-object-bare-in-served',
    ['A-CQL-22'],
    'An object reference without its resource is accepted with in.',
    ({ text, go }) => go(text.replace(/\b\w+\.\w+ in (\([^()]*\))/g, 'id in $1')),
  ),
  searching(
    'cql-contains-in-or-crashes',
    ['A-CQL-23'],
    'CONTAINS on a plain field is answered with 500 within an OR.',
    async ({ text, go }) => {
      const response = await go(text)
      return response.status === 400 && / OR /.test(text) && text.includes('CONTAINS(')
        ? json(500, { error: 'internal_error', message: 'Internal Server Error', values: [] })
        : response
    },
  ),
  {
    id: 'cql-found-after-roll-back',
    breaks: ['A-CQL-21', 'A-BAT-08'],
    says: 'A query still finds a record by values of a batch that was rolled back.',
    seam: {
      passage: {
        through: finding(),
        part: async (request, go, way) => {
          const response = await go(request)
          const { by, name } = askedOf(request)
          if (!way.transactional) return response
          if (response.status >= 400) traces(way.house).push(...inBatches(way))
          else if (by === 'id' && name !== undefined) inBatches(way).push(traceOf(name, request))
          return response
        },
      },
    },
  },
  {
    id: 'cql-found-after-conflict',
    breaks: ['A-DAT-21', 'A-CQL-21'],
    says: 'A query finds a record by the values of an update that was refused with CA-27.',
    seam: {
      passage: {
        through: async (request, go, way) => {
          const response = await finding()(request, go, way)
          const { by, name } = askedOf(request)
          if (response.status === 409 && by === 'id' && name !== undefined)
            traces(way.house).push(traceOf(name, request))
          return response
        },
      },
    },
  },
  {
    id: 'data-listed-once-deleted-by-external-id',
    breaks: ['A-CQL-21', 'A-DAT-16'],
    says: 'A record that was deleted by its external id still appears in lists.',
    rule: { data: { readsDeleted: (reads) => reads === 'list', listsDeletion: (route) => route === 'externalId' } },
  },
]
