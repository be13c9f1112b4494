import { check, must, plainId, Unexercised, type Context } from '../../../src/kit/index.ts'
import { cql } from '../cql/requirements.ts'
import { madeOnce } from '../made-once.ts'
import { storedIfTaken, type Stored } from '../steps.ts'
import { idsOfDtos, listed, mustBeSearched, scopeOf } from './ladder.ts'
import { shaping } from './requirements.ts'
import { startField, startMoment, mustBeSortedByStart } from './starts.ts'

/** Not in their order; each a quarter of an hour that no clock of 32 bits, or of seconds since 1970, gets right by chance. */
const sent = ['2045-02-03T08:00:00Z', '1961-05-05T09:30:00Z', '2031-03-01T10:00:00Z', '1969-12-31T12:00:00Z'] as const

/** Calls that begin before 1970, today and after 2038, as far as the target takes and keeps such date-times: which ones it must is said of none. */
const far = madeOnce(async (context): Promise<readonly Stored[]> => {
  const made: Stored[] = []
  for (const start of sent) {
    const record = await storedIfTaken(context, { [startField]: start })
    if (record && startMoment(record) === Date.parse(start)) made.push(record)
  }
  return made
})

async function farApart(context: Context): Promise<readonly Stored[]> {
  const rows = await far(context)
  if (rows.length < 2) throw new Unexercised(`the target keeps no ${startField} before 1970 or after 2038`)
  await mustBeSearched(context, rows)
  return rows
}

check(
  cql['query-ordering'],
  'of-date-times-before-1970-and-after-2038',
  { brokenBy: ['cql-date-times-before-1970-are-1970', 'cql-date-overflow-2038'], effects: true },
  async (context) => {
    const rows = await farApart(context)
    const at = (text: string) => Date.parse(text)
    for (const [criterion, holds] of [
      [`${startField} < "1965-01-01T00:00:00Z"`, (start: number) => start < at('1965-01-01T00:00:00Z')],
      [`${startField} >= "1969-12-31T12:00:00Z"`, (start: number) => start >= at('1969-12-31T12:00:00Z')],
      [`${startField} > "2040-01-01T00:00:00Z"`, (start: number) => start > at('2040-01-01T00:00:00Z')],
      [
        `${startField} > "1965-01-01T00:00:00Z" AND ${startField} <= "2045-02-03T08:00:00Z"`,
        (start: number) => start > at('1965-01-01T00:00:00Z') && start <= at('2045-02-03T08:00:00Z'),
      ],
    ] as const) {
      const { dtos } = await listed(context, rows, { query: `${scopeOf(rows)} AND ${criterion}`, pageSize: '50' })
      const expected = rows.filter((row) => holds(startMoment(row))).map(({ id }) => plainId(id))
      must.equal(`ids of those with ${criterion}`, idsOfDtos(dtos).toSorted(), expected.toSorted())
    }
  },
)

check(
  cql['query-equality'],
  'of-date-times-before-1970-and-after-2038',
  { brokenBy: ['cql-date-times-before-1970-are-1970'], effects: true },
  async (context) => {
    const rows = await farApart(context)
    for (const row of rows) {
      const criterion = `${startField} = "${new Date(startMoment(row)).toISOString().replace('.000Z', 'Z')}"`
      const { dtos } = await listed(context, rows, { query: `${scopeOf(rows)} AND ${criterion}`, pageSize: '50' })
      must.equal(`ids of those with ${criterion}`, idsOfDtos(dtos), [plainId(row.id)])
    }
  },
)

check(
  shaping['ordered-by-fields'],
  'date-times-before-1970-and-after-2038',
  {
    needs: ['query-language'],
    brokenBy: ['date-times-sorted-without-their-sign', 'date-times-sorted-by-32-bits'],
    effects: true,
  },
  async (context) => {
    const rows = await farApart(context)
    await mustBeSortedByStart(context, rows)
  },
)
