import { momentOf } from '../../../src/exchange/moment.ts'
import { must, plainId, type Context } from '../../../src/kit/index.ts'
import type { Stored } from '../steps.ts'
import { idsOfDtos, listed } from './ladder.ts'

/** A date-time that callers set. */
export const startField = 'startDateTime'

export const startMoment = ({ dto }: Pick<Stored, 'dto'>): number => momentOf(dto[startField]) ?? Number.NaN

/** orderBy of that date-time sorts these records in both directions. */
export async function mustBeSortedByStart(context: Context, rows: readonly Stored[]): Promise<void> {
  const up = rows.toSorted((one, other) => startMoment(one) - startMoment(other)).map(({ id }) => plainId(id))
  for (const [direction, expected] of [
    ['asc', up],
    ['desc', up.toReversed()],
  ] as const) {
    const { dtos } = await listed(context, rows, { orderBy: `${startField} ${direction}`, pageSize: '50' })
    must.equal(`ids with orderBy=${startField} ${direction}`, idsOfDtos(dtos), expected)
  }
}
