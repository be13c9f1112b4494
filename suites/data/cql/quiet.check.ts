import { check, must, Unexercised } from '../../../src/kit/index.ts'
import { current, mustBeRefusedAlone, mustShow, read, stored, succeeded, whole } from '../steps.ts'
import { ask, mustBeRight, mustHold } from './ask.ts'
import { asks, quoted, type Case } from './asks.ts'
import { held } from './held.ts'
import { cql } from './requirements.ts'
import { tableOf, type Table } from './table.ts'
import { compares, is, isNull, isOneOf, valueOf, valuesOf } from './truth.ts'

const dates = ({ rows }: Table) => valuesOf(rows, 'startDateTime').map(String)
const later = (order: number) => order < 0

asks(cql['query-in'], 'a-comma-in-a-string', { brokenBy: ['cql-in-splits-at-comma'] }, () => [
  ['subject in ("abcX,bc")', isOneOf('subject', ['abcX,bc'])],
])

asks(cql['query-equality'], 'numbers-32-bits-apart', { brokenBy: ['cql-numbers-of-32-bits'] }, ({ rows }) => {
  const stamp = Number(valuesOf(rows, 'lastChanged')[0])
  return [
    [`lastChanged = ${stamp + 2 ** 32}`, compares('lastChanged', (order) => order === 0, stamp + 2 ** 32)],
    [`lastChanged != ${stamp + 2 ** 32}`, compares('lastChanged', (order) => order !== 0, stamp + 2 ** 32)],
  ]
})

asks(cql['query-ordering'], 'of-far-dates', { brokenBy: ['cql-date-overflow-2038'] }, () => [
  ['startDateTime < "2099-12-31T00:00:00Z"', compares('startDateTime', later, '2099-12-31T00:00:00Z')],
])

/** A date-time that a row has, with its milliseconds and without. */
function inBothForms(table: Table): readonly string[] {
  const [value] = dates(table)
  if (value === undefined) throw new Unexercised('no record shows a startDateTime')
  const long = new Date(value).toISOString()
  return [long, long.replace('.000Z', 'Z')]
}
const isAt = (written: string): Case => [
  `startDateTime = ${quoted(written)}`,
  compares('startDateTime', (order) => order === 0, written),
]

asks(cql['query-equality'], 'of-dates-in-both-forms', { brokenBy: ['cql-date-as-text'] }, (table) =>
  inBothForms(table).map(isAt),
)

check(
  cql['query-in'],
  'dates-in-both-forms',
  { effects: true, brokenBy: ['cql-lists-compare-dates-as-texts'] },
  async (context) => {
    const table = await tableOf(context)
    for (const written of inBothForms(table)) {
      const { ids } = await mustHold(context, table, ...isAt(written))
      const { answer, ids: listed } = await ask(context, table, `startDateTime in (${quoted(written)})`)
      // Whether a list may hold date-times is not stated.
      if (answer.status >= 400) return must.refused4xx(answer)
      must.equal(`ids of startDateTime in ("${written}"), as of =`, listed.toSorted(), ids.toSorted())
    }
  },
)

check(
  cql['query-null'],
  'of-the-last-day-there-is',
  { effects: true, brokenBy: ['cql-year-9999-is-unset'] },
  async (context) => {
    const startDateTime = '9999-12-31T00:00:00Z'
    const body = whole(context, { id: context.fresh.id(), startDateTime })
    const answer = await context.api.data.create('ServiceCall', body)
    // How late a date-time may be is not stated.
    if (!succeeded(answer)) return mustBeRefusedAlone(context, answer)
    const record = await current(context.api, { id: String(body['id']), externalId: String(body['externalId']) })
    mustShow('the created record', record.dto, body, ['externalId'])
    if (Date.parse(String(record.dto['startDateTime'])) !== Date.parse(startDateTime)) return
    for (const [criterion, count] of [
      ['startDateTime is null', 0],
      ['!(startDateTime is null)', 1],
    ] as const)
      must.equal(`number of records held by ${criterion}`, await held(context, record, criterion), count)
  },
)

const nullable = ['remarks', 'startDateTime', 'businessPartner', 'subject'] as const

asks(
  cql['query-null'],
  'field-by-field',
  {
    brokenBy: [
      'cql-is-null-inverted',
      'cql-is-null-nothing',
      'cql-is-null-everything',
      'cql-not-null-ignored',
      'cql-is-null-references',
      'cql-not-null-everything',
      'cql-is-null-written-only',
    ],
  },
  () =>
    nullable.flatMap((field): Case[] => [
      [`${field} is null`, isNull(field)],
      [`!(${field} is null)`, (row) => !isNull(field)(row)],
    ]),
)

