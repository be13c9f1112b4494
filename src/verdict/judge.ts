import { entryInWords, isAbout, isExpired, isMoreThan, isOfOneCheck, excuses, type BaselineEntry } from './baseline.ts'
import type { Finding } from './finding.ts'
import type { Outcome } from './outcome.ts'
import { severityOf } from './severity.ts'
import type { PlannedCheck, Verdict, VerdictWord } from './stream.ts'

export interface JudgeOptions {
  readonly strict: boolean
  readonly baseline: readonly BaselineEntry[]
  /** Milliseconds since the epoch, for expiry dates. */
  readonly now: number
  /** Why this finding of a setup step is known, if a check that the baseline lists failed by the same rule. */
  readonly knownElsewhere?: (finding: Finding) => string | undefined
  /** Of a check whose cases are drawn by a seed: why what they found is known, though no entry lists this check. */
  readonly knownOfDrawn?: (finding: Finding) => string | undefined
  /** The traffic that this check judges is only a part of what it was when the baseline was written: an entry that it does not show may be right. */
  readonly isPart?: boolean
}

/** The only place where a verdict is made (design laws 1 to 3). */
export function judge(planned: PlannedCheck, outcome: Outcome, ms: number, options: JudgeOptions): Verdict {
  const verdict = judged(planned, outcome, ms, options)
  if (!planned.outside || verdict.is !== 'fail') return verdict
  const because = [verdict.because, 'it is newer than the set that this run is judged by, so it only warns']
  return { ...verdict, is: 'warn', because: because.filter(Boolean).join('; ') }
}

function judged(planned: PlannedCheck, outcome: Outcome, ms: number, options: JudgeOptions): Verdict {
  const entries = options.baseline.filter((entry) => isAbout(entry, planned.id))
  const base = { check: planned.id, requirement: planned.requirement, findings: [] as readonly Finding[], ms }
  switch (outcome.is) {
    case 'held':
    case 'observed': {
      if (outcome.saw.length === 0)
        // A proof demands that it looks at something on the embedded platform and on every other lawful reading of it.
        return { ...base, is: 'not-exercised', because: 'what the target answered left it nothing to judge' }
      const is = outcome.is === 'held' ? 'pass' : 'observed'
      const isStale = (entry: BaselineEntry) => mustMatch(entry) || isOver(entry, options.now)
      const stale = entries.find(isStale)
      if (stale && options.isPart) return { ...base, is, saw: outcome.saw, ...listed(entries.filter(isStale)) }
      if (stale)
        return {
          ...base,
          is: 'stale',
          saw: outcome.saw,
          because: mustMatch(stale)
            ? `it is in the baseline but no longer fails: remove ${stale.owner}'s entry`
            : expiredInWords(stale),
        }
      return { ...base, is, saw: outcome.saw }
    }
    case 'breach':
      return breach(planned, outcome, { ...base, tries: outcome.tries }, entries, options)
    case 'intermittent':
      return intermittent(planned, outcome, { ...base, tries: outcome.tries }, entries, options)
    case 'blocked':
      return blocked(outcome, base, entries, options)
    case 'not-applicable':
      return { ...base, is: 'not-applicable', because: outcome.because }
    case 'not-exercised':
      return { ...base, is: 'not-exercised', because: outcome.because }
    case 'crashed':
      return { ...base, is: 'kit-error', because: outcome.because }
  }
}

type Base = Omit<Verdict, 'is'>

/** One that fails only sometimes may pass, and one of many checks is stale where none of them fails. */
const mustMatch = (entry: BaselineEntry): boolean => entry.rate === undefined && isOfOneCheck(entry)

/** A date is a promise, also of what fails only sometimes. */
const isOver = (entry: BaselineEntry, now: number): boolean => isOfOneCheck(entry) && isExpired(entry, now)

const expiredInWords = (entry: BaselineEntry): string => `${entryInWords(entry)} expired on ${entry.expires}`

const listed = (entries: readonly BaselineEntry[]): Pick<Verdict, 'listed'> =>
  entries.length === 0
    ? {}
    : {
        listed: entries.map(({ check, finding, cause, owner }) => ({
          check,
          ...(finding === undefined ? {} : { finding }),
          ...(cause === undefined ? {} : { cause }),
          owner,
        })),
      }

