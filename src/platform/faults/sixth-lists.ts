import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { cql as strictCql } from '../rulebook/cql.ts'
import { askedOf, eachRecord, isWell, jsonIn, passing, reshaping, rewriting, withJson, withQuery } from './passing.ts'
import type { Json } from './passing.ts'
import { asksForList, isRead, plain } from './serving.ts'
import { each, wishes } from './third-relations.ts'

const cut = perHouse(() => new Map<string, unknown>())
const deletedUnnamed = perHouse(() => new Set<string>())

const elementsOf = (response: PlatformResponse): Json[] => (jsonIn(response)?.['data'] as Json[] | undefined) ?? []
const idOf = (element: Json): string => plain((Object.values(element)[0] as Json | undefined)?.['id'])
const ordered = (text: string | null): readonly string[] => (text ?? '').split(',').map((one) => one.trim())
const followed = /(?<![\w."])[a-z]\w*\.(?!objectId)\w+\s*(?:=|!=|<|>|like|ilike|in|is)/

/** A lower and an upper bound of one field, both of them as inclusive. */
const asBetween = (text: string): string =>
  text.replace(
    /\b(\w+)\s*>=?\s*("[^"]*"|[\d.-]+)(\s*\)?\s*AND\s*\(?\s*)(\1)\s*<=?\s*("[^"]*"|[\d.-]+)/g,
    '$1 >= $2$3$4 <= $5',
  )

const holdsWildcardLast = (pattern: string): boolean => /%*$/.exec(pattern)![0].length % 2 === 1

/** Quiet breaches of lists, queries, projection and expansion that a sixth reader of the document thought up. */
export const sixthListFaults: readonly Fault[] = [
  passing(
    'descending-within-a-page',
    ['A-PAR-08'],
    'A list in descending order is cut into pages in ascending order, and each page is turned round.',
    async (request, go) => {
      const asked = askedOf(request)
      const keys = ordered(asked.query.get('orderBy'))
      if (!asksForList(asked) || !asked.query.has('pageSize') || !keys.every((key) => / desc$/.test(key)))
        return go(request)
      const response = await go(
        withQuery(request, { orderBy: keys.map((key) => key.replace(/ desc$/, ' asc')).join(',') }),
      )
      return isWell(response)
        ? withJson(response, (body) => ({ ...body, data: elementsOf(response).reverse() }))
        : response
    },
  ),
  passing(
    'page-cut-before-linked-criteria',
    ['A-CQL-03', 'A-CQL-21', 'A-PAR-04'],
    'Criteria on fields of linked records are applied after a page is cut.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (!asksForList(asked) || !followed.test(asked.query.get('query') ?? '') || !isWell(response)) return response
      const whole = await go(withQuery(request, { page: null, pageSize: '2147483647', fields: null }))
      const page = await go(withQuery(request, { query: null, fields: null }))
      const [hits, cutOut] = [whole, page].map((one) => new Set(elementsOf(one).map(idOf)))
      const shown = await go(withQuery(request, { page: null, pageSize: '2147483647' }))
      const ids = elementsOf(whole).map(idOf)
      return withJson(response, (body) => ({
        ...body,
        data: elementsOf(shown).filter((_, at) => hits?.has(ids[at] ?? '') && cutOut?.has(ids[at] ?? '')),
      }))
    },
  ),
  rewriting(
    'fields-with-those-of-order-by',
    ['A-PAR-11'],
    'A sorted list also shows the fields that it is sorted by.',
    (asked) => asksForList(asked) && asked.query.has('fields') && asked.query.has('orderBy'),
    (request, { query }) =>
      withQuery(request, {
        fields: [
          query.get('fields'),
          ...ordered(query.get('orderBy'))
            .map((key) => key.split(' ')[0] ?? '')
            .filter((name) => /^(?!asc$|desc$)\w+$/.test(name)),
        ].join(','),
      }),
  ),
  rewriting(
    'fields-ignored-by-external-id-with-external-ids',
    ['A-PAR-11'],
    'fields is ignored when a record is read by external id with useExternalIds.',
    ({ method, by, query }) => method === 'GET' && by === 'externalId' && query.get('useExternalIds') === 'true',
    (request) => withQuery(request, { fields: null }),
  ),
  reshaping(
    'fields-of-first-expansion-for-all',
    ['A-EXP-02', 'A-EXP-04', 'A-EXP-01'],
    'The fields of the first expansion are applied to all.',
    isRead,
    (body, asked) => {
      const all = wishes(asked)
      const names = all[0]?.names ?? []
      return names.length === 0 || all.length < 2
        ? body
        : eachRecord(body, (record) => ({
            ...record,
            ...Object.fromEntries(
              all
                .filter(({ field }) => field in record)
                .map(({ field }) => [
                  field,
                  each(record[field], (one) =>
                    Object.fromEntries(Object.entries(one).filter(([name]) => names.includes(name))),
                  ),
                ]),
            ),
          }))
    },
  ),
  passing(
    'expansion-kept-until-its-record-changes',
    ['A-EXP-01'],
    'What is expanded is shown as it was when the record that refers to it was first shown so.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (!isRead(asked) || !isWell(response) || !asked.query.has('expand')) return response
      return withJson(response, (body) =>
        eachRecord(body, (record) => ({
          ...record,
          ...Object.fromEntries(
            asked.query.getAll('expand').flatMap((text) => {
              const field = text.split(';')[0] ?? ''
              if (!(field in record) || record['lastChanged'] === undefined) return []
              const key = [plain(record['id']), record['lastChanged'], text, asked.query.get('dtos')].join(' ')
              if (!cut(house).has(key)) cut(house).set(key, record[field])
              return [[field, cut(house).get(key)]]
            }),
          ),
        })),
      )
    },
  ),
  reshaping(
    'external-id-of-the-first-of-a-list-only',
    ['A-PAR-12'],
    'Of a list of references only the first carries an external id.',
    (asked) => isRead(asked) && asked.query.get('useExternalIds') === 'true',
    (body) =>
      eachRecord(body, (record) =>
        Object.fromEntries(
          Object.entries(record).map(([name, value]) => [
            name,
            Array.isArray(value)
              ? value.map((one: Json | null, at) =>
                  at > 0 && typeof one === 'object' && one && Object.keys(one).sort().join() === 'externalId,id'
                    ? { id: one['id'] }
                    : one,
                )
              : value,
          ]),
        ),
      ),
  ),
  {
    id: 'cql-last-wildcard-one-or-more',
    breaks: ['A-CQL-11', 'A-CQL-12'],
    says: '% at the end of a pattern matches one or more characters.',
    rule: {
      cql: {
        matches: (value, pattern, how) =>
          strictCql.matches(value, pattern, how) === true &&
          (!holdsWildcardLast(pattern) || strictCql.matches(value.slice(0, -1), pattern, how) === true),
      },
    },
  },
  {
    id: 'cql-two-bounds-inclusive',
    breaks: ['A-CQL-08', 'A-CQL-21'],
    says: 'A lower and an upper bound of one field are both inclusive.',
    rule: { cql: { query: asBetween } },
  },
  passing(
    'deleted-external-id-null-once-removed',
    ['A-DEL-02'],
    'A deleted record whose external id was removed is listed with null as its external id.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (asked.method === 'PATCH' && isWell(response) && jsonIn(request)?.['externalId'] === null)
        for (const element of elementsOf(response)) deletedUnnamed(house).add(idOf(element))
      if (asked.method !== 'GET' || asked.by !== 'deleted' || !isWell(response)) return response
      return withJson(response, (body) => ({
        ...body,
        deletedIds: (body['deletedIds'] as unknown[]).map((entry) => {
          const unnamed = typeof entry === 'object' && entry !== null && !('externalId' in entry)
          return unnamed && deletedUnnamed(house).has(plain((entry as Json)['id']))
            ? { ...entry, externalId: null }
            : entry
        }),
      }))
    },
  ),
]
