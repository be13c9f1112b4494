import { isExpired, type BaselineEntry } from './baseline.ts'
import type { Finding } from './finding.ts'
import type { Outcome } from './outcome.ts'
import { severityOf } from './severity.ts'
import type { PlannedCheck, Verdict, VerdictWord } from './stream.ts'

export interface JudgeOptions {
  readonly strict: boolean
  readonly baseline: readonly BaselineEntry[]
  /** Milliseconds since the epoch, for expiry dates. */
  readonly now: number
}

/** The only place where a verdict is made (design laws 1 to 3). */
export function judge(planned: PlannedCheck, outcome: Outcome, ms: number, options: JudgeOptions): Verdict {
  const entries = options.baseline.filter((entry) => entry.check === planned.id)
  const base = { check: planned.id, requirement: planned.requirement, findings: [] as readonly Finding[], ms }
  switch (outcome.is) {
    case 'held':
    case 'observed': {
      const is = outcome.is === 'held' ? 'pass' : 'observed'
      if (entries.length > 0)
        return {
          ...base,
          is: 'stale',
          saw: outcome.saw,
          because: `it is in the baseline but no longer fails: remove ${entries[0]?.owner}'s entry`,
        }
      if (outcome.saw.length === 0)
        return { ...base, is: 'kit-error', because: 'it finished without asserting any exchange' }
      return { ...base, is, saw: outcome.saw }
    }
    case 'breach':
      return breach(planned, outcome, base, entries, options)
    case 'intermittent':
      return {
        ...base,
        is: severityOf(planned.level, { strict: false }) === 'observed' ? 'observed' : 'warn',
        findings: outcome.findings,
        because: outcome.because,
      }
    case 'blocked':
      return { ...base, is: 'blocked', because: outcome.because, findings: outcome.findings ?? [] }
    case 'not-applicable':
      return { ...base, is: 'not-applicable', because: outcome.because }
    case 'not-exercised':
      return { ...base, is: 'not-exercised', because: outcome.because }
    case 'crashed':
      return { ...base, is: 'kit-error', because: outcome.because }
  }
}

function breach(
  planned: PlannedCheck,
  outcome: Outcome & { is: 'breach' },
  base: Omit<Verdict, 'is'>,
  entries: readonly BaselineEntry[],
  options: JudgeOptions,
): Verdict {
  const excusing = entries.filter((entry) => !isExpired(entry, options.now))
  const unknown = outcome.findings.filter((finding) => !excusing.some((entry) => entry.finding === finding.fingerprint))
  const wrongEntries = [
    ...entries
      .filter((entry) => !excusing.includes(entry))
      .map((entry) => `the baseline entry ${entry.finding} of ${entry.owner} expired on ${entry.expires}`),
    ...excusing
      .filter((entry) => !outcome.findings.some((finding) => finding.fingerprint === entry.finding))
      .map((entry) => `the baseline entry ${entry.finding} of ${entry.owner} no longer matches any finding`),
  ]
  if (excusing.length > 0 && unknown.length === 0 && wrongEntries.length === 0) {
    return {
      ...base,
      is: 'known',
      findings: outcome.findings,
      because: excusing.map((entry) => `${entry.reason} (${entry.owner}, until ${entry.expires})`).join('; '),
    }
  }
  const severity = worst(
    unknown.map((finding) =>
      severityOf(planned.level, { strict: options.strict, seenInTheWild: finding.seenInTheWild }),
    ),
  )
  // A wrong entry is red by itself, even next to findings that would only warn (law 3).
  const is = wrongEntries.length > 0 && severity !== 'fail' ? 'stale' : severity
  const because = [outcome.because, ...wrongEntries].filter(Boolean).join('; ')
  return { ...base, is, findings: unknown.length > 0 ? unknown : outcome.findings, ...(because ? { because } : {}) }
}

const order: readonly VerdictWord[] = ['fail', 'warn', 'observed']
const worst = (words: readonly VerdictWord[]): VerdictWord => order.find((word) => words.includes(word)) ?? 'observed'
