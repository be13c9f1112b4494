import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { strictOrder } from '../rulebook/cql.ts'
import { strictCompare } from '../rulebook/order.ts'
import { patternOf, strictPattern } from '../cql/pattern.ts'
import {
  askedOf,
  eachRecord,
  isWell,
  jsonIn,
  passing,
  refused,
  reshaping,
  rewriting,
  withQuery,
  type Json,
} from './passing.ts'
import { asksForList, isPost, plain } from './serving.ts'

const memory = perHouse(() => ({ unnamed: new Set<string>() }))

/** As a service writes a moment that keeps it as a text. */
const written = (moment: number): string => new Date(moment).toISOString().replace('.000Z', 'Z')
const asTexts = (one: number, other: number): number => (one === other ? 0 : written(one) < written(other) ? -1 : 1)

/** No number of a record but a moment is as large. */
const isMoment = (value: unknown): value is number => typeof value === 'number' && value > 1e11

/** Lists of resources other than ServiceCall read their query differently. */
const readingQueries = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  concerns: (resource: string) => boolean,
  change: (query: string) => string,
): Fault =>
  rewriting(
    id,
    breaks,
    says,
    (asked) => asksForList(asked) && concerns(asked.resource ?? '') && asked.query.has('query'),
    (request, asked) => withQuery(request, { query: change(asked.query.get('query') ?? '') }),
  )

/** Quiet breaches of lists, queries and reads that only other kinds of fields, other resources or plain lists show. */
export const unlookedDataQueryFaults: readonly Fault[] = [
  {
    id: 'numbers-sorted-as-texts',
    breaks: ['A-PAR-08'],
    says: 'Lists are sorted by numbers as by texts: 10 comes before 9.',
    rule: {
      order: {
        compare: (one, other) =>
          typeof one === 'number' && typeof other === 'number' && !isMoment(one)
            ? strictCompare(String(one), String(other))
            : strictCompare(one, other),
      },
    },
  },
  {
    id: 'date-times-sorted-as-texts',
    breaks: ['A-PAR-08'],
    says: 'Lists are sorted by date-times as by texts: half a second past comes before the full second.',
    rule: {
      order: {
        compare: (one, other) => (isMoment(one) && isMoment(other) ? asTexts(one, other) : strictCompare(one, other)),
      },
    },
  },
  {
    id: 'cql-date-times-ordered-as-texts',
    breaks: ['A-CQL-08'],
    says: 'Ordering operators compare date-times as texts: half a second past is before the full second.',
    rule: {
      cql: {
        order: (one, other, kind) =>
          kind === 'date' ? asTexts(Date.parse(String(one)), Date.parse(String(other))) : strictOrder(one, other, kind),
      },
    },
  },
  {
    id: 'cql-ordering-operands-whole',
    breaks: ['A-CQL-08'],
    says: 'The number after an ordering operator is cut to a whole one.',
    rule: { cql: { query: (text) => text.replace(/([<>]=?\s*-?\d+)\.\d+/g, '$1') } },
  },
  {
    id: 'cql-zero-is-null',
    breaks: ['A-CQL-14'],
    says: 'A number field with 0 satisfies is null.',
    rule: { cql: { isNull: (unset, _isReference, value) => unset || value === 0 } },
  },
  readingQueries(
    'cql-references-of-other-resources-find-nothing',
    ['A-CQL-07', 'A-CQL-17'],
    'A criterion on a reference of a resource other than ServiceCall holds for no record.',
    (resource) => resource !== 'ServiceCall',
    (query) => query.replace(/\bserviceCall (?:= "[^"]*"|in \([^)]*\))/g, 'externalId = "none of them"'),
  ),
  readingQueries(
    'cql-object-criterion-dropped-for-attachments',
    ['A-CQL-04'],
    'A criterion on the object reference of attachments is left out.',
    (resource) => resource === 'Attachment',
    (query) => query.replace(/ AND object\.objectId\(\w+\) = "[^"]*"/g, ''),
  ),
  {
    id: 'cql-wildcards-between-the-outer-ones-literal',
    breaks: ['A-CQL-11', 'A-CQL-12'],
    says: 'Of the wildcards of a pattern all but the first and the last stand for a percent sign.',
    rule: {
      cql: {
        matches: (value, pattern, operator) => {
          const [first, ...rest] = pattern.includes('%%') ? [pattern] : pattern.split('%')
          const last = rest.pop()
          const meant = rest.length < 2 ? pattern : `${first}%${rest.join('%%')}%${last}`
          return patternOf(meant, { ...strictPattern, anyCase: operator === 'ilike' }).test(value)
        },
      },
    },
  },
  rewriting(
    'page-of-a-plain-list-ignored',
    ['A-PAR-07'],
    'Without query each page is the first.',
    (asked) => asksForList(asked) && asked.query.has('page') && !asked.query.has('query'),
    (request) => withQuery(request, { page: null }),
  ),
  rewriting(
    'external-ids-left-out-of-plain-lists',
    ['A-PAR-12'],
    'Without query useExternalIds is ignored in lists.',
    (asked) => asksForList(asked) && !asked.query.has('query'),
    (request) => withQuery(request, { useExternalIds: null }),
  ),
  reshaping(
    'pages-by-linked-fields-lose-what-refers-to-none',
    ['A-PAR-07'],
    'On pages after the first of a list that is ordered by a field of a referenced record those that refer to none are missing.',
    (asked) =>
      asksForList(asked) && Number(asked.query.get('page')) > 1 && /\w\.\w/.test(asked.query.get('orderBy') ?? ''),
    (body) => eachRecord(body, (record) => ((record['businessPartner'] ?? null) === null ? undefined : record)),
  ),
  passing(
    'queries-of-other-resources-refused',
    ['A-QRY-01'],
    'The Query API knows no resource but ServiceCall.',
    async (request, go) => {
      const statement = /\/api\/query\/v1\/?(?:\?|$)/.test(request.target) ? jsonIn(request)?.['query'] : undefined
      const resource = /\bfrom\s+(\w+)/i.exec(String(statement))?.[1] ?? 'ServiceCall'
      return resource === 'ServiceCall' ? go(request) : refused(400, `unknown table ${resource}`)
    },
  ),
  passing(
    'content-of-attachments-without-id-lost',
    ['A-ATT-01', 'A-ATT-03'],
    'An attachment that was created without an id has no content.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      const { unnamed } = memory(house)
      if (asked.resource !== 'Attachment' || !isWell(response)) return response
      if (isPost(asked) && jsonIn(request)?.['id'] === undefined) {
        const element = (jsonIn(response)?.['data'] as Json[] | undefined)?.[0] ?? {}
        unnamed.add(plain((Object.values(element)[0] as Json | undefined)?.['id']))
      }
      return asked.by === 'content' && unnamed.has(plain(asked.name))
        ? { ...response, body: Buffer.alloc(0) }
        : response
    },
  ),
  passing(
    'nothing-deleted-of-an-unknown-resource',
    ['A-DAT-29'],
    'The deleted listing of a resource that there is not is empty.',
    async (request, go) => {
      const response = await go(request)
      return askedOf(request).by === 'deleted' && response.status === 404 ? json(200, { deletedIds: [] }) : response
    },
  ),
]
