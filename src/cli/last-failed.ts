import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readStreamFile } from '../../reports/read-stream.ts'
import { foldRun } from '../../reports/run-view.ts'
import { UserError } from '../errors/user-error.ts'
import type { VerdictWord } from '../verdict/stream.ts'

export interface LastFailed {
  /** Checks that the last run did not find right, or did not come to. */
  readonly checks: readonly string[]
  /** By which it drew its cases. */
  readonly seed: number
  /** Checks whose traffic showed what schemas and monitors found. */
  readonly drivers: readonly string[]
}

/** What the last run into this folder left red; `words` are the verdicts that count as such. */
export function lastFailed(folder: string, words: readonly VerdictWord[]): LastFailed {
  const file = join(folder, 'report.jsonl')
  const refuse = (what: string): never => {
    throw new UserError(what, { file, todo: '--last-failed reads the report of the last run with the same --out' })
  }
  if (!existsSync(file)) return refuse('there is no such report')
  const { plan, checks, exchanges } = foldRun(readStreamFile(file))
  if (!plan || checks.length === 0) return refuse('the last run judged nothing')
  const shown = checks.flatMap(({ planned, verdict }) =>
    /\/(?:contract|traffic)$/.test(planned.id) ? (verdict?.findings ?? []) : [],
  )
  return {
    drivers: shown.flatMap((finding) => finding.exchanges.flatMap((id) => exchanges.get(id)?.check ?? [])),
    seed: plan.seed,
    checks: checks.flatMap(({ planned, verdict }) => (!verdict || words.includes(verdict.is) ? [planned.id] : [])),
  }
}