function breach(
  planned: PlannedCheck,
  outcome: Outcome & { is: 'breach' },
  base: Base,
  entries: readonly BaselineEntry[],
  { strict, now, knownOfDrawn, isPart }: JudgeOptions,
): Verdict {
  const { findings } = outcome
  const found = (entry: BaselineEntry) => findings.some((finding) => excuses(entry, finding))
  const excusing = entries.filter((entry) => !isExpired(entry, now))
  const drawn = new Map(findings.map((finding) => [finding, knownOfDrawn?.(finding)]))
  const unknown = findings.filter(
    (finding) => drawn.get(finding) === undefined && !excusing.some((entry) => excuses(entry, finding)),
  )
  const unmatched = excusing.filter((entry) => mustMatch(entry) && !found(entry))
  const parted = isPart ? listed(unmatched) : {}
  const wrongEntries = [
    ...entries
      .filter((entry) => !excusing.includes(entry) && (isOfOneCheck(entry) || found(entry)))
      .map(expiredInWords),
    ...(isPart ? [] : unmatched).map((entry) => `${entryInWords(entry)} no longer matches any finding`),
    ...tooOften(excusing.filter(found), outcome),
  ]
  if (findings.length > 0 && unknown.length === 0 && wrongEntries.length === 0) {
    const why = excusing.some(found) ? [reasons(excusing.filter(found))] : [...new Set(drawn.values())]
    return { ...base, ...parted, is: 'known', findings, because: why.filter(Boolean).join('; ') }
  }
  const severity = worst(
    unknown.map((finding) => severityOf(planned.level, { strict, seenInTheWild: finding.seenInTheWild })),
  )
  // A wrong entry is red by itself, even next to findings that would only warn (law 3).
  const is = wrongEntries.length > 0 && severity !== 'fail' ? 'stale' : severity
  const because = [outcome.because, ...wrongEntries].filter(Boolean).join('; ')
  const shown = unknown.length > 0 ? unknown : findings
  const known = findings
    .filter((finding) => !shown.includes(finding))
    .map(({ fingerprint, symptom }) => ({ fingerprint, symptom }))
  return {
    ...base,
    ...parted,
    is,
    findings: shown,
    ...(known.length > 0 ? { known } : {}),
    ...(because ? { because } : {}),
  }
}

function intermittent(
  { level }: PlannedCheck,
  outcome: Outcome & { is: 'intermittent' },
  base: Base,
  entries: readonly BaselineEntry[],
  { now }: JudgeOptions,
): Verdict {
  const { findings, because } = outcome
  const excusing = entries.filter((entry) => !isExpired(entry, now))
  const over = entries
    .filter((entry) => !excusing.includes(entry))
    .filter((entry) => isOfOneCheck(entry) || findings.some((finding) => excuses(entry, finding)))
  if (over.length > 0)
    return { ...base, is: 'stale', findings, because: [because, ...over.map(expiredInWords)].join('; ') }
  const known = findings.every((finding) => excusing.some((entry) => excuses(entry, finding)))
  if (!known)
    return { ...base, is: severityOf(level, { strict: false }) === 'observed' ? 'observed' : 'warn', findings, because }
  const often = tooOften(excusing, outcome)
  return {
    ...base,
    is: often.length > 0 ? 'stale' : 'known',
    findings,
    because: [because, ...(often.length > 0 ? often : [reasons(excusing)])].join('; '),
  }
}

/** A setup step that broke a known rule blocks what is known; nothing else that could not be judged is ever excused. */
function blocked(
  { because, findings = [], leftOut }: Outcome & { is: 'blocked' },
  base: Base,
  entries: readonly BaselineEntry[],
  { now, knownElsewhere }: JudgeOptions,
): Verdict {
  const why = findings.map((finding) => {
    const excusing = entries.filter((entry) => !isExpired(entry, now) && excuses(entry, finding))
    return excusing.length > 0 ? reasons(excusing) : knownElsewhere?.(finding)
  })
  return why.length > 0 && why.every((reason) => reason !== undefined)
    ? { ...base, is: 'known', because: `${because}, which is known: ${[...new Set(why)].join('; ')}`, findings }
    : { ...base, is: 'blocked', because, findings, ...(leftOut ? { leftOut } : {}) }
}

const tooOften = (entries: readonly BaselineEntry[], { tries }: Pick<Verdict, 'tries'>): string[] =>
  entries.flatMap((entry) =>
    tries && entry.rate !== undefined && isMoreThan(entry.rate, tries)
      ? [
          `it failed in ${tries.failed} of ${tries.of} tries, more often than ${entryInWords(entry)} says (${entry.rate * 100}%)`,
        ]
      : [],
  )

const reasons = (entries: readonly BaselineEntry[]): string =>
  entries.map(({ reason, owner, expires }) => `${reason} (${owner}, until ${expires})`).join('; ')

const order: readonly VerdictWord[] = ['fail', 'warn', 'observed']
const worst = (words: readonly VerdictWord[]): VerdictWord => order.find((word) => words.includes(word)) ?? 'observed'
