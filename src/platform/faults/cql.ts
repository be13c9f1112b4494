import { patternOf, strictPattern, type PatternReading } from '../cql/pattern.ts'
import type { Fault } from '../deviation.ts'
import { strictComparison, strictJoin, strictOrder, type cql, type CriterionKind } from '../rulebook/cql.ts'
import { cqlRefusalFaults } from './cql-refusal.ts'

type Rules = Partial<typeof cql>
const fault = (id: string, says: string, rule: Rules, ...breaks: string[]): Fault => ({
  id,
  says,
  breaks: breaks as [string, ...string[]],
  rule: { cql: rule },
})

/** One operator compares differently. */
const compared = (id: string, says: string, operator: string, as: (order: number) => boolean, ...breaks: string[]) =>
  fault(
    id,
    says,
    { compares: (written, order) => (written === operator ? as(order) : strictComparison(written, order)) },
    ...breaks,
  )

/** One kind of value is ordered differently. */
const ordered = (
  id: string,
  says: string,
  kind: CriterionKind,
  as: (a: string | number | boolean, b: string | number | boolean) => number,
  ...breaks: string[]
) => fault(id, says, { order: (a, b, of) => (of === kind ? as(a, b) : strictOrder(a, b, of)) }, ...breaks)

/** One operator reads its patterns differently. */
const read = (id: string, says: string, operator: 'like' | 'ilike', as: Partial<PatternReading>, ...breaks: string[]) =>
  fault(
    id,
    says,
    {
      matches: (value, pattern, written) =>
        patternOf(pattern, {
          ...strictPattern,
          anyCase: written === 'ilike',
          ...(written === operator ? as : {}),
        }).test(value),
    },
    ...breaks,
  )

const strictMatch = (value: string, pattern: string, operator: 'like' | 'ilike') =>
  patternOf(pattern, { ...strictPattern, anyCase: operator === 'ilike' }).test(value)
const seconds = (value: string | number | boolean) => Math.floor(Date.parse(String(value)) / 1000)

