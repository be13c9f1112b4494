import type { Fault } from '../deviation.ts'
import { patternOf, strictPattern } from '../cql/pattern.ts'
import { searchRules } from '../rulebook/cql.ts'
import {
  askedOf,
  eachRecord,
  isWell,
  jsonIn,
  passing,
  recordsIn,
  refused,
  reshaping,
  rewriting,
  withJson,
  withQuery,
  type Asked,
  type Json,
} from './passing.ts'
import { asksForList } from './serving.ts'

const compared = 255
const objectsAsked = ({ query }: Asked): readonly string[] =>
  query.getAll('expand').flatMap((text) => /^object\.objectId\((\w+)\)/.exec(text)?.[1] ?? [])

/** Quiet breaches of lists and searches that a seventeenth reader of the document thought up (suites/two-readings). */
export const seventeenthListFaults: readonly Fault[] = [
  rewriting(
    'query-token-looked-for-in-the-whole-query',
    ['A-AUT-04'],
    'The token in the query is what follows the first access_token= of the decoded query, in the value of another parameter, too.',
    ({ query }) => query.has('access_token'),
    (request) => {
      const [, search = ''] = request.target.split(/\?(.*)/s)
      const found = /access_token=([^&]*)/.exec(decodeURIComponent(search.replaceAll('+', ' ')))?.[1]
      return withQuery(request, { access_token: found ?? null })
    },
  ),
  passing(
    'page-after-a-text-by-its-first-255-letters',
    ['A-PAR-07'],
    'A later page of a list by a text begins after all texts whose first 255 letters are those of the last one before.',
    async (request, go) => {
      const asked = askedOf(request)
      const [field = '', direction = 'asc'] = (asked.query.get('orderBy') ?? '').trim().split(/\s+/)
      const page = Number(asked.query.get('page') ?? 1)
      const response = await go(request)
      if (!asksForList(asked) || page < 2 || field === '' || asked.query.has('fields') || !isWell(response))
        return response
      const before = recordsIn(jsonIn(await go(withQuery(request, { page: String(page - 1) }))))
      const last = before.at(-1)?.[field]
      if (typeof last !== 'string' || last.length <= compared) return response
      const cut = last.slice(0, compared)
      return withJson(response, (body) =>
        eachRecord(body, (record) => {
          const text = String(record[field] ?? '').slice(0, compared)
          return direction === 'desc' || text !== cut ? record : undefined
        }),
      )
    },
  ),
  rewriting(
    'ordered-by-external-ids-where-they-are-asked-for',
    ['A-PAR-09'],
    'With useExternalIds a list by a field of a referenced object is in the order of its external id.',
    (asked) => asksForList(asked) && asked.query.get('useExternalIds') === 'true' && asked.query.has('orderBy'),
    (request, { query }) =>
      withQuery(request, { orderBy: (query.get('orderBy') ?? '').replace(/(\w+)\.\w+/g, '$1.externalId') }),
  ),
  reshaping(
    'equal-rows-of-fields-come-once',
    ['A-CQL-21'],
    'Of records found by a query that are alike in all the fields asked for, one is listed.',
    (asked) => asksForList(asked) && asked.query.has('query') && asked.query.has('fields'),
    (body) => {
      const met = new Set<string>()
      return eachRecord(body, (record) => {
        const text = JSON.stringify(record)
        const isNew = !met.has(text)
        met.add(text)
        return isNew ? record : undefined
      })
    },
  ),
  passing(
    'object-expansion-ends-at-another-type',
    ['A-EXP-05'],
    'In a list the records after the first one with an object reference of another type are not expanded.',
    async (request, go) => {
      const asked = askedOf(request)
      const [type] = asksForList(asked) ? objectsAsked(asked) : []
      const response = await go(request)
      if (type === undefined || !isWell(response)) return response
      const plainly = recordsIn(jsonIn(await go(withQuery(request, { expand: null }))))
      const isOther = (record: Json | undefined) =>
        (record?.['object'] as Json | undefined)?.['objectType'] !== type.toUpperCase()
      const end = plainly.findIndex(isOther)
      return end < 0
        ? response
        : withJson(response, (body) => eachRecord(body, (record, at) => (at > end ? plainly[at] : record)))
    },
  ),
  {
    id: 'cql-lists-compare-dates-as-texts',
    breaks: ['A-CQL-13', 'A-CQL-21'],
    says: 'A date-time in a list equals the same text only.',
    rule: {
      cql: {
        amongEqual: (value, listed, kind, order) =>
          kind === 'date' ? value === listed : searchRules.cql.amongEqual(value, listed, kind, order),
      },
    },
  },
  {
    id: 'cql-year-9999-is-unset',
    breaks: ['A-CQL-14'],
    says: 'A date-time of the last day of the year 9999 counts as unset in a query for unset fields.',
    rule: {
      cql: {
        isNull: (unset, isReference, value, leads) =>
          String(value).startsWith('9999-12-31') || searchRules.cql.isNull(unset, isReference, value, leads),
      },
    },
  },
  rewriting(
    'cql-negated-group-ends-at-a-quoted-parenthesis',
    ['A-CQL-10'],
    'A query in which a text within a negated group holds a closing parenthesis is refused.',
    ({ query }) => /!\s*\([^)"]*"[^")]*\)/.test(query.get('query') ?? ''),
    () => refused(400, 'the query is not valid'),
  ),
  {
    id: 'cql-ilike-raises-sharp-s-in-patterns-only',
    breaks: ['A-CQL-12'],
    says: 'ilike takes a sharp s of the pattern for two letters, and one of a record for one.',
    rule: {
      cql: {
        matches: (value, pattern, operator) =>
          operator === 'ilike' && pattern.includes('ß')
            ? patternOf(pattern.replaceAll('ß', 'SS'), { ...strictPattern, anyCase: true }).test(value)
            : searchRules.cql.matches(value, pattern, operator),
      },
    },
  },
]
