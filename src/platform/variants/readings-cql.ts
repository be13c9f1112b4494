import { patternOf, strictPattern } from '../cql/pattern.ts'
import type { Variant } from '../deviation.ts'

const backwards = (text: string): string => [...text].reverse().join('')
const strict = (value: string, pattern: string, operator: 'like' | 'ilike') =>
  patternOf(pattern, { ...strictPattern, anyCase: operator === 'ilike' }).test(value)
/** Folds both sides of an ilike in its own way. */
const folding = (fold: (text: string) => string) => ({
  matches: (value: string, pattern: string, operator: 'like' | 'ilike') =>
    operator === 'like' ? strict(value, pattern, 'like') : strict(fold(value), fold(pattern), 'like'),
})

/** Lawful servers that a reader of A-CQL alone thought up: suites/two-readings. */
export const cqlReadings: readonly Variant[] = [
  {
    id: 'cql-or-binds-first',
    leaves: ['A-CQL-19'],
    says: 'OR binds tighter than AND.',
    excludes: ['cql-left-to-right'],
    rule: { cql: { orFirst: () => true } },
  },
  {
    id: 'cql-refused-422',
    leaves: ['A-CQL-09', 'A-CQL-18', 'A-CQL-22', 'A-CQL-23'],
    says: 'A query that cannot be answered is refused with 422.',
    rule: { cql: { refused: () => 422 } },
  },
  {
    id: 'cql-ilike-folds-unicode',
    leaves: ['A-CQL-12'],
    says: 'ilike folds letters fully: ß is ss.',
    rule: { cql: folding((text) => text.normalize('NFC').toUpperCase().toLowerCase()) },
  },
  {
    id: 'cql-ilike-folds-latin',
    leaves: ['A-CQL-12'],
    says: 'ilike folds the letters of Latin-1 only.',
    rule: { cql: folding((text) => text.replace(/[A-ZÀ-ÖØ-Þ]/g, (letter) => letter.toLowerCase())) },
  },
  {
    id: 'cql-three-percent-wildcard-first',
    leaves: ['A-CQL-16'],
    says: '%%% in a pattern is a wildcard and then a percent sign.',
    rule: {
      cql: { matches: (value, pattern, operator) => strict(backwards(value), backwards(pattern), operator) },
    },
  },
]
