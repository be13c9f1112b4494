import type { Finding } from './finding.ts'
import { statementOf } from './statements.ts'
import { severityOf } from './severity.ts'
import type { PlannedCheck, Verdict } from './stream.ts'

export type ExitCode = 0 | 1 | 3

/** What makes a run red, from the narrowest: findings that fail; what could not be judged, too; warnings, too. */
export const failOnWords = ['fail', 'blocked', 'warn'] as const

export interface Gate {
  readonly failOn: (typeof failOnWords)[number]
  /** As many checks may fail without making the run red; a setup step that broke a rule counts once. */
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

/** Why a check makes a run red: it is a finding, or it could not be judged. */
export type Redness = 'finding' | 'unjudged'

/** 0 conformant, 1 findings, 3 could not judge; 1 wins over 3. A run that judged nothing could not judge. */
export function exitCodeOf(
  plan: readonly PlannedCheck[],
  verdicts: readonly Verdict[],
  { strict, emptyAllowed, unusedEntries = 0, gate = usualGate }: CodeOptions,
): ExitCode {
  const red = new Set(redOf(plan, verdicts, { strict, gate }).values())
  if (unusedEntries > 0 || red.has('finding')) return 1
  const judged = new Set(verdicts.map((verdict) => verdict.check))
  if (plan.some((planned) => !judged.has(planned.id))) return 3
  if (plan.length === 0) return emptyAllowed ? 0 : 3
  return red.has('unjudged') ? 3 : 0
}

/** The checks that make a run red, by id: what its exit code and every report go by. */
export function redOf(
  plan: readonly PlannedCheck[],
  verdicts: readonly Verdict[],
  { strict, gate = usualGate }: Pick<CodeOptions, 'strict' | 'gate'>,
): ReadonlyMap<string, Redness> {
  const planned = new Map(plan.map((check) => [check.id, check]))
  const counting = verdicts.filter(({ check }) => !planned.get(check)?.outside)
  const findings = counting.filter((verdict) => isRed(verdict, strict, gate))
  // What a finding blocked is counted as that finding; an outdated entry of the baseline is none that could be allowed.
  const allowed = findings.filter(({ is }) => is !== 'stale')
  const isAllowed = gate.maxFindings > 0 && findingsIn(allowed, strict) <= gate.maxFindings
  const red = new Map<string, Redness>()
  for (const verdict of counting) {
    const { check, is } = verdict
    const level = planned.get(check)?.level
    if (findings.includes(verdict)) {
      if (!isAllowed || is === 'stale') red.set(check, 'finding')
    } else if (
      is === 'kit-error' ||
      (is === 'blocked' && gate.failOn !== 'fail' && (level === 'must' || level === 'implied'))
    )
      red.set(check, 'unjudged')
  }
  return red
}

/** Each check that fails, and each finding of a setup step once, however many checks it blocked. */
function findingsIn(red: readonly Verdict[], strict: boolean): number {
  const keyOf = ({ requirement, symptom }: Finding) => `${requirement} ${symptom}`
  const failing = red.filter(({ is }) => is !== 'blocked')
  const shown = new Set(failing.flatMap(({ findings }) => findings.map(keyOf)))
  const blocking = red.flatMap((verdict) => {
    const keys = verdict.is === 'blocked' ? breachesIn(verdict, strict).map(keyOf) : []
    return keys.some((key) => shown.has(key)) ? [] : keys.slice(0, 1)
  })
  return failing.length + new Set(blocking).size
}

/** What setup steps broke of rules that are stated (law 2). */
const breachesIn = ({ findings }: Verdict, strict: boolean): readonly Finding[] =>
  findings.filter((finding) => {
    const level = statementOf(finding.statement)?.level
    return level !== undefined && severityOf(level, { strict, seenInTheWild: finding.seenInTheWild }) === 'fail'
  })

function isRed(verdict: Verdict, strict: boolean, { failOn }: Gate): boolean {
  if (verdict.is === 'fail' || verdict.is === 'stale' || (failOn === 'warn' && verdict.is === 'warn')) return true
  // A setup step that broke a stated rule is that rule's finding, whichever check it blocked.
  return verdict.is === 'blocked' && breachesIn(verdict, strict).length > 0
}