/** Faults of A-CQL: the query language. */
export const cqlFaults: readonly Fault[] = [
  // Criteria and logic
  fault(
    'cql-filter-ignored',
    'A query is ignored: every record is listed.',
    { result: (_held, all) => all },
    'A-CQL-01',
    'A-CQL-21',
  ),
  fault('cql-filter-empty', 'A list with a query is always empty.', { result: () => [] }, 'A-CQL-01', 'A-CQL-21'),
  fault(
    'cql-rows-repeated',
    'A list with a query contains its first record twice.',
    { result: (held) => [...held.slice(0, 1), ...held] },
    'A-CQL-21',
  ),
  fault(
    'cql-and-as-or',
    'AND is read as OR.',
    { join: (_operator, parts) => strictJoin('or', parts) },
    'A-CQL-01',
    'A-CQL-21',
  ),
  fault(
    'cql-or-as-and',
    'OR is read as AND.',
    { join: (_operator, parts) => strictJoin('and', parts) },
    'A-CQL-01',
    'A-CQL-21',
  ),
  fault('cql-parentheses-ignored', 'Parentheses have no effect.', { groups: () => false }, 'A-CQL-01'),
  fault(
    'cql-only-first-criterion',
    'Of criteria joined by AND only the first two are applied.',
    { join: (operator, parts) => strictJoin(operator, operator === 'and' ? parts.slice(0, 2) : parts) },
    'A-CQL-01',
  ),
  fault(
    'cql-only-last-criterion',
    'Of criteria joined by AND only the last is applied.',
    { join: (operator, parts) => strictJoin(operator, operator === 'and' ? parts.slice(-1) : parts) },
    'A-CQL-01',
  ),
  fault(
    'cql-or-first-only',
    'Of criteria joined by OR only the first is applied.',
    { join: (operator, parts) => strictJoin(operator, operator === 'or' ? parts.slice(0, 1) : parts) },
    'A-CQL-01',
    'A-CQL-21',
  ),
  fault('cql-not-ignored', '! has no effect.', { negate: (held) => held }, 'A-CQL-10', 'A-CQL-21'),
  fault('cql-not-everything', '! always holds.', { negate: () => true }, 'A-CQL-10', 'A-CQL-21'),
  fault(
    'cql-not-first-only',
    '! of an expression joined by AND negates only its first criterion.',
    {
      negate: (held, kind, parts) =>
        kind === 'and'
          ? strictJoin('and', [parts[0] === null ? null : !parts[0], ...parts.slice(1)])
          : held === null
            ? null
            : !held,
    },
    'A-CQL-10',
  ),
  fault(
    'cql-double-not-single',
    'A double negation is read as a single one.',
    { negate: (held, kind) => (kind === 'not' || held === null ? held : !held) },
    'A-CQL-10',
    'A-CQL-21',
  ),
  fault(
    'cql-not-of-and-wrong',
    '! of an expression joined by AND holds only if none of its criteria does.',
    {
      negate: (held, kind, parts) =>
        kind === 'and' ? parts.every((part) => part === false) : held === null ? null : !held,
    },
    'A-CQL-10',
    'A-CQL-21',
  ),
  fault(
    'cql-other-field',
    'A criterion on remarks is applied to subject.',
    { field: (name) => (name === 'remarks' ? 'subject' : name) },
    'A-CQL-02',
  ),
  // Comparison
  compared('cql-not-equal-as-equal', '!= is read as =.', '!=', (order) => order === 0, 'A-CQL-07'),
  fault(
    'cql-id-not-equal-inverted',
    '!= between identifiers holds if they are equal.',
    {
      compares: (operator, order, kind) =>
        operator === '!=' && kind === 'id' ? order === 0 : strictComparison(operator, order),
    },
    'A-CQL-07',
  ),
  ordered(
    'cql-equal-prefix',
    '= between strings holds if the value begins with the given one.',
    'text',
    (a, b) => (String(a).startsWith(String(b)) ? 0 : 1),
    'A-CQL-07',
  ),
  ordered(
    'cql-equal-as-number',
    '= compares strings of digits as numbers.',
    'text',
    (a, b) => (a === b || (/^\d+$/.test(String(a)) && /^\d+$/.test(String(b)) && Number(a) === Number(b)) ? 0 : 1),
    'A-CQL-07',
  ),
  fault(
    'cql-string-null-as-null',
    '= "null" holds for records without a value.',
    { unset: (_operator, written) => (written === 'null' ? true : null) },
    'A-CQL-07',
  ),
  ordered(
    'cql-equal-without-dashes',
    'Strings that differ in dashes alone are equal, as if they were identifiers.',
    'text',
    (a, b) => (String(a).replaceAll('-', '') === String(b).replaceAll('-', '') ? 0 : 1),
    'A-CQL-07',
  ),
  fault(
    'cql-boolean-always-true',
    'A comparison of a boolean always holds.',
    { compares: (operator, order, kind) => kind === 'flag' || strictComparison(operator, order) },
    'A-CQL-07',
  ),
  ordered('cql-boolean-as-text', 'A boolean field never equals a boolean.', 'flag', () => 1, 'A-CQL-07'),
  ordered(
    'cql-date-second-rounding',
    'Dates within two seconds of each other are equal.',
    'date',
    (a, b) => Math.floor(seconds(a) / 2) - Math.floor(seconds(b) / 2),
    'A-CQL-07',
    'A-CQL-08',
  ),
  ordered(
    'cql-date-by-day',
    'Dates are compared by day only.',
    'date',
    (a, b) => Math.floor(seconds(a) / 86_400) - Math.floor(seconds(b) / 86_400),
    'A-CQL-07',
    'A-CQL-08',
  ),
  ordered(
    'cql-timestamp-equality-off',
    'A timestamp equals the millisecond before it.',
    'timestamp',
    (a, b) => Number(a) - Number(b) - 1,
    'A-CQL-07',
    'A-CQL-08',
  ),
  ordered(
    'cql-timestamp-by-second',
    'Timestamps are compared in whole seconds.',
    'timestamp',
    (a, b) => Math.floor(Number(a) / 1000) - Math.floor(Number(b) / 1000),
    'A-CQL-08',
  ),
  compared('cql-greater-inclusive', '> holds for equal values.', '>', (order) => order >= 0, 'A-CQL-08'),
  compared('cql-less-inclusive', '< holds for equal values.', '<', (order) => order <= 0, 'A-CQL-08'),
  compared('cql-greater-equal-exclusive', '>= does not hold for equal values.', '>=', (order) => order > 0, 'A-CQL-08'),
  compared(
    'cql-at-most-takes-the-next',
    '<= also holds for the next whole number.',
    '<=',
    (order) => order <= 1,
    'A-CQL-08',
  ),
  compared('cql-less-equal-exclusive', '<= does not hold for equal values.', '<=', (order) => order < 0, 'A-CQL-08'),
  fault(
    'cql-ordering-swapped',
    '< and > are swapped.',
    {
      compares: (operator, order) => strictComparison(operator, operator === '<' || operator === '>' ? -order : order),
    },
    'A-CQL-08',
  ),
  fault(
    'cql-reference-criteria-ignored',
    'A criterion on an identifier always holds.',
    { compares: (operator, order, kind) => kind === 'id' || strictComparison(operator, order) },
    'A-CQL-07',
    'A-CQL-17',
  ),
  // Patterns
  read('cql-like-unanchored-left', 'like does not anchor a pattern at the start.', 'like', { left: false }, 'A-CQL-11'),
  read('cql-like-unanchored-right', 'like does not anchor a pattern at the end.', 'like', { right: false }, 'A-CQL-11'),
  read('cql-like-ignores-case', 'like is case-insensitive.', 'like', { anyCase: true }, 'A-CQL-11'),
  read('cql-like-wildcard-one-or-more', '% matches one or more characters.', 'like', { wildcard: '.+' }, 'A-CQL-11'),
  read(
    'cql-like-escape-ignored',
    '%% in a like pattern is read as two wildcards.',
    'like',
    { escape: false },
    'A-CQL-16',
  ),
  read(
    'cql-ilike-escape-ignored',
    '%% in an ilike pattern is read as two wildcards.',
    'ilike',
    { escape: false },
    'A-CQL-16',
  ),
  read('cql-ilike-minds-case', 'ilike is case-sensitive.', 'ilike', { anyCase: false }, 'A-CQL-12'),
  read('cql-ilike-unanchored', 'ilike finds a pattern anywhere.', 'ilike', { left: false, right: false }, 'A-CQL-12'),
  fault(
    'cql-like-as-equal',
    'like compares like =.',
    {
      matches: (value, pattern, operator) =>
        operator === 'like' ? value === pattern : strictMatch(value, pattern, operator),
    },
    'A-CQL-11',
  ),
  fault(
    'cql-ilike-as-equal',
    'ilike compares like =.',
    {
      matches: (value, pattern, operator) =>
        operator === 'ilike' ? value.toLowerCase() === pattern.toLowerCase() : strictMatch(value, pattern, operator),
    },
    'A-CQL-12',
  ),
  fault(
    'cql-like-regular-expression',
    'A pattern is read as a regular expression.',
    {
      matches: (value, pattern, operator) => {
        try {
          return new RegExp(
            `^${pattern.replaceAll('%%', '\u0001').replaceAll('%', '.*').replaceAll('\u0001', '%')}$`,
            operator === 'ilike' ? 'i' : '',
          ).test(value)
        } catch {
          return false
        }
      },
    },
    'A-CQL-11',
  ),
  fault(
    'cql-like-inner-wildcard-literal',
    '% inside a pattern is a literal percent sign.',
    {
      matches: (value, pattern, operator) => strictMatch(value, pattern.replace(/(?<=[^%])%(?=[^%])/g, '%%'), operator),
    },
    'A-CQL-11',
  ),
  fault(
    'cql-like-null-matches',
    'like holds for records without a value.',
    { matchesUnset: () => true },
    'A-CQL-11',
    'A-CQL-21',
  ),
  // Lists and null
  fault('cql-in-only-first', 'in uses the first value only.', { among: (equal) => equal[0] ?? false }, 'A-CQL-13'),
  fault('cql-in-only-last', 'in uses the last value only.', { among: (equal) => equal.at(-1) ?? false }, 'A-CQL-13'),
  fault(
    'cql-in-inverted',
    'in holds for values that are not listed.',
    { among: (equal) => !equal.includes(true) },
    'A-CQL-13',
  ),
  fault(
    'cql-in-as-prefix',
    'in holds for strings that begin with a listed value.',
    {
      amongEqual: (value, listed, kind, order) =>
        kind === 'text' ? String(value).startsWith(String(listed)) : order(value, listed, kind) === 0,
    },
    'A-CQL-13',
  ),
  fault(
    'cql-in-null-matches',
    'in holds for records without a value.',
    { amongUnset: () => true },
    'A-CQL-13',
    'A-CQL-21',
  ),
  fault('cql-is-null-inverted', 'is null holds for fields with a value.', { isNull: (unset) => !unset }, 'A-CQL-14'),
  fault('cql-is-null-nothing', 'is null holds for nothing.', { isNull: () => false }, 'A-CQL-14'),
  fault('cql-is-null-everything', 'is null holds for everything.', { isNull: () => true }, 'A-CQL-14'),
  fault(
    'cql-is-null-references',
    'is null never holds for a reference.',
    { isNull: (unset, isReference) => unset && !isReference },
    'A-CQL-14',
  ),
  fault(
    'cql-not-null-ignored',
    '!(field is null) is read as field is null.',
    { negate: (held, kind) => (kind === 'null' || held === null ? held : !held) },
    'A-CQL-14',
  ),
  // Links, lists, me()
  fault(
    'cql-linked-ignored',
    'A criterion on a linked record always holds.',
    { linked: () => true },
    'A-CQL-03',
    'A-CQL-17',
  ),
  fault(
    'cql-linked-wrong-record',
    'A criterion on a linked record is applied to the first record of its resource.',
    { follows: (found, all) => all[0] ?? found },
    'A-CQL-03',
  ),
  fault(
    'cql-linked-null-matches',
    'A criterion on a linked record holds if nothing is linked.',
    { linkedUnset: () => true },
    'A-CQL-03',
  ),
  fault(
    'cql-linked-many-first-only',
    'Of several linked records only the first is tested.',
    { linkedMany: (held) => held[0] ?? false },
    'A-CQL-03',
  ),
  fault(
    'cql-linked-many-ignored',
    'A criterion on several linked records always holds.',
    { linkedMany: () => true },
    'A-CQL-03',
  ),
  fault(
    'cql-contains-first-only',
    'CONTAINS tests the first element only.',
    { contains: (list, value) => list[0] === value },
    'A-CQL-05',
  ),
  fault(
    'cql-contains-equality',
    'CONTAINS holds only for lists with that single element.',
    { contains: (list, value) => list.length === 1 && list[0] === value },
    'A-CQL-05',
  ),
  fault(
    'cql-contains-inverted',
    'CONTAINS holds for lists without the value.',
    { contains: (list, value) => !list.includes(value) },
    'A-CQL-05',
  ),
  fault('cql-contains-everything', 'CONTAINS always holds.', { contains: () => true }, 'A-CQL-05'),
  fault('cql-me-somebody-else', 'me() stands for another user.', { me: (id) => `${id}0` }, 'A-CQL-06'),
  fault('cql-me-everybody', 'A comparison with me() always holds.', { me: () => undefined }, 'A-CQL-06'),
  fault(
    'cql-object-reference-ignored',
    'A criterion on an object reference always holds.',
    { objectMatches: () => true },
    'A-CQL-04',
  ),
  fault(
    'cql-object-type-ignored',
    'The resource in an object reference is ignored.',
    { objectMatches: (_isType, isId) => isId },
    'A-CQL-04',
  ),
  // Reading
  fault(
    'cql-decoded-twice',
    'A query is decoded twice.',
    {
      query: (text) => {
        try {
          return decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'))
        } catch {
          return text
        }
      },
    },
    'A-CQL-01',
    'A-CQL-15',
  ),
  fault(
    'cql-plus-as-blank',
    'An encoded plus sign in a query is decoded as a space.',
    { query: (text) => text.replaceAll('+', ' ') },
    'A-CQL-15',
  ),
  fault(
    'cql-query-cut-at-plus',
    'A string is cut at its plus sign.',
    { text: (written) => written.split('+')[0] ?? '' },
    'A-CQL-15',
  ),
  fault(
    'cql-value-parenthesis-splits',
    'A string is cut at a parenthesis.',
    { text: (written) => written.split(')')[0] ?? '' },
    'A-CQL-15',
  ),
  fault(
    'cql-value-and-splits',
    'A string is cut at an AND.',
    { text: (written) => written.split(' AND ')[0] ?? '' },
    'A-CQL-15',
  ),
  ordered(
    'cql-injection-in-value',
    'A string that contains a condition is read as that condition.',
    'text',
    (a, b) => (a === b || /\bOR\b/.test(String(b)) ? 0 : 1),
    'A-CQL-15',
  ),
  {
    id: 'cql-encoded-letters-unread',
    says: 'Percent-encoded letters in a query are not decoded.',
    breaks: ['A-CQL-01', 'A-AUT-11'],
    wire: {
      request: (request) => ({
        ...request,
        target: request.target.replace(
          /([?&]query=)([^&]*)/,
          (_, name: string, value: string) => name + value.replace(/%(?=[46][1-9a-fA-F]|[57][0-9aA])/g, '%25'),
        ),
      }),
    },
  },
  ...cqlRefusalFaults,
]
