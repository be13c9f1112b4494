import { requirements } from '../../../src/kit/requirements.ts'

const needs = ['writes', 'service-call', 'query-language'] as const

const callers = { level: 'must', side: 'client' } as const

/** The query language: what a list with `query` holds. */
export const cql = requirements('data', {
  'caller-query': {
    ...callers,
    says: 'A caller names the resource of an object reference, uses CONTAINS on lists and ordering operators on numbers and dates, and quotes strings and date-times.',
    sources: ['A-CQL-04', 'A-CQL-05', 'A-CQL-08', 'A-CQL-15'],
  },
  'query-joined-sent': {
    ...callers,
    says: 'A caller joins criteria by AND, OR and parentheses that pair.',
    sources: ['A-CQL-01'],
  },
  'query-percent-sent': {
    ...callers,
    untested: 'whether a caller means a percent sign itself or a wildcard is in no exchange',
    says: 'A caller writes a literal percent sign twice.',
    sources: ['A-CQL-16'],
  },
  'query-criteria': {
    level: 'must',
    needs,
    says: 'A list with a percent-encoded query parameter returns the records that satisfy its criteria, which AND, OR and parentheses combine.',
    sources: ['A-CQL-01'],
    traffic: ['cql-filter-ignored', 'cql-and-as-or', 'cql-collection-unfiltered'],
  },
  'query-simple-field': {
    level: 'must',
    needs,
    says: 'A query can filter by a field of the record.',
    sources: ['A-CQL-02'],
  },
  'query-linked-field': {
    level: 'must',
    needs,
    says: 'A query can filter by a field of a linked record, in a to-one or a to-many relation.',
    sources: ['A-CQL-03'],
  },
  'query-object-reference': {
    level: 'must',
    needs,
    says: 'A query can filter by an embedded object reference with its resource in parentheses.',
    sources: ['A-CQL-04'],
  },
  'query-contains': {
    level: 'must',
    needs,
    says: 'CONTAINS(field, value) matches the records whose list field contains the value.',
    sources: ['A-CQL-05'],
  },
  'query-me': { level: 'must', needs, says: 'me() is the id of the calling user.', sources: ['A-CQL-06'] },
  'query-equality': {
    level: 'must',
    needs,
    says: '= and != compare strings, identifiers, numbers, booleans and dates by value.',
    sources: ['A-CQL-07'],
  },
  'query-ordering': {
    level: 'must',
    needs,
    says: '>, <, >= and <= compare numbers and dates by value.',
    sources: ['A-CQL-08'],
  },
  'query-ordering-elsewhere-refused': {
    level: 'implied',
    needs,
    says: '<, >, <= or >= on a string, an identifier or a boolean is refused with a 4xx.',
    sources: ['A-CQL-09'],
  },
  'query-negation': { level: 'must', needs, says: '! negates a boolean expression.', sources: ['A-CQL-10'] },
  'query-like': {
    level: 'must',
    needs,
    says: 'like compares with letter case, its % stands for zero or more characters.',
    sources: ['A-CQL-11'],
  },
  'query-ilike': {
    level: 'must',
    needs,
    says: 'ilike matches as like does, ignoring letter case.',
    sources: ['A-CQL-12'],
  },
  'query-in': {
    level: 'must',
    needs,
    says: 'in (v1, v2, ...) matches each of the listed values and no other.',
    sources: ['A-CQL-13'],
  },
  'query-null': {
    level: 'must',
    needs,
    says: 'field is null matches records without a value in the field, !(field is null) those with one.',
    sources: ['A-CQL-14'],
  },
  'query-value-forms': {
    level: 'must',
    needs,
    says: 'Strings, identifiers and date-times are written in double quotes; numbers, booleans and timestamps without quotes.',
    sources: ['A-CQL-15'],
  },
  'query-literal-percent': {
    level: 'must',
    needs,
    says: 'A literal percent sign is written twice.',
    sources: ['A-CQL-16'],
  },
  'query-field-kinds': {
    level: 'must',
    needs,
    says: 'A query can filter by sub-fields, references and aliases just as by simple fields.',
    sources: ['A-CQL-17'],
  },
  'query-unreadable-refused': {
    level: 'implied',
    needs,
    says: 'A malformed query, or one with a field that cannot be queried, is refused with a 4xx and never answered unfiltered.',
    sources: ['A-CQL-18'],
  },
  'query-unshown-logic': {
    level: 'unshown',
    needs,
    says: 'Recorded: the precedence of AND and OR, keywords in other letter case, and comparisons with null.',
    sources: ['A-CQL-19'],
  },
  'query-reserved-criteria': {
    level: 'must',
    needs,
    says: 'No predefined function-style criterion exists yet, so none matches a record.',
    sources: ['A-CQL-20'],
  },
  'query-result-set': {
    level: 'must',
    needs,
    says: 'A query returns every readable record that satisfies it, complete and exactly once, and obeys the laws of sets and logic.',
    sources: ['A-CQL-21'],
  },
  'query-object-type-required': {
    level: 'implied',
    needs,
    says: 'An embedded object reference without its resource is refused with a 4xx and never answered unfiltered.',
    sources: ['A-CQL-22'],
  },
  'query-contains-elsewhere-refused': {
    level: 'implied',
    needs,
    says: 'CONTAINS on a field that is not a list is refused with a 4xx and never answered unfiltered.',
    sources: ['A-CQL-23'],
  },
  'query-unshown-text': {
    level: 'unshown',
    needs,
    says: 'Recorded: letter case with =, %% outside patterns, _, quotes and spaces, and to-many fields under negation.',
    sources: ['A-CQL-24'],
  },
  'query-list-fields': {
    level: 'unshown',
    needs,
    says: 'Recorded: which list fields can be queried, and which of them with CONTAINS.',
    sources: ['A-CQL-25'],
  },
})
