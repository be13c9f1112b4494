import { asks, quoted, type Case } from './asks.ts'
import { compares, is, isOneOf, matches, not, refersTo, valuesOf, ordersOfValues } from './truth.ts'
import type { Table } from './table.ts'
import { cql } from './requirements.ts'

const dates = ({ rows }: Table) => valuesOf(rows, 'startDateTime')
const stamps = ({ rows }: Table) => valuesOf(rows, 'lastChanged')
const middle = <T>(list: readonly T[]): T => list[Math.floor(list.length / 2)] as T
const partner = ({ partners }: Table, position: number) => partners[position]?.['id']

asks(cql['query-simple-field'], 'text', { brokenBy: ['cql-equal-prefix', 'cql-other-field'] }, () => [
  ['subject = "abcX"', is('subject', 'abcX')],
  ['remarks = "second"', is('remarks', 'second')],
])

asks(
  cql['query-equality'],
  'of-strings',
  {
    brokenBy: [
      'cql-second-not-equal-lost',
      'cql-equal-prefix',
      'cql-equal-as-number',
      'cql-string-null-as-null',
      'cql-not-equal-as-equal',
      'cql-equal-without-dashes',
    ],
  },
  () => [
    ...['abcX', 'abc-X', 'bc', '10', '9', 'null', 'a b'].map((value): Case => [
      `subject = ${quoted(value)}`,
      is('subject', value),
    ]),
    ['subject = "010"', is('subject', '010')],
    ['subject != "10"', not(is('subject', '10'), 'subject')],
    ['subject != "10" AND subject != "9"', not(isOneOf('subject', ['10', '9']), 'subject')],
    ['remarks != "second"', not(is('remarks', 'second'), 'remarks')],
    // A text like any other, on records of which some have no value.
    ['remarks = "null"', is('remarks', 'null')],
  ],
)

asks(
  cql['query-equality'],
  'of-identifiers',
  { brokenBy: ['cql-reference-criteria-ignored', 'cql-id-not-equal-inverted'] },
  (table) => [
    [`id = ${quoted(table.rows[3]?.id)}`, refersTo('id', table.rows[3]?.id)],
    [`id != ${quoted(table.rows[3]?.id)}`, not(refersTo('id', table.rows[3]?.id), 'id')],
    [`businessPartner = ${quoted(partner(table, 0))}`, refersTo('businessPartner', partner(table, 0))],
    [
      `businessPartner != ${quoted(partner(table, 0))}`,
      not(refersTo('businessPartner', partner(table, 0)), 'businessPartner'),
    ],
  ],
)

asks(
  cql['query-equality'],
  'of-booleans',
  { brokenBy: ['cql-boolean-always-true', 'cql-boolean-as-text', 'cql-false-dropped'] },
  () => [
    ['chargeableEfforts = true', is('chargeableEfforts', true)],
    ['chargeableEfforts = false', is('chargeableEfforts', false)],
    ['chargeableEfforts != true', not(is('chargeableEfforts', true), 'chargeableEfforts')],
  ],
)

asks(
  cql['query-equality'],
  'of-dates-and-numbers',
  {
    brokenBy: [
      'cql-date-second-rounding',
      'cql-date-by-day',
      'cql-timestamp-equality-off',
      'cql-date-differs-by-day',
      'cql-summer-dates-an-hour-early',
    ],
  },
  (table) => [
    // The last one is in summer time.
    ...[...dates(table).slice(0, 3), dates(table).at(-1)].map((value): Case => [
      `startDateTime = ${quoted(value)}`,
      compares('startDateTime', (order) => order === 0, value),
    ]),
    [
      `startDateTime != ${quoted(dates(table)[1])}`,
      not(
        compares('startDateTime', (order) => order === 0, dates(table)[1]),
        'startDateTime',
      ),
    ],
    [
      `lastChanged = ${String(middle(stamps(table)))}`,
      compares('lastChanged', (order) => order === 0, middle(stamps(table))),
    ],
    [
      `lastChanged != ${String(middle(stamps(table)))}`,
      compares('lastChanged', (order) => order !== 0, middle(stamps(table))),
    ],
  ],
)

const bounds = [
  'cql-greater-inclusive',
  'cql-less-inclusive',
  'cql-greater-equal-exclusive',
  'cql-less-equal-exclusive',
] as const

