import { patternOf, strictPattern } from '../cql/pattern.ts'
import type { Fault } from '../deviation.ts'
import { strictComparison, strictJoin, strictOrder, type cql, type CriterionKind } from '../rulebook/cql.ts'

type Rules = Partial<typeof cql>
type Value = string | number | boolean
const fault = (id: string, says: string, rule: Rules, ...breaks: string[]): Fault => ({
  id,
  says,
  breaks: breaks as [string, ...string[]],
  rule: { cql: rule },
})
const ordered = (
  id: string,
  says: string,
  kinds: readonly CriterionKind[],
  as: (a: Value, b: Value) => number,
  ...breaks: string[]
) => fault(id, says, { order: (a, b, kind) => (kinds.includes(kind) ? as(a, b) : strictOrder(a, b, kind)) }, ...breaks)

type Matches = (value: string, pattern: string, operator: 'like' | 'ilike') => boolean
const strict: Matches = (value, pattern, operator) =>
  patternOf(pattern, { ...strictPattern, anyCase: operator === 'ilike' }).test(value)
const matched = (id: string, says: string, matches: Matches, ...breaks: string[]) =>
  fault(id, says, { matches }, ...breaks)
const negated = (held: boolean | null) => (held === null ? null : !held)
const isOrdering = (operator: string) => !['=', '!='].includes(operator)
const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
const turkishLower = (text: string) => text.toLocaleLowerCase('tr')
const byText = (a: Value, b: Value) => (String(a) === String(b) ? 0 : String(a) < String(b) ? -1 : 1)
const overflowing = (date: Value) => {
  const time = Date.parse(String(date)) / 1000
  return time > 2 ** 31 ? time - 2 ** 32 : time
}

