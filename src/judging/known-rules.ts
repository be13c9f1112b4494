import { chapterOf } from '../verdict/chapter-of.ts'
import type { Finding } from '../verdict/finding.ts'
import type { Verdict } from '../verdict/stream.ts'

/** Why a finding of a setup step is known: a check that the baseline lists failed by the same rule, or in the same way. Asked when the verdicts are there. */
export const knownRules =
  (verdicts: ReadonlyMap<string, Verdict>) =>
  (finding: Finding): string | undefined => {
    for (const { is, findings, because } of verdicts.values())
      if (is === 'known' && findings.some((other) => isOneCause(finding, other))) return because
    return undefined
  }

const isOneCause = (one: Finding, other: Finding): boolean =>
  one.symptom === other.symptom || (one.requirement === other.requirement && one.statement === other.statement)

/**
 * Why what a drawn case found is known: a check that the baseline lists failed by a statement of the same chapter. Cases of another seed meet
 * the same breach in other checks, and show it in other words.
 */
export const knownChapters =
  (verdicts: ReadonlyMap<string, Verdict>) =>
  (finding: Finding): string | undefined => {
    for (const { is, findings, because } of verdicts.values())
      if (is === 'known' && findings.some(({ statement }) => chapterOf(statement) === chapterOf(finding.statement)))
        return `cases are drawn by a seed, and of ${chapterOf(finding.statement)} it is known: ${because ?? 'it fails'}`
    return undefined
  }
