import type { ContractFacts } from '../contract/index.ts'
import type { Check } from '../kit/check.ts'
import type { Session } from '../session/session.ts'
import type { Target } from '../target/target.ts'
import { attempt, type Attempt, type AttemptOptions } from './attempt.ts'
import { gate } from './gate.ts'

/** An attempt, or the reason why the target file does not allow for one. */
export async function gatedAttempt(
  check: Check,
  target: Target,
  session: Session,
  facts: ContractFacts,
  options: AttemptOptions = {},
): Promise<Attempt> {
  const gated = gate(check, target)
  return gated
    ? {
        outcome: gated,
        sights: [],
        exchanges: [],
        visits: [],
        selfCertifying: false,
        againAtMost: 0,
        readSoon: false,
        ms: 0,
      }
    : attempt(check, session, facts, options)
}
