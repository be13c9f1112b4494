import { didYouMean } from '../errors/nearest.ts'
import { UserError } from '../errors/user-error.ts'
import type { Level, Side } from '../verdict/level.ts'
import { statementOf, statements } from '../verdict/statements.ts'
import type { Catalogue } from './catalogue.ts'
import { coverage } from './coverage.ts'

/** A statement as `list statement` shows it to a reader of a finding. */
export interface Explained {
  readonly statement: string
  readonly level: Level
  /** Whom it binds: server is the target, client its caller. */
  readonly side: Side
  readonly chapter: string
  readonly says: string
  readonly requirements: readonly string[]
  readonly checks: readonly string[]
  /** Why nothing checks it; absent if something does. */
  readonly untested?: string
}

/** The statements of these numbers, in any letter case; all of them if none is given. An unknown number is a UserError. */
export function explained(catalogue: Catalogue, numbers: readonly string[]): Explained[] {
  const wanted = numbers.map((number) => known(number.toUpperCase()))
  const covered = new Map(coverage(catalogue, { faults: [], variants: [] }).map((row) => [row.statement, row]))
  return (wanted.length > 0 ? wanted : statements).map(({ id, level, side, chapter, says }) => {
    const { requirements = [], checks = [], untested } = covered.get(id) ?? {}
    return { statement: id, level, side, chapter, says, requirements, checks, ...(untested ? { untested } : {}) }
  })
}

function known(id: string) {
  const found = statementOf(id)
  if (found) return found
  const ids = statements.map((statement) => statement.id)
  throw new UserError(
    `there is no statement ${id}; ${didYouMean(id, ids) ?? `the numbers run from ${ids[0]} to ${ids.at(-1)}`}`,
  )
}