const ordered = (field: string, value: unknown, text: string): Case[] =>
  Object.entries(ordersOfValues).map(([operator, holds]): Case => [
    `${field} ${operator} ${text}`,
    compares(field, holds, value),
  ])

asks(
  cql['query-ordering'],
  'of-dates',
  {
    brokenBy: [
      ...bounds,
      'cql-ordering-swapped',
      'cql-date-bounds-local',
      'cql-date-by-day',
      'cql-at-most-a-date-exclusive',
    ],
  },
  (table) =>
    dates(table)
      .slice(1, 4)
      .flatMap((value) => ordered('startDateTime', value, quoted(value))),
)

asks(
  cql['query-ordering'],
  'of-timestamps',
  {
    brokenBy: [...bounds, 'cql-timestamp-by-second', 'cql-less-within-second', 'cql-at-most-takes-the-next'],
  },
  // Also the milliseconds beside it: who mixes up `<=` and `<` by adding one is off by one there.
  (table) =>
    [-1, 0, 1].flatMap((beside) => {
      const moment = Number(middle(stamps(table))) + beside
      return ordered('lastChanged', moment, String(moment))
    }),
)

const patterns: readonly Case[] = [
  ['subject like "abc%"', matches('subject', /^abc/)],
  ['subject like "%abc"', matches('subject', /abc$/)],
  ['subject like "%abc%"', matches('subject', /abc/)],
  ['subject like "bc%"', matches('subject', /^bc/)],
  ['subject like "%ab"', matches('subject', /ab$/)],
  ['subject like "a%c"', matches('subject', /^a.*c$/)],
  ['subject like "a%c%d"', matches('subject', /^a.*c.*d$/)],
  ['subject like "%b%X%"', matches('subject', /b.*X/)],
  ['subject like "a.c"', matches('subject', /^a\.c$/)],
  ['subject like "abc"', matches('subject', /^abc$/)],
  ['remarks like "%"', matches('remarks', /^.*$/)],
]

asks(
  cql['query-like'],
  'wildcards',
  {
    brokenBy: [
      'cql-like-unanchored-left',
      'cql-like-unanchored-right',
      'cql-like-ignores-case',
      'cql-like-wildcard-one-or-more',
      'cql-last-wildcard-one-or-more',
      'cql-like-inner-wildcard-literal',
      'cql-wildcards-between-the-outer-ones-literal',
      'cql-like-regular-expression',
      'cql-like-null-matches',
      'cql-like-as-equal',
      'cql-like-without-wildcard-anywhere',
      'cql-like-wildcard-before-text-needs-a-character',
    ],
  },
  () => patterns,
)

asks(
  cql['query-ilike'],
  'letter-case',
  {
    brokenBy: [
      'cql-ilike-minds-case',
      'cql-ilike-unanchored',
      'cql-ilike-as-equal',
      'cql-ilike-pattern-as-written',
      'cql-ilike-turkish',
      'cql-wildcards-between-the-outer-ones-literal',
    ],
  },
  () => [
    ['subject ilike "ABC%"', matches('subject', /^abc/i)],
    ['subject ilike "aBc"', matches('subject', /^abc$/i)],
    ['subject ilike "%B%x%"', matches('subject', /b.*x/i)],
    ['subject ilike "%BC"', matches('subject', /bc$/i)],
    ['subject ilike "BC%"', matches('subject', /^bc/i)],
    ['remarks ilike "FIRST"', matches('remarks', /^first$/i)],
  ],
)

asks(
  cql['query-literal-percent'],
  'in-patterns',
  {
    brokenBy: [
      'cql-like-escape-ignored',
      'cql-ilike-escape-ignored',
      'cql-like-escape-at-end-only',
      'cql-like-escape-kept-double',
    ],
  },
  () => [
    ['subject like "abc%%"', matches('subject', /^abc%$/)],
    ['subject like "abc%%d"', matches('subject', /^abc%d$/)],
    ['remarks like "%%"', matches('remarks', /^%$/)],
    ['subject like "a%%2Bb"', matches('subject', /^a%2Bb$/)],
    ['subject ilike "ABC%%"', matches('subject', /^abc%$/i)],
  ],
)
