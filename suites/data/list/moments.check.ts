import { check, must, plainId, Unexercised, type Context } from '../../../src/kit/index.ts'
import { cql } from '../cql/requirements.ts'
import { madeOnce } from '../made-once.ts'
import { storedIfTaken, type Stored } from '../steps.ts'
import { idsOfDtos, listed, mustBeSearched, scopeOf } from './ladder.ts'
import { shaping } from './requirements.ts'
import { startField, startMoment, mustBeSortedByStart } from './starts.ts'

/** Calls that begin within one second, if the target keeps parts of it: how exact a date-time is, is not stated. */
const withinASecond = madeOnce(async (context): Promise<readonly Stored[]> => {
  const made: Stored[] = []
  for (const part of ['00.500Z', '00Z', '01Z', '00.250Z']) {
    const record = await storedIfTaken(context, { [startField]: `2031-03-01T10:00:${part}` })
    if (record) made.push(record)
  }
  const moments = new Set(made.map(startMoment))
  return moments.size < made.length || moments.has(Number.NaN) ? [] : made
})

async function keptApart(context: Context): Promise<readonly Stored[]> {
  const rows = await withinASecond(context)
  if (rows.length === 0) throw new Unexercised(`the target keeps no parts of seconds in ${startField}`)
  await mustBeSearched(context, rows)
  return rows
}

check(
  shaping['ordered-by-fields'],
  'date-times-within-a-second',
  { needs: ['query-language'], brokenBy: ['date-times-sorted-as-texts'], effects: true },
  async (context) => {
    const rows = await keptApart(context)
    await mustBeSortedByStart(context, rows)
  },
)

check(
  cql['query-ordering'],
  'of-date-times-within-a-second',
  { brokenBy: ['cql-date-times-ordered-as-texts'], effects: true },
  async (context) => {
    const rows = await keptApart(context)
    const bound = '2031-03-01T10:00:00Z'
    for (const [operator, holds] of [
      ['>', (row: Stored) => startMoment(row) > Date.parse(bound)],
      ['<=', (row: Stored) => startMoment(row) <= Date.parse(bound)],
    ] as const) {
      const criterion = `${startField} ${operator} "${bound}"`
      const { dtos } = await listed(context, rows, { query: `${scopeOf(rows)} AND ${criterion}`, pageSize: '50' })
      const expected = rows.filter(holds).map(({ id }) => plainId(id))
      must.equal(`ids of those with ${criterion}`, idsOfDtos(dtos).toSorted(), expected.toSorted())
    }
  },
)
