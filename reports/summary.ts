import type { Counts, StreamRecord, VerdictWord } from '../src/verdict/stream.ts'
import { foldRun } from './run-view.ts'

export interface Summary {
  readonly counts: Counts
  readonly exitCode: number
  readonly verdicts: Readonly<Record<string, VerdictWord>>
  /** Only if the stream is not the report of a finished run. */
  readonly troubles?: readonly string[]
}

/** summary.json: what a script reads first. */
export function foldSummary(records: readonly StreamRecord[]): Summary {
  const { total, checks, exitCode, troubles } = foldRun(records)
  const verdicts = Object.fromEntries(
    checks.flatMap(({ planned, verdict }) => (verdict ? [[planned.id, verdict.is]] : [])),
  )
  return { counts: total.counts, exitCode, verdicts, ...(troubles.length > 0 ? { troubles } : {}) }
}
