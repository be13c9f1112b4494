import { requirements } from '../../../src/kit/requirements.ts'

const needs = ['writes', 'service-call', 'query-language'] as const

/** The query language: what a list with `query` holds. */
export const cql = requirements('data', {
  'query-criteria': {
    level: 'must',
    needs,
    says: 'A list with a query, percent-encoded in the parameter query, holds the records that satisfy its criteria, joined by AND and OR with parentheses.',
    sources: ['A-CQL-01'],
    traffic: ['cql-filter-ignored', 'cql-and-as-or'],
  },
  'query-simple-field': {
    level: 'must',
    needs,
    says: 'A field of the record by its name is a criterion.',
    sources: ['A-CQL-02'],
  },
  'query-linked-field': {
    level: 'must',
    needs,
    says: 'A field of a linked record, to one or to many, is a criterion.',
    sources: ['A-CQL-03'],
  },
  'query-object-reference': {
    level: 'must',
    needs,
    says: 'An embedded object reference is a criterion with its resource in parentheses.',
    sources: ['A-CQL-04'],
  },
  'query-contains': {
    level: 'must',
    needs,
    says: 'CONTAINS(field, value) holds for records whose list field has the value.',
    sources: ['A-CQL-05'],
  },
  'query-me': { level: 'must', needs, says: 'me() is the id of the user who asks.', sources: ['A-CQL-06'] },
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
    says: 'An ordering of strings, identifiers or booleans is refused with a 4xx.',
    sources: ['A-CQL-09'],
  },
  'query-negation': { level: 'must', needs, says: '! turns a boolean expression round.', sources: ['A-CQL-10'] },
  'query-like': {
    level: 'must',
    needs,
    says: 'like compares with letter case, its % stands for zero or more characters.',
    sources: ['A-CQL-11'],
  },
  'query-ilike': {
    level: 'must',
    needs,
    says: 'ilike compares as like does, without letter case.',
    sources: ['A-CQL-12'],
  },
  'query-in': {
    level: 'must',
    needs,
    says: 'in (v1, v2, ...) holds for each of the values listed and for no other.',
    sources: ['A-CQL-13'],
  },
  'query-null': {
    level: 'must',
    needs,
    says: 'field is null finds what has no value, !(field is null) what has one.',
    sources: ['A-CQL-14'],
  },
  'query-value-forms': {
    level: 'must',
    needs,
    says: 'Strings, identifiers and date-times stand in double quotes, numbers, booleans and timestamps without.',
    sources: ['A-CQL-15'],
  },
  'query-literal-percent': {
    level: 'must',
    needs,
    says: 'A percent sign that is meant literally is doubled.',
    sources: ['A-CQL-16'],
  },
  'query-field-kinds': {
    level: 'must',
    needs,
    says: 'Sub-fields, references and aliases are criteria as simple fields are.',
    sources: ['A-CQL-17'],
  },
  'query-unreadable-refused': {
    level: 'implied',
    needs,
    says: 'A malformed query, or one with a field that cannot be asked for, is refused with a 4xx and never answered unfiltered.',
    sources: ['A-CQL-18'],
  },
  'query-unshown-logic': {
    level: 'unshown',
    needs,
    says: 'How AND and OR bind, keywords in other letter case and comparisons with null are recorded.',
    sources: ['A-CQL-19'],
  },
  'query-reserved-criteria': {
    level: 'must',
    needs,
    says: 'No predefined criterion in the form of a function exists yet, so that none holds for a record.',
    sources: ['A-CQL-20'],
  },
  'query-result-set': {
    level: 'must',
    needs,
    says: 'A query holds the readable records that satisfy it, whole and once, by the laws of sets and of logic.',
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
    says: 'CONTAINS on a field that is no list is refused with a 4xx and never answered unfiltered.',
    sources: ['A-CQL-23'],
  },
  'query-unshown-text': {
    level: 'unshown',
    needs,
    says: 'Letter case of =, %% outside patterns, _, quotes and blanks, and to-many fields under negation are recorded.',
    sources: ['A-CQL-24'],
  },
  'query-list-fields': {
    level: 'unshown',
    needs,
    says: 'Which list fields are criteria and which serve CONTAINS is recorded.',
    sources: ['A-CQL-25'],
  },
})
