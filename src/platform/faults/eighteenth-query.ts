import { patternOf, strictPattern } from '../cql/pattern.ts'
import type { Fault } from '../deviation.ts'
import { searchRules, strictOrder } from '../rulebook/cql.ts'
import type { StoredRecord } from '../store/record.ts'
import { reshaping, rewriting, withQuery, type Json } from './passing.ts'
import { asksForList, nowServed, serving } from './serving.ts'

const { cql } = searchRules

const longest = 256
const hourMs = 3_600_000

const lastSunday = (year: number, month: number): number => {
  const end = new Date(Date.UTC(year, month + 1, 0))
  return Date.UTC(year, month, end.getUTCDate() - end.getUTCDay(), 1)
}
const isInSummer = (at: number): boolean => {
  const year = new Date(at).getUTCFullYear()
  return at >= lastSunday(year, 2) && at < lastSunday(year, 9)
}

const plainLetters = (text: unknown): string => String(text).normalize('NFD').replace(/\p{M}/gu, '')

const queryServed = (): string => nowServed()?.asked.query.get('query') ?? ''
const dollar = /(\w+)\s*!?=\s*"\$(\w+)"/

/** What a record stood for before its fields were exchanged. */
const meant = new WeakMap<StoredRecord, StoredRecord>()
/** The record with the field as the criterion sees it: the name of the other field where both have one value. */
function seenThrough(record: StoredRecord, field: string, other: string): StoredRecord {
  const equals = record.fields[field] === record.fields[other]
  const seen = { ...record, fields: { ...record.fields, [field]: equals ? `$${other}` : `no ${other}` } }
  meant.set(seen, record)
  return seen
}

const shifted = (query: string): string => {
  const texts = [...query.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text)
  const from = texts.findIndex((text) => text.includes('?'))
  let at = 0
  return query.replace(/"[^"]*"/g, (written) => {
    const own = at++
    return own < from ? written : `"${texts[own + 1] ?? '?'}"`
  })
}

/** Quiet breaches of queries that an eighteenth reader of the document thought up (suites/two-readings). */
export const eighteenthQueryFaults: readonly Fault[] = [
  {
    id: 'cql-texts-beyond-256-letters-never-found',
    breaks: ['A-CQL-07', 'A-CQL-11', 'A-CQL-21'],
    says: 'A text of more than 256 letters is equal to nothing and like nothing.',
    rule: {
      cql: {
        order: (a, b, kind) => (kind === 'text' && String(a).length > longest ? 1 : strictOrder(a, b, kind)),
        matches: (value, pattern, operator) => value.length <= longest && cql.matches(value, pattern, operator),
      },
    },
  },
  serving(
    'cql-dollar-reads-a-field',
    ['A-CQL-07', 'A-CQL-15'],
    'A value that is a dollar sign and the name of a field stands for what the record has in that field.',
    {
      rule: {
        cql: {
          searched: (records) => {
            const [, field = '', other = ''] = dollar.exec(queryServed()) ?? []
            const isRead = other !== '' && records.some(({ fields }) => other in fields)
            return isRead ? records.map((record) => seenThrough(record, field, other)) : records
          },
          result: (held) => held.map((one) => (meant.get(one as StoredRecord) as typeof one | undefined) ?? one),
        },
      },
    },
  ),
  {
    id: 'cql-summer-dates-an-hour-early',
    breaks: ['A-CQL-08', 'A-CQL-15'],
    says: 'A date-time in a query that lies in summer time is taken as one an hour earlier.',
    rule: {
      cql: {
        order: (a, b, kind) => {
          const at = kind === 'date' ? Date.parse(String(b)) : 0
          return strictOrder(a, kind === 'date' && isInSummer(at) ? new Date(at - hourMs).toISOString() : b, kind)
        },
      },
    },
  },
  {
    id: 'cql-contains-first-and-last-only',
    breaks: ['A-CQL-05'],
    says: 'CONTAINS finds what is first or last in a list, and nothing between.',
    rule: { cql: { contains: (list, value) => list[0] === value || list.at(-1) === value } },
  },
  {
    id: 'cql-accents-ignored',
    breaks: ['A-CQL-07', 'A-CQL-11'],
    says: 'Letters with and without accents are the same for =, in, like and ilike.',
    rule: {
      cql: {
        order: (a, b, kind) =>
          kind === 'text' ? strictOrder(plainLetters(a), plainLetters(b), kind) : strictOrder(a, b, kind),
        matches: (value, pattern, operator) => cql.matches(plainLetters(value), plainLetters(pattern), operator),
      },
    },
  },
  rewriting(
    'cql-question-mark-shifts-values',
    ['A-CQL-01', 'A-CQL-15'],
    'In a query of two or more criteria each value from the first with a question mark on is the one after it.',
    (asked) => asksForList(asked) && /\s(?:AND|OR)\s/.test(asked.query.get('query') ?? ''),
    (request, { query }) => {
      const text = query.get('query') ?? ''
      return /"[^"]*\?[^"]*"/.test(text) ? withQuery(request, { query: shifted(text) }) : request
    },
  ),
  serving('cql-negated-ilike-minds-case', ['A-CQL-12', 'A-CQL-10', 'A-CQL-21'], 'A negated ilike is a negated like.', {
    rule: {
      cql: {
        matches: (value, pattern, operator) => {
          const negated = [...queryServed().matchAll(/!\s*\(\s*[\w.]+\s+ilike\s+"([^"]*)"\s*\)/g)]
          return negated.some(([, one]) => one === pattern)
            ? patternOf(pattern, strictPattern).test(value)
            : cql.matches(value, pattern, operator)
        },
      },
    },
  }),
  reshaping(
    'query-api-equal-rows-come-once',
    ['A-QRY-02'],
    'Rows of a statement that are equal in all that is selected come once.',
    ({ method, path }) => method === 'POST' && path.includes('/api/query/'),
    (body: Json) => {
      const rows = body['data']
      if (!Array.isArray(rows)) return body
      return { ...body, data: [...new Map(rows.map((row) => [JSON.stringify(row), row as unknown])).values()] }
    },
  ),
]
