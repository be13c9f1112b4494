import type { Answer } from '../../../src/clients/answer.ts'
import { Inconclusive, ifAnswered, must, settle, type Context } from '../../../src/kit/index.ts'
import { current } from '../steps.ts'
import { listedIdsOf, tableResource, type SeededRow, type Table } from './table.ts'

/** What a row is to a query: it must be listed, must not be, or the documents leave it open (undefined). */
export type Satisfies = (row: SeededRow) => boolean | undefined

export interface Asked {
  readonly query: string
  readonly answer: Answer
  readonly ids: readonly string[]
}

/** Sends `scope AND (predicate)`. Predicates are spread over the scopes, each always to the same one. */
export async function ask(context: Context, table: Table, predicate: string): Promise<Asked> {
  const turn = [...predicate].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0)
  const scope = table.scopes[turn % table.scopes.length] as string
  return askAsItIs(context, table, `${scope} AND (${predicate})`)
}

/** Sends a query as it is. */
export async function askAsItIs({ api }: Context, table: Table, query: string): Promise<Asked> {
  const answer = await api.data.list(tableResource, { query: { ...table.paging, query } })
  return { query, answer, ids: listedIdsOf(answer) }
}

/** The same, or undefined where its connection ends and the lawful predicate after it is answered. */
export const askIfHeard = (context: Context, table: Table, query: string, lawful: string): Promise<Asked | undefined> =>
  ifAnswered(
    () => askAsItIs(context, table, query),
    () => ask(context, table, lawful),
  )

/** Compares with a filter on our side: the list holds every row that must match exactly once, no row that must not, and nothing else. */
export async function mustHold(
  context: Context,
  table: Table,
  predicate: string,
  satisfies: Satisfies,
): Promise<Asked> {
  const asked = await ask(context, table, predicate)
  must.success(asked.answer)
  await mustBeRight(context, table, asked, predicate, satisfies)
  return asked
}

/** The list that was answered to a predicate is held against our own filter. */
export async function mustBeRight(
  context: Context,
  table: Table,
  asked: Asked,
  predicate: string,
  satisfies: Satisfies,
): Promise<void> {
  const wrong = amiss(table, asked, satisfies)
  if (wrong) await unchanged(context, wrong.rows)
  settle(wrong && { expected: `${predicate}: ${wrong.expected}`, actual: wrong.actual })
}

interface Wrong {
  readonly expected: string
  readonly actual: string
  readonly rows: readonly SeededRow[]
}

/**
 * What is wrong with a list, in words that identify rows by their values.
 * @public `scripts/build-probes.mjs` takes it from dist/.
 */
export function amiss(table: Table, { ids }: Pick<Asked, 'ids'>, satisfies: Satisfies): Wrong | undefined {
  const missing = table.rows.filter((row) => satisfies(row) === true && !ids.includes(row.id))
  const extra = table.rows.filter((row) => satisfies(row) === false && ids.includes(row.id))
  if (missing.length > 0)
    return {
      expected: `holds ${firstRowInWords(missing)}`,
      actual: `a list of ${ids.length} without it`,
      rows: missing,
    }
  if (extra.length > 0)
    return {
      expected: `does not hold ${firstRowInWords(extra)}`,
      actual: `a list of ${ids.length} with it`,
      rows: extra,
    }
  const own = new Set(table.rows.map(({ id }) => id))
  const foreign = ids.filter((id) => !own.has(id))
  if (foreign.length > 0)
    return { expected: 'holds records within its scope only', actual: `${foreign.length} others in the list`, rows: [] }
  const repeated = ids.filter((id, position) => ids.indexOf(id) !== position)
  if (repeated.length > 0)
    return { expected: 'holds each record once', actual: `${repeated.length} repeated`, rows: [] }
  return undefined
}

const shownFields = ['subject', 'remarks', 'startDateTime', 'chargeableEfforts'] as const

/** Describes the first row by its values, and says how many more there are. */
export function firstRowInWords(rows: readonly SeededRow[]): string {
  const [first] = rows
  const values = shownFields.map((field) => `${field} ${JSON.stringify(first?.dto[field] ?? null)}`).join(', ')
  return `the record with ${values}${rows.length > 1 ? ` and ${rows.length - 1} more` : ''}`
}

/** Somebody else may have changed a row: then the query saw other values, and cannot be judged. */
export async function unchanged({ api }: Context, rows: readonly SeededRow[]): Promise<void> {
  for (const { id, dto } of rows.slice(0, 2)) {
    const now = await current(api, { id, externalId: String(dto['externalId']) }, tableResource)
    if (now.lastChanged !== Number(dto['lastChanged']))
      throw new Inconclusive('somebody else changed a record of this check in the meantime')
  }
}

/** Two queries that mean the same list the same rows. */
export async function mustAgree(context: Context, table: Table, one: string, other: string): Promise<void> {
  const first = await ask(context, table, one)
  must.success(first.answer)
  const second = await ask(context, table, other)
  must.success(second.answer)
  const [left, right] = [[...first.ids].sort(), [...second.ids].sort()]
  const differing = table.rows.filter(({ id }) => left.includes(id) !== right.includes(id))
  if (differing.length > 0) await unchanged(context, differing)
  must.none(`record that only one of ${one} and ${other} holds`, differing, () => firstRowInWords(differing))
  must.equal(`number of records of ${one} and of ${other}`, left.length, right.length)
}