asks(cql['query-null'], 'of-booleans', { brokenBy: ['cql-is-null-false'] }, () => [
  // Whether a boolean that is not shown is false or unset is open.
  ['chargeableEfforts is null', (row) => (valueOf(row, 'chargeableEfforts') === undefined ? undefined : false)],
])

asks(
  cql['query-ordering'],
  'of-bounds-and-signs',
  {
    brokenBy: ['cql-negative-numbers-refused', 'cql-numbers-as-text', 'cql-negative-sign-lost', 'cql-first-bound-lost'],
  },
  ({ rows }) => {
    const times = valuesOf(rows, 'lastChanged')
    const stamp = Number(times[Math.floor(times.length / 2)])
    return [
      // Of fewer digits, and below zero: all are older than any record.
      ['lastChanged > 9', () => true],
      ['lastChanged > -9999999999999', () => true],
      [
        `lastChanged > ${stamp} AND lastChanged < ${stamp + 3_600_000}`,
        compares('lastChanged', (order) => order > 0, stamp),
      ],
    ]
  },
)

asks(cql['query-simple-field'], 'names-that-begin-as-keywords', { brokenBy: ['cql-field-begins-as-keyword'] }, () => [
  ['orderDateTime is null', isNull('orderDateTime')],
  ['originCode is null', isNull('originCode')],
])

check(
  cql['query-criteria'],
  'forty-criteria',
  { effects: true, brokenBy: ['cql-criteria-after-32-ignored'] },
  async (context) => {
    const table = await tableOf(context)
    const predicate = `${'subject like "%" AND '.repeat(39)}subject = "bc"`
    const asked = await ask(context, table, predicate)
    // How many criteria a query may have is not stated.
    if (!succeeded(asked.answer)) return must.refused4xx(asked.answer)
    await mustBeRight(context, table, asked, predicate, is('subject', 'bc'))
  },
)

check(
  cql['query-like'],
  'letters-beyond-ascii-and-lines',
  {
    effects: true,
    brokenBy: [
      'cql-like-umlauts-any-case',
      'cql-like-within-line',
      'cql-not-like-ascii-only',
      'query-results-by-lower-case',
      'cql-accents-ignored',
    ],
  },
  async (context) => {
    const record = await stored(context, { remarks: 'Übung\nfor two' })
    // What the target has made of the text is another rule's.
    if (record.dto['remarks'] !== 'Übung\nfor two') return
    must.equal(
      'number of records held by remarks like "Üb%two"',
      await held(context, record, 'remarks like "Üb%two"'),
      1,
    )
    // Neither the letter of the other case nor the one without its dots.
    for (const pattern of ['üb%two', 'Ub%two'])
      must.equal(
        `number of records held by remarks like "${pattern}"`,
        await held(context, record, `remarks like "${pattern}"`),
        0,
      )
    must.equal('number of records held by !(remarks like "a%")', await held(context, record, '!(remarks like "a%")'), 1)
  },
)

check(
  cql['query-ilike'],
  'letters-beyond-ascii',
  { effects: true, brokenBy: ['cql-ilike-without-wildcard-compares-exactly', 'cql-ilike-ascii-only'] },
  async (context) => {
    const record = await stored(context, { remarks: 'Übung' })
    if (record.dto['remarks'] !== 'Übung') return
    must.equal(
      'number of records held by remarks ilike "üBUNG"',
      await held(context, record, 'remarks ilike "üBUNG"'),
      1,
    )
  },
)

check(
  cql['query-ilike'],
  'a-letter-that-is-two-in-capitals',
  { effects: true, brokenBy: ['cql-ilike-raises-sharp-s-in-patterns-only'] },
  async (context) => {
    const text = 'Hauptstraße 7'
    const record = await stored(context, { remarks: text })
    if (record.dto['remarks'] !== text) return
    for (const operator of ['like', 'ilike'])
      must.equal(
        `number of records held by remarks ${operator} "${text}"`,
        await held(context, record, `remarks ${operator} "${text}"`),
        1,
      )
  },
)

check(
  cql['query-null'],
  'of-a-field-set-to-null',
  { effects: true, brokenBy: ['cql-is-null-never-set-only'] },
  async (context) => {
    const record = await stored(context, { remarks: 'soon gone' })
    must.success(
      await context.api.data.patch(record.resource, record.id, {
        id: record.id,
        lastChanged: record.lastChanged,
        remarks: null,
      }),
    )
    const dto = await read(context.api, record.id)
    if (dto === undefined || (dto['remarks'] ?? null) !== null) return
    must.equal('number of records held by remarks is null', await held(context, record, 'remarks is null'), 1)
  },
)
