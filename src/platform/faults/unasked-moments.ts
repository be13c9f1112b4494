import type { Fault } from '../deviation.ts'
import { strictOrder } from '../rulebook/cql.ts'
import { strictCompare } from '../rulebook/order.ts'

type Value = string | number | boolean

const dayMs = 86_400_000
/** Instants, as which date-times arrive: other numbers of records are small. */
const isInstant = (value: Value): value is number => typeof value === 'number' && Math.abs(value) > dayMs / 4

const sortedAs = (id: string, says: string, read: (instant: number) => number): Fault => ({
  id,
  breaks: ['A-PAR-08'],
  says,
  rule: {
    order: {
      compare: (one, other) =>
        isInstant(one) && isInstant(other) ? strictCompare(read(one), read(other)) : strictCompare(one, other),
    },
  },
})

const since1970 = (value: Value): string => new Date(Math.max(0, Date.parse(String(value)))).toISOString()

/** Breaches of searches and of orders that only date-times far from today show. */
export const unaskedMomentFaults: readonly Fault[] = [
  {
    id: 'cql-date-times-before-1970-are-1970',
    breaks: ['A-CQL-07', 'A-CQL-08'],
    says: 'In queries date-times before 1970 count as the beginning of 1970.',
    rule: {
      cql: {
        order: (one, other, kind) =>
          kind === 'date' ? strictOrder(since1970(one), since1970(other), kind) : strictOrder(one, other, kind),
      },
    },
  },
  sortedAs(
    'date-times-sorted-without-their-sign',
    'Date-times before 1970 are sorted as if as long after it.',
    Math.abs,
  ),
  sortedAs(
    'date-times-sorted-by-32-bits',
    'Date-times after January 2038 are sorted as of 1901.',
    (instant) => Math.floor(instant / 1000) | 0,
  ),
]
