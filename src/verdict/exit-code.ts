import { statementOf } from './statements.ts'
import { severityOf } from './severity.ts'
import type { PlannedCheck, Verdict } from './stream.ts'

export type ExitCode = 0 | 1 | 3

/** 0 conformant, 1 findings, 3 could not judge; 1 wins over 3. A run that judged nothing could not judge. */
export function exitCodeOf(
  plan: readonly PlannedCheck[],
  verdicts: readonly Verdict[],
  { strict, emptyAllowed, unusedEntries = 0 }: { strict: boolean; emptyAllowed: boolean; unusedEntries?: number },
): ExitCode {
  const levels = new Map(plan.map((planned) => [planned.id, planned.level]))
  if (unusedEntries > 0 || verdicts.some((verdict) => isRed(verdict, strict))) return 1
  const judged = new Set(verdicts.map((verdict) => verdict.check))
  if (plan.some((planned) => !judged.has(planned.id))) return 3
  if (plan.length === 0) return emptyAllowed ? 0 : 3
  const unjudged = verdicts.some((verdict) => {
    if (verdict.is === 'kit-error') return true
    const level = levels.get(verdict.check)
    return verdict.is === 'blocked' && (level === 'must' || level === 'implied')
  })
  return unjudged ? 3 : 0
}

function isRed(verdict: Verdict, strict: boolean): boolean {
  if (verdict.is === 'fail' || verdict.is === 'stale') return true
  // A setup step that broke a stated rule is that rule's finding, whichever check it blocked (law 2).
  return (
    verdict.is === 'blocked' &&
    verdict.findings.some((finding) => {
      const level = statementOf(finding.statement)?.level
      return level !== undefined && severityOf(level, { strict, seenInTheWild: finding.seenInTheWild }) === 'fail'
    })
  )
}
