import type { Check } from '../kit/check.ts'
import type { Breach } from '../kit/mismatch.ts'
import { announcedRequirements, type Requirement } from '../kit/requirements.ts'
import type { Session } from '../session/session.ts'
import type { Scope } from '../target/scope.ts'
import { symptomOf } from '../verdict/symptom.ts'
import { differingStatus } from '../verdict/differing-part.ts'
import type { Finding } from '../verdict/finding.ts'
import { fingerprint } from '../verdict/fingerprint.ts'
import { citationOf } from '../verdict/statements.ts'

/**
 * Completes a breach into a finding: the rule, its source, redacted texts, and the command that reruns just this check. `operation` is the
 * one whose answer shows it.
 */
export function findingOf(breach: Breach, check: Check, scope: Scope, session: Session, operation?: string): Finding {
  const requirement: Requirement = announcedRequirements().find(({ id }) => id === breach.relied) ?? check.requirement
  const expected = cut(session.redactor.cutBody(breach.mismatch.expected))
  const actual = cut(session.redactor.cutBody(breach.mismatch.actual))
  const differs = breach.mismatch.differs?.map((one) => ({
    at: session.redactor.text(one.at),
    expected: session.redactor.text(one.expected),
    actual: session.redactor.text(one.actual),
  }))
  const shown = differs && differs.length > 0 ? differs : differingStatus(expected, actual)
  const statement = requirement.sources[0]
  const seeded = check.kind === 'property' || check.kind === 'model'
  return {
    ...citationOf(statement),
    requirement: requirement.id,
    rule: requirement.says,
    expected: inFull(expected),
    actual: inFull(actual),
    ...(shown ? { differs: shown } : {}),
    symptom: symptomOf({ operation, requirement: requirement.id, expected, actual, differs, tag: scope.tag }),
    ...(operation === undefined ? {} : { operation }),
    exchanges: (breach.mismatch.exchanges ?? []).map((exchange) => exchange.id),
    rerun: session.rerun(check.id, seeded),
    ...(seeded ? { drawn: true as const } : {}),
    fingerprint: fingerprint({ check: check.id, statement, expected, actual, tag: scope.tag }),
    ...(breach.mismatch.seenInTheWild ? { seenInTheWild: breach.mismatch.seenInTheWild } : {}),
    ...(breach.trace === undefined ? {} : { trace: breach.trace }),
  }
}

const longest = 300

/** Cut after redaction: half a secret is still a secret. */
export const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}...` : text)

/** Without the word or the JSON value that a cut went through: half a name looks like another one. */
const unbroken = (text: string): string => text.replace(/(?<=[\s,;])[^\s,;]{1,60}$/, '')

/** For reading. Fingerprints and symptoms go by the text as it was cut: baselines hold them. */
export const inFull = (text: string): string =>
  text.length === longest + 3 && text.endsWith('...') ? `${unbroken(text.slice(0, longest))}...` : text
