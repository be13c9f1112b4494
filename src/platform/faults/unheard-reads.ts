import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { askedOf, eachRecord, passing, reshaping, withQuery, type Json } from './passing.ts'
import { nowServed, serving } from './serving.ts'

const firsts = perHouse(() => new Map<string, string>())
const expandedAt = (record: Json, field: string): Json | undefined => {
  const value = record[field]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
}

/** Quiet breaches of the chapters PAR, CQL, EXP and ATT that nobody here had in mind. */
export const unheardReadFaults: readonly Fault[] = [
  passing(
    'ties-reshuffled-between-pages',
    ['A-PAR-07'],
    'Records with equal sort values are in another order on even pages than on odd ones.',
    (request, go) => {
      const { query } = askedOf(request)
      const orderBy = query.get('orderBy')
      const page = Number(query.get('page') ?? 1)
      return go(
        orderBy && askedOf(request).by === 'list'
          ? withQuery(request, { orderBy: `${orderBy},id ${page % 2 === 0 ? 'desc' : 'asc'}` })
          : request,
      )
    },
  ),
  serving('me-cached-with-query-text', ['A-CQL-06'], 'me() is the user who sent the text of a query first.', {
    rule: {
      cql: {
        me: (id) => {
          const at = nowServed()
          if (!at) return id
          const text = at.asked.query.get('query') ?? ''
          const first = firsts(at.house).get(text) ?? id
          if (first !== undefined) firsts(at.house).set(text, first)
          return first
        },
      },
    },
  }),
  {
    id: 'expand-on-list-skips-read-check',
    breaks: ['A-EXP-07', 'A-EXP-08'],
    says: 'In lists expansions are shown to users without permission to read.',
    rule: { expand: { reads: (permitted, _wanted, { operation }) => permitted || operation === 'list' } },
  },
  reshaping(
    'expand-only-first-fifty-of-page',
    ['A-EXP-08'],
    'In a list fifty related records are expanded at most.',
    (asked) => asked.by === 'list' && asked.method === 'GET' && asked.query.has('expand'),
    (body, { query }) => {
      const field = (query.get('expand') ?? '').split(';')[0] ?? ''
      const seen = new Set<unknown>()
      return eachRecord(body, (record) => {
        const id = expandedAt(record, field)?.['id']
        if (id === undefined) return record
        if (seen.size < 50) seen.add(id)
        return seen.has(id) ? record : { ...record, [field]: id }
      })
    },
  ),
  passing(
    'text-attachment-recoded',
    ['A-ATT-03'],
    'Content of files named .txt or .csv is read and written as UTF-8.',
    async (request, go) => {
      const response = await go(request)
      const name = response.headers.find(([header]) => /^content-disposition$/i.test(header))?.[1] ?? ''
      return /\.(?:txt|csv)\b/i.test(name)
        ? { ...response, body: Buffer.from(response.body.toString('utf8'), 'utf8') }
        : response
    },
  ),
]
