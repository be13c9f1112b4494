import { asks, quoted, type Case } from './asks.ts'
import { and, is, isNull, isOneOf, matches, not, or } from './truth.ts'
import { cql } from './requirements.ts'

const efforts = is('chargeableEfforts', true)
const mileages = is('chargeableMileages', true)
const prefix = matches('subject', /^abc/)
const [e, m, p] = ['chargeableEfforts = true', 'chargeableMileages = true', 'subject like "abc%"']

asks(
  cql['query-criteria'],
  'and-or-parentheses',
  {
    brokenBy: [
      'cql-and-as-or',
      'cql-or-as-and',
      'cql-parentheses-ignored',
      'cql-only-first-criterion',
      'cql-only-last-criterion',
      'cql-or-first-only',
      'cql-or-once-per-leg',
      'cql-deep-parentheses-flattened',
    ],
  },
  () => [
    [`${e} AND ${m}`, and(efforts, mileages)],
    [`${e} OR ${m}`, or(efforts, mileages)],
    [`${e} AND (${m} OR ${p})`, and(efforts, or(mileages, prefix))],
    [`(${e} AND ${m}) OR ${p}`, or(and(efforts, mileages), prefix)],
    [`(${e} OR ${m}) AND ${p}`, and(or(efforts, mileages), prefix)],
    [`${p} AND (${e} OR ${m})`, and(or(efforts, mileages), prefix)],
    [`${e} AND ${m} AND ${p}`, and(efforts, mileages, prefix)],
    [`subject = "bc" OR subject = "9" OR ${m}`, or(isOneOf('subject', ['bc', '9']), mileages)],
    [`((${e}))`, efforts],
    [`${e} AND (${p} OR (${m} AND ${p}))`, and(efforts, or(prefix, and(mileages, prefix)))],
    [`${p} OR (${e} AND (${m} OR ${p}))`, or(prefix, and(efforts, or(mileages, prefix)))],
    [`${e} AND (${m} OR (${p} AND (${e} OR ${m})))`, and(efforts, or(mileages, prefix))],
  ],
)

asks(
  cql['query-negation'],
  'of-expressions',
  {
    brokenBy: [
      'cql-not-ignored',
      'cql-not-first-only',
      'cql-double-not-single',
      'cql-not-of-and-wrong',
      'cql-not-everything',
      'cql-not-of-or-as-or',
      'cql-not-of-or-negates-the-first',
      'cql-not-ignored-on-in',
      'cql-negated-group-ends-at-a-quoted-parenthesis',
      'cql-negation-in-front-goes-on-behind-and',
      'cql-negated-ilike-minds-case',
    ],
  },
  () => [
    [`!(${e})`, not(efforts)],
    [`!(subject = "10")`, not(is('subject', '10'))],
    [`!(subject = "1)0")`, not(is('subject', '1)0'))],
    ['!(subject in ("10"))', not(is('subject', '10'), 'subject')],
    ['!(subject ilike "aBC")', not(matches('subject', /^abc$/i))],
    [`!(${e} AND ${m})`, not(and(efforts, mileages))],
    [`!(${e} OR ${m})`, not(or(efforts, mileages))],
    [`!(!(${e}))`, efforts],
    [`!(!(!(${e})))`, not(efforts)],
    [`${m} AND !(${e})`, and(mileages, not(efforts))],
    [`!(${e}) AND ${m}`, and(mileages, not(efforts))],
    [`!(remarks is null) AND ${e}`, and((row) => !isNull('remarks')(row), efforts)],
  ],
)

asks(cql['query-ordering'], 'within-a-group', { brokenBy: ['cql-numbers-as-texts-within-a-group'] }, () => [
  // A number of fewer digits: all are older than any record.
  ['(lastChanged > 9 OR subject = "bc")', () => true],
  ['(subject = "bc" OR lastChanged < 9)', is('subject', 'bc')],
])

/** Values that would mean something to a careless reader: each is data. */
const shapes = ['x) OR (y', 'a AND b', "') OR 1=1 --", '${7*7}', '$subject', '*', 'is null', '{}', '; drop'] as const

asks(
  cql['query-value-forms'],
  'values-are-data',
  {
    brokenBy: [
      'cql-injection-in-value',
      'cql-value-parenthesis-splits',
      'cql-value-and-splits',
      'cql-dollar-reads-a-field',
    ],
  },
  () => shapes.map((value): Case => [`subject = ${quoted(value)}`, is('subject', value)]),
)

asks(
  cql['query-value-forms'],
  'encoded-characters',
  { brokenBy: ['cql-plus-as-blank', 'cql-decoded-twice', 'cql-query-cut-at-plus'] },
  () => [
    ['subject = "a+b"', is('subject', 'a+b')],
    ['subject = "a b"', is('subject', 'a b')],
    ['subject like "a%%2Bb"', matches('subject', /^a%2Bb$/)],
    ['subject in ("a+b", "a b")', isOneOf('subject', ['a+b', 'a b'])],
  ],
)