/** Quiet breaches that a reader of A-CQL alone thought up: suites/two-readings. */
export const cqlBreaches: readonly Fault[] = [
  ordered(
    'cql-false-dropped',
    'A criterion = false always holds.',
    ['flag'],
    (a, b) => (b === false ? 0 : a === b ? 0 : 1),
    'A-CQL-07',
  ),
  fault(
    'cql-contains-piece',
    'CONTAINS holds for a piece of an identifier.',
    { contains: (list, value) => list.join().includes(value) },
    'A-CQL-05',
  ),
  ordered('cql-date-as-text', 'Dates are compared as text.', ['date'], byText, 'A-CQL-07', 'A-CQL-08'),
  ordered(
    'cql-numbers-of-32-bits',
    'Numbers are compared in 32 bits.',
    ['number', 'timestamp'],
    (a, b) => (Number(a) | 0) - (Number(b) | 0),
    'A-CQL-07',
  ),
  fault(
    'cql-date-differs-by-day',
    '!= between dates holds only on different days.',
    {
      compares: (operator, order, kind) =>
        operator === '!=' && kind === 'date' ? Math.abs(order) >= 86_400_000 : strictComparison(operator, order),
    },
    'A-CQL-07',
  ),
  fault(
    'cql-less-within-second',
    '< on timestamps holds within the same second.',
    {
      compares: (operator, order, kind) =>
        operator === '<' && kind === 'timestamp' ? order < 1000 : strictComparison(operator, order),
    },
    'A-CQL-08',
  ),
  fault(
    'cql-date-bounds-local',
    'Bounds of dates are read an hour off.',
    {
      compares: (operator, order, kind) =>
        strictComparison(operator, kind === 'date' && isOrdering(operator) ? order - 3_600_000 : order),
    },
    'A-CQL-08',
  ),
  fault(
    'cql-ordering-identifiers-served',
    'Ordering operators are accepted on identifiers.',
    { orders: (kind) => !['text', 'flag'].includes(kind) },
    'A-CQL-09',
  ),
  fault(
    'cql-ordering-booleans-empty',
    'An ordering operator on a boolean holds for nothing.',
    {
      orders: (kind) => !['text', 'id'].includes(kind),
      compares: (operator, order, kind) =>
        !(kind === 'flag' && isOrdering(operator)) && strictComparison(operator, order),
    },
    'A-CQL-09',
  ),
  fault(
    'cql-not-ignored-on-in',
    '! has no effect on in.',
    { negate: (held, kind) => (kind === 'in' ? held : negated(held)) },
    'A-CQL-10',
  ),
  matched(
    'cql-like-umlauts-any-case',
    'like minds the case of ASCII letters only.',
    (value, pattern, operator) => {
      const lowered = (text: string) => text.replace(/[^\0-\x7f]/g, (letter) => letter.toLowerCase())
      return operator === 'like' ? strict(lowered(value), lowered(pattern), 'like') : strict(value, pattern, operator)
    },
    'A-CQL-11',
  ),
  matched(
    'cql-like-within-line',
    '% does not match a line break.',
    (value, pattern, operator) =>
      patternOf(pattern, { ...strictPattern, anyCase: operator === 'ilike', wildcard: '[^\\n]*' }).test(value),
    'A-CQL-11',
  ),
  matched(
    'cql-like-without-wildcard-anywhere',
    'A pattern without % is found anywhere.',
    (value, pattern, operator) => strict(value, pattern.includes('%') ? pattern : `%${pattern}%`, operator),
    'A-CQL-11',
  ),
  matched(
    'cql-ilike-ascii-only',
    'ilike minds the case of letters beyond ASCII.',
    (value, pattern, operator) =>
      operator === 'ilike' ? strict(asciiLower(value), asciiLower(pattern), 'like') : strict(value, pattern, operator),
    'A-CQL-12',
  ),
  matched(
    'cql-ilike-pattern-as-written',
    'ilike lowers the field and not the pattern.',
    (value, pattern, operator) => strict(operator === 'ilike' ? value.toLowerCase() : value, pattern, 'like'),
    'A-CQL-12',
  ),
  matched(
    'cql-ilike-turkish',
    'ilike folds letters as Turkish does.',
    (value, pattern, operator) =>
      operator === 'ilike'
        ? strict(turkishLower(value), turkishLower(pattern), 'like')
        : strict(value, pattern, operator),
    'A-CQL-12',
  ),
  fault(
    'cql-in-splits-at-comma',
    'A string in a list is split at its commas.',
    {
      amongEqual: (value, listed, kind, order) =>
        String(listed)
          .split(',')
          .some((one) => (kind === 'text' ? one === value : order(value, listed, kind) === 0)),
    },
    'A-CQL-13',
  ),
  fault(
    'cql-in-numbers-never',
    'in holds for no number.',
    { amongEqual: (value, listed, kind, order) => typeof listed !== 'number' && order(value, listed, kind) === 0 },
    'A-CQL-13',
  ),
  fault(
    'cql-in-any-case',
    'in is case-insensitive where = is not.',
    {
      amongEqual: (value, listed, kind, order) =>
        kind === 'text'
          ? String(value).toLowerCase() === String(listed).toLowerCase()
          : order(value, listed, kind) === 0,
    },
    'A-CQL-21',
  ),
  fault(
    'cql-is-null-never-set-only',
    'is null holds only for fields that were never set.',
    { isNull: (_unset, _isReference, value) => value === undefined },
    'A-CQL-14',
  ),
  fault(
    'cql-is-null-false',
    'is null holds for false.',
    { isNull: (unset, _isReference, value) => unset || value === false },
    'A-CQL-14',
  ),
  fault(
    'cql-not-null-everything',
    '!(field is null) always holds.',
    { negate: (held, kind) => kind === 'null' || negated(held) },
    'A-CQL-14',
  ),
  fault(
    'cql-bare-word-false',
    'A word without quotes is read as false.',
    { query: (text) => text.replace(/(=\s*)(?!true\b|false\b|me\b)[a-z]\w*/g, '$1false') },
    'A-CQL-15',
    'A-CQL-18',
  ),
  ordered(
    'cql-date-overflow-2038',
    'Dates after January 2038 are read as of 1901.',
    ['date'],
    (a, b) => overflowing(a) - overflowing(b),
    'A-CQL-08',
    'A-CQL-15',
  ),
  matched(
    'cql-like-escape-at-end-only',
    '%% means a percent sign only at the end of a pattern.',
    (value, pattern, operator) => strict(value, pattern.replace(/%%(?=[^%])/g, '%'), operator),
    'A-CQL-16',
  ),
  matched(
    'cql-like-escape-kept-double',
    '%% in a pattern matches two percent signs.',
    (value, pattern, operator) => strict(value, pattern.replaceAll('%%', '%%%%'), operator),
    'A-CQL-16',
  ),
  fault(
    'cql-collection-unfiltered',
    'A collection used as a criterion is answered without a filter.',
    { refused: (why) => (why === 'collection' ? 'unfiltered' : 400) },
    'A-CQL-18',
  ),
  fault(
    'cql-rest-ignored',
    'What follows a whole expression is ignored.',
    { query: (text) => text.replace(/("[^"]*")\s+(?!AND\b|OR\b|and\b|or\b)\w[^()]*/g, '$1') },
    'A-CQL-18',
  ),
  fault(
    'cql-missing-parenthesis-supplied',
    'A missing closing parenthesis is supplied.',
    {
      query: (text) => {
        const bare = text.replace(/"[^"]*"/g, '')
        return text + ')'.repeat(Math.max(0, bare.split('(').length - bare.split(')').length))
      },
    },
    'A-CQL-18',
  ),
  fault(
    'cql-not-of-or-as-or',
    '! of an expression joined by OR holds if one of its criteria does not.',
    {
      negate: (held, kind, parts) => (kind === 'or' ? strictJoin('or', parts.map(negated)) : negated(held)),
    },
    'A-CQL-10',
    'A-CQL-21',
  ),
  ordered(
    'cql-text-cut-at-100',
    'Only the first hundred characters of a text are compared.',
    ['text'],
    (a, b) => (String(a).slice(0, 100) === String(b).slice(0, 100) ? 0 : 1),
    'A-CQL-07',
  ),
  fault(
    'cql-criteria-after-32-ignored',
    'Of criteria joined by AND only the first 32 are applied.',
    { join: (operator, parts) => strictJoin(operator, operator === 'and' ? parts.slice(0, 32) : parts) },
    'A-CQL-01',
  ),
  fault(
    'cql-object-without-type-unfiltered',
    'An object reference without its resource is answered without a filter.',
    { refused: (why) => (why === 'object' ? 'unfiltered' : 400) },
    'A-CQL-22',
  ),
  fault(
    'cql-contains-reference-served',
    'CONTAINS is accepted on single references.',
    { containsOn: (kind) => kind === 'list' || kind === 'id' },
    'A-CQL-23',
  ),
]
