import { check, each, type Check, type Context, type Head } from '../../../src/kit/index.ts'
import { mustHold, type Satisfies } from './ask.ts'
import { tableOf, type Table } from './table.ts'

/** A predicate and what it means for a row. */
export type Case = readonly [predicate: string, satisfies: Satisfies]

/** A check that asks predicates of the table one after the other; all that are answered wrongly are one finding. */
export function asks(
  requirement: Parameters<typeof check>[0],
  situation: string,
  head: Head,
  cases: (table: Table, context: Context) => readonly Case[],
): Check {
  return check(requirement, situation, { effects: true, ...head }, async (context) => {
    const table = await tableOf(context)
    await each(cases(table, context), ([predicate, satisfies]) => mustHold(context, table, predicate, satisfies))
  })
}

export const quoted = (value: unknown): string => `"${String(value)}"`
