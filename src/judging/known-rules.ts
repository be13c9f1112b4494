import type { Finding } from '../verdict/finding.ts'
import type { Verdict } from '../verdict/stream.ts'

/** Why a rule is known to be broken: of those that a check listed in the baseline failed by. Asked when the verdicts are there. */
export const knownRules =
  (verdicts: ReadonlyMap<string, Verdict>) =>
  (finding: Finding): string | undefined => {
    for (const { is, findings, because } of verdicts.values())
      if (is === 'known' && findings.some((other) => isOneRule(finding, other))) return because
    return undefined
  }

const isOneRule = (one: Finding, other: Finding): boolean =>
  one.requirement === other.requirement && one.statement === other.statement
