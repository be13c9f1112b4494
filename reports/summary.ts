import type { Cause, Counts, StreamRecord, VerdictWord } from '../src/verdict/stream.ts'
import { foldRun } from './run-view.ts'

export interface Summary {
  readonly counts: Counts
  readonly exitCode: number
  readonly verdicts: Readonly<Record<string, VerdictWord>>
  /** What is red, and the warnings, by cause, the largest first. */
  readonly causes: readonly Pick<Cause, 'id' | 'check' | 'failed' | 'blocked' | 'warned'>[]
  /** Only if the stream is not the report of a finished run. */
  readonly troubles?: readonly string[]
}

/** summary.json: what a script reads first. */
export function foldSummary(records: readonly StreamRecord[]): Summary {
  const { total, checks, exitCode, troubles, causes } = foldRun(records)
  const verdicts = Object.fromEntries(
    checks.flatMap(({ planned, verdict }) => (verdict ? [[planned.id, verdict.is]] : [])),
  )
  const told = causes.map(({ id, check, failed, blocked, warned }) => ({ id, check, failed, blocked, warned }))
  return { counts: total.counts, exitCode, verdicts, causes: told, ...(troubles.length > 0 ? { troubles } : {}) }
}
