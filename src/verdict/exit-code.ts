import { statementOf } from './statements.ts'
import { severityOf } from './severity.ts'
import type { PlannedCheck, Verdict } from './stream.ts'

export type ExitCode = 0 | 1 | 3

/** What makes a run red, from the narrowest: findings that fail; what could not be judged, too; warnings, too. */
export const failOnWords = ['fail', 'blocked', 'warn'] as const

export interface Gate {
  readonly failOn: (typeof failOnWords)[number]
  /** As many checks may fail without making the run red. */
  readonly maxFindings: number
}

export const usualGate: Gate = { failOn: 'blocked', maxFindings: 0 }

interface CodeOptions {
  readonly strict: boolean
  readonly emptyAllowed: boolean
  /** Entries of the baseline for many checks that excuse nothing. */
  readonly unusedEntries?: number
  readonly gate?: Gate
}

/** 0 conformant, 1 findings, 3 could not judge; 1 wins over 3. A run that judged nothing could not judge. */
export function exitCodeOf(
  plan: readonly PlannedCheck[],
  verdicts: readonly Verdict[],
  { strict, emptyAllowed, unusedEntries = 0, gate = usualGate }: CodeOptions,
): ExitCode {
  const levels = new Map(plan.map((planned) => [planned.id, planned.level]))
  const outside = new Set(plan.flatMap(({ id, outside: isNew }) => (isNew ? [id] : [])))
  const counting = verdicts.filter(({ check }) => !outside.has(check))
  const red = counting.filter((verdict) => isRed(verdict, strict, gate))
  if (unusedEntries + red.length > gate.maxFindings) return 1
  const judged = new Set(verdicts.map((verdict) => verdict.check))
  if (plan.some((planned) => !judged.has(planned.id))) return 3
  if (plan.length === outside.size) return emptyAllowed ? 0 : 3
  const unjudged = counting.some((verdict) => {
    if (verdict.is === 'kit-error') return true
    // What a finding blocked is counted as that finding.
    if (gate.failOn === 'fail' || red.includes(verdict)) return false
    const level = levels.get(verdict.check)
    return verdict.is === 'blocked' && (level === 'must' || level === 'implied')
  })
  return unjudged ? 3 : 0
}

function isRed(verdict: Verdict, strict: boolean, { failOn }: Gate): boolean {
  if (verdict.is === 'fail' || verdict.is === 'stale' || (failOn === 'warn' && verdict.is === 'warn')) return true
  // A setup step that broke a stated rule is that rule's finding, whichever check it blocked (law 2).
  return (
    verdict.is === 'blocked' &&
    verdict.findings.some((finding) => {
      const level = statementOf(finding.statement)?.level
      return level !== undefined && severityOf(level, { strict, seenInTheWild: finding.seenInTheWild }) === 'fail'
    })
  )
}
