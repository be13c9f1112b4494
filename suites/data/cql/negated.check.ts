import { asks, quoted, type Case } from './asks.ts'
import { cql } from './requirements.ts'
import { partnersOf, peopleOf, type SeededRow, type Table } from './table.ts'
import { compares, is, matches, not, refersTo, refersToOneOf, valueOf, valuesOf, ordersOfValues } from './truth.ts'
import { plainId } from '../../../src/kit/index.ts'

const listOf = (row: SeededRow): string[] => [valueOf(row, 'technicians') ?? []].flat().map((id) => plainId(String(id)))

/** What is asked of lists; whether one without values is true, false or unknown there is open (A-CQL-19). */
const ofLists =
  (holds: (list: readonly string[]) => boolean) =>
  (row: SeededRow): boolean | undefined =>
    listOf(row).length === 0 ? undefined : holds(listOf(row))

asks(
  cql['query-negation'],
  'of-contains',
  { needs: ['list-reference'], brokenBy: ['cql-negated-contains-as-contains', 'cql-not-ignored'] },
  (table) => {
    const people = peopleOf(table).map(({ id }) => String(id))
    const [one = '', other = ''] = people.map(plainId)
    const [contains = '', containsOther = ''] = people.map((id) => `CONTAINS(technicians, ${quoted(id)})`)
    return [
      [`!(${contains})`, ofLists((list) => !list.includes(one))],
      [`${containsOther} AND !(${contains})`, (row) => listOf(row).includes(other) && !listOf(row).includes(one)],
      [`!(${contains} AND ${containsOther})`, ofLists((list) => !list.includes(one) || !list.includes(other))],
      [`!(${contains} OR ${containsOther})`, ofLists((list) => !list.includes(one) && !list.includes(other))],
      [`!(!(${contains}))`, (row) => listOf(row).includes(one)],
    ]
  },
)

asks(
  cql['query-negation'],
  'of-identifiers',
  { needs: ['reference'], brokenBy: ['cql-negated-identifiers-not-negated', 'cql-not-ignored'] },
  (table) => {
    const [row, other] = table.rows
    const [one, two] = partnersOf(table).map(({ id }) => id)
    const partner = 'businessPartner'
    return [
      [`!(id = ${quoted(row?.id)})`, not(refersTo('id', row?.id))],
      [`!(id in (${quoted(row?.id)}, ${quoted(other?.id)}))`, not(refersToOneOf('id', [row?.id, other?.id]))],
      [`!(${partner} = ${quoted(one)})`, not(refersTo(partner, one), partner)],
      [`!(${partner} != ${quoted(one)})`, not(not(refersTo(partner, one), partner), partner)],
      [`!(${partner} in (${quoted(one)}, ${quoted(two)}))`, not(refersToOneOf(partner, [one, two]), partner)],
    ]
  },
)

const opposite = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const

/** The negation of an order is its opposite, on records with a value. */
const negatedOrders = ({ rows }: Table, field: string, written: (value: unknown) => string): Case[] => {
  const values = valuesOf(rows, field)
  const value = values[Math.floor(values.length / 2)]
  return (['<', '<=', '>', '>='] as const).map((operator) => [
    `!(${field} ${operator} ${written(value)})`,
    not(not(compares(field, ordersOfValues[opposite[operator]], value), field), field),
  ])
}

asks(
  cql['query-negation'],
  'of-orders-and-patterns',
  { brokenBy: ['cql-negated-orders-keep-their-bound', 'cql-not-ignored'] },
  (table) => [
    ...negatedOrders(table, 'startDateTime', quoted),
    ...negatedOrders(table, 'lastChanged', String),
    ['!(subject like "abc%")', not(matches('subject', /^abc/))],
    ['!(remarks ilike "FIRST")', not(matches('remarks', /^first$/i), 'remarks')],
    ['!(subject != "10")', is('subject', '10')],
    ['!(chargeableEfforts != true)', not(not(is('chargeableEfforts', true)), 'chargeableEfforts')],
  ],
)
