import { patternOf, strictPattern } from '../cql/pattern.ts'
import type { Variant } from '../deviation.ts'
import { strictOrder } from '../rulebook/cql.ts'

/** Lawful other readings of A-CQL. */
export const cqlVariants: readonly Variant[] = [
  {
    id: 'cql-null-differs',
    leaves: ['A-CQL-19'],
    says: 'Two-valued logic: a record without a value differs from every value.',
    rule: {
      cql: {
        unset: (operator) => operator === '!=',
        matchesUnset: () => false,
        amongUnset: () => false,
        linkedUnset: () => false,
      },
    },
  },
  {
    id: 'cql-null-false',
    leaves: ['A-CQL-19'],
    says: 'Two-valued logic: every comparison of a record without a value is false.',
    rule: { cql: { unset: () => false, matchesUnset: () => false, amongUnset: () => false, linkedUnset: () => false } },
  },
  {
    id: 'cql-contains-unknown-of-no-values',
    leaves: ['A-CQL-19'],
    says: 'CONTAINS on a list without values is unknown, as its negation is.',
    rule: { cql: { contains: (list, value) => (list.length === 0 ? null : list.includes(value)) } },
  },
  {
    id: 'cql-left-to-right',
    leaves: ['A-CQL-19'],
    says: 'AND and OR are evaluated from left to right.',
    rule: { cql: { leftToRight: () => true } },
  },
  {
    id: 'cql-keywords-any-case',
    leaves: ['A-CQL-19'],
    says: 'Keywords are case-insensitive.',
    rule: { cql: { isKeyword: (written, word) => written.toLowerCase() === word.toLowerCase() } },
  },
  {
    id: 'cql-bang-without-parentheses',
    leaves: ['A-CQL-24'],
    says: '! is accepted before a criterion without parentheses.',
    rule: { cql: { negatesBare: () => true } },
  },
  {
    id: 'cql-percent-doubled-everywhere',
    leaves: ['A-CQL-24'],
    says: '%% also means % outside patterns.',
    rule: { cql: { text: (written) => written.replaceAll('%%', '%') } },
  },
  {
    id: 'cql-underscore-one-character',
    leaves: ['A-CQL-24'],
    says: '_ in a pattern matches one character.',
    rule: {
      cql: {
        matches: (value, pattern, operator) =>
          patternOf(pattern, { ...strictPattern, underscore: true, anyCase: operator === 'ilike' }).test(value),
      },
    },
  },
  {
    id: 'cql-equality-any-case',
    leaves: ['A-CQL-24'],
    says: '= and in are case-insensitive.',
    rule: {
      cql: {
        order: (a, b, kind) =>
          kind === 'text'
            ? strictOrder(String(a).toLowerCase(), String(b).toLowerCase(), kind)
            : strictOrder(a, b, kind),
      },
    },
  },
]
