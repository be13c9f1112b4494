import { check, each, Unexercised, type Check, type Context, type Head } from '../../../src/kit/index.ts'
import { mustHold, type Satisfies } from './ask.ts'
import { hasValues, isShown, tableOf, type Table } from './table.ts'

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
    const askable = cases(table, context).filter(([predicate]) => isAskable(table, predicate))
    if (askable.length === 0) throw new Unexercised('no record shows a field that this asks for')
    await each(askable, ([predicate, satisfies]) => mustHold(context, table, predicate, satisfies))
  })
}

const sampleField = /\b(?:remarks|startDateTime|orderDateTime|originCode|businessPartner|chargeable\w+)\b/g

/** Whether the fields that a predicate names are any of this version (A-REC-12), and have values where it compares them. */
function isAskable(table: Table, predicate: string): boolean {
  const bare = predicate.replace(/"[^"]*"/g, '')
  const known = / is null\b/.test(bare) ? isShown : hasValues
  return [...bare.matchAll(sampleField)].every(([field]) => known(table, field))
}

export const quoted = (value: unknown): string => `"${String(value)}"`
