import { check, each, must, plainId, Unexercised, type Context } from '../../../src/kit/index.ts'
import { idsOfDtos, listed, mustBeSearched, scopeOf } from '../list/ladder.ts'
import { shaping } from '../list/requirements.ts'
import { madeOnce } from '../made-once.ts'
import { storedIfTaken, type Stored } from '../steps.ts'
import { cql } from './requirements.ts'

const kinds = { integer: [0, 9, 10, 100], decimal: [16.2, 16.7] } as const
type Kind = keyof typeof kinds

/** Records with these numbers, as far as the target takes and keeps them: which values a field may have is not stated. */
const madeOf = (kind: Kind) =>
  madeOnce(async (context): Promise<readonly Stored[]> => {
    const { resource = '', field = '' } = context.target.fixtures[`${kind}Field`] ?? {}
    const made: Stored[] = []
    for (const value of kinds[kind]) {
      const record = await storedIfTaken(context, { [field]: value }, resource)
      if (record?.dto[field] === value) made.push(record)
    }
    return made
  })
const numbered = { integer: madeOf('integer'), decimal: madeOf('decimal') }

async function rowsOf(context: Context, kind: Kind) {
  const { resource = '', field = '' } = context.target.fixtures[`${kind}Field`] ?? {}
  const rows = await numbered[kind](context)
  if (rows.length === 0) throw new Unexercised(`the target keeps none of ${kinds[kind].join(', ')} in ${field}`)
  await mustBeSearched(context, rows, resource)
  return { resource, field, rows, of: ({ dto }: Stored) => Number(dto[field]) }
}

const orders = {
  '<': (one: number, other: number) => one < other,
  '<=': (one: number, other: number) => one <= other,
  '>': (one: number, other: number) => one > other,
  '>=': (one: number, other: number) => one >= other,
} as const

for (const [kind, operand, fault] of [
  ['integer', 10, 'cql-numbers-as-text'],
  ['decimal', 16.5, 'cql-ordering-operands-whole'],
] as const)
  check(
    cql['query-ordering'],
    `of-${kind}-fields`,
    { needs: [`${kind}-field`], brokenBy: [fault], effects: true },
    async (context) => {
      const { resource, field, rows, of } = await rowsOf(context, kind)
      await each(Object.entries(orders), async ([operator, holds]) => {
        const criterion = `${field} ${operator} ${operand}`
        const query = `${scopeOf(rows)} AND ${criterion}`
        const { dtos } = await listed(context, rows, { query, pageSize: '50' }, resource)
        const expected = rows.filter((row) => holds(of(row), operand)).map(of)
        const ids = idsOfDtos(dtos)
        const found = rows.filter(({ id }) => ids.includes(plainId(id))).map(of)
        must.equal(`values of ${field} in the list of those with ${criterion}`, found, expected)
      })
    },
  )

check(
  cql['query-null'],
  'of-zero',
  { needs: ['integer-field'], brokenBy: ['cql-zero-is-null'], effects: true },
  async (context) => {
    const { resource, field, rows, of } = await rowsOf(context, 'integer')
    for (const [criterion, count] of [
      [`${field} is null`, 0],
      [`!(${field} is null)`, rows.length],
    ] as const) {
      const query = `${scopeOf(rows)} AND ${criterion}`
      const { dtos } = await listed(context, rows, { query, pageSize: '50' }, resource)
      must.equal(`number of records with ${criterion}, of some with ${rows.map(of).join(', ')}`, dtos.length, count)
    }
  },
)

check(
  shaping['ordered-by-fields'],
  'numbers',
  { needs: ['integer-field', 'query-language'], brokenBy: ['numbers-sorted-as-texts'], effects: true },
  async (context) => {
    const { resource, field, rows, of } = await rowsOf(context, 'integer')
    const up = rows.map(of).toSorted((one, other) => one - other)
    for (const [direction, expected] of [
      ['asc', up],
      ['desc', up.toReversed()],
    ] as const) {
      const { dtos } = await listed(context, rows, { orderBy: `${field} ${direction}`, pageSize: '50' }, resource)
      must.equal(
        `values of ${field} with orderBy=${field} ${direction}`,
        dtos.map((dto) => dto[field]),
        expected,
      )
    }
  },
)
