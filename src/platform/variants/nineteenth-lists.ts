import type { Variant } from '../deviation.ts'
import { askedOf, isBatch, refused } from '../faults/passing.ts'
import { isRead, nowServed, serving } from '../faults/serving.ts'
import { allStores } from '../data/stores.ts'
import { perHouse } from '../house.ts'
import { strictOrder } from '../rulebook/cql.ts'
import { strictCompare } from '../rulebook/order.ts'
import { alone, lawful, through } from './lawful.ts'

const { compare: collated } = new Intl.Collator('de', { sensitivity: 'base' })
const { compare: swedish } = new Intl.Collator('sv', { sensitivity: 'accent', ignorePunctuation: true })
const { compare: counted } = new Intl.Collator('en', { numeric: true })

const farthest = 10_000
const mostExpansions = 4
const mostCriteria = 20
const deepest = 8

/** Joined by one word more than there are words between them. */
const criteriaIn = (query: string): number =>
  1 + (query.replace(/"[^"]*"/g, '""').match(/\b(?:AND|OR)\b/g)?.length ?? 0)

/** The relation that is expanded, whatever of it. */
const relationIn = (text: string): string => (text.split(';', 1)[0] ?? '').trim()

const commitMs = 25
const commits = perHouse(() => new Map<number, number>())

const stamped = lawful(
  ['A-DEL-08'],
  serving(
    'deletions-of-batches-at-their-commit',
    ['A-DEL-08'],
    'What a batch deletes has the moment of its commit, 25 ms after its start, as that of the deletion.',
    {
      rule: {
        deleted: {
          time: (at) => {
            const house = nowServed()?.house
            return (house && commits(house).get(at)) ?? at
          },
        },
      },
    },
  ),
)
const stampedThrough = stamped.seam!.passage!.through!

/** Lawful servers of lists and queries that a nineteenth reader of the document thought up (suites/two-readings). */
export const nineteenthListVariants: readonly Variant[] = [
  {
    id: 'cql-equality-by-collation',
    leaves: ['A-CQL-24'],
    says: '=, != and in compare texts without regard to letter case and accents.',
    rule: {
      cql: {
        order: (a, b, kind) => (kind === 'text' ? collated(String(a), String(b)) : strictOrder(a, b, kind)),
      },
    },
  },
  {
    id: 'texts-in-swedish-order-unset-first',
    leaves: ['A-PAR-10'],
    says: 'Texts are sorted as in Swedish, without regard to letter case and punctuation; records without a value come first, ascending and descending alike.',
    rule: {
      order: {
        compare: (one, other) =>
          typeof one === 'string' && typeof other === 'string' ? swedish(one, other) : strictCompare(one, other),
        unset: () => 'first',
      },
    },
  },
  lawful(
    ['A-PAR-10'],
    serving(
      'bare-direction-sorts-by-code',
      ['A-PAR-10'],
      'orderBy=asc and orderBy=desc sort by the number in the code, or by the name where there is no code.',
      {
        rule: {
          order: {
            asked: (orderBy) => {
              const house = nowServed()?.house
              const fields = house?.world.resources.get(nowServed()?.asked.resource ?? '')?.fields ?? {}
              const field = ['code', 'name', 'fileName'].find((name) => name in fields)
              return field === undefined ? orderBy : orderBy?.replace(/^\s*(asc|desc)\s*$/, `${field} $1`)
            },
            compare: (one, other) => {
              const isBare = /^\s*(?:asc|desc)\s*$/.test(nowServed()?.asked.query.get('orderBy') ?? '')
              return isBare && typeof one === 'string' && typeof other === 'string'
                ? counted(one, other)
                : strictCompare(one, other)
            },
          },
        },
      },
    ),
  ),
  {
    id: 'order-by-three-fields-at-most',
    leaves: ['A-PAR-10'],
    says: 'A list is sorted by three fields at most, each of them named once: others are refused with 400.',
    rule: {
      order: {
        refuses: (keys) =>
          keys.length > 3 || new Set(keys.map(({ field }) => field)).size < keys.length ? 400 : undefined,
      },
    },
  },
  through(
    'pages-to-the-ten-thousandth-record',
    ['A-PAR-16'],
    'A page other than the first that would end after the 10000th record is refused with 400.',
    (request, go, { house }) => {
      const { method, by, query } = askedOf(request)
      const { first, number } = house.rules.page
      const at = number(Number(query.get('page') ?? first()) - first())
      const isDeep =
        method === 'GET' && by === 'list' && at > 0 && (at + 1) * Number(query.get('pageSize') ?? 20) > farthest
      return isDeep
        ? Promise.resolve(refused(400, 'use a query on lastChanged to read that many records'))
        : go(request)
    },
  ),
  {
    ...through(
      'cql-of-twenty-criteria-at-most',
      ['A-CQL-13', 'A-CQL-19'],
      'A query of more than 20 criteria, or with parentheses deeper than 8, is refused with 400.',
      (request, go) => {
        const asked = askedOf(request)
        const query = isRead(asked) ? asked.query.get('query') : null
        return query !== null && criteriaIn(query) > mostCriteria
          ? Promise.resolve(refused(400, 'the query has too many criteria'))
          : go(request)
      },
    ),
    rule: { cql: { deepest: () => deepest } },
  },
  // What is in the future hangs on what others do to clocks.
  alone(
    through(
      'deleted-listing-ends-by-now',
      ['A-DEL-01', 'A-DEL-08'],
      'A deleted listing with a to that is later than the clock is refused with 422.',
      (request, go, { house }) => {
        const { by, query } = askedOf(request)
        return by === 'deleted' && Number(query.get('to')) > house.clock.now()
          ? Promise.resolve(refused(422, 'to is in the future'))
          : go(request)
      },
    ),
  ),
  through(
    'four-expansions-at-most',
    ['A-EXP-09', 'A-EXP-10'],
    'More than four expansions in one request, or two of one relation, are refused with 400, but for a count beside it.',
    (request, go) => {
      const asked = askedOf(request)
      const wanted = isRead(asked) ? asked.query.getAll('expand').map(relationIn) : []
      return wanted.length > mostExpansions || new Set(wanted).size < wanted.length
        ? Promise.resolve(refused(400, 'too many expansions'))
        : go(request)
    },
  ),
  {
    ...stamped,
    seam: {
      passage: {
        through: (request, go, way) =>
          stampedThrough(
            request,
            async (passed) => {
              const isOfBatch = !way.inBatch && isBatch(askedOf(passed))
              const began = way.house.clock.now()
              const response = await go(passed)
              if (isOfBatch)
                for (const store of allStores(way.house).values())
                  for (const name of store.resources())
                    for (const { at, inBatch } of store.table(name).deletions)
                      if (inBatch && at >= began) commits(way.house).set(at, at + commitMs)
              return response
            },
            way,
          ),
      },
    },
  },
]
