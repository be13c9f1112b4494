import type { Outcome } from '../verdict/outcome.ts'
import type { Verdict } from '../verdict/stream.ts'

const tells: ReadonlySet<Verdict['is']> = new Set(['fail', 'warn', 'known', 'stale'])

/**
 * A check whose setup steps were done with another success status than stated: it stands, if a check of the rule that they broke tells that
 * breach. Otherwise it is blocked by that finding, or warns of it where real systems are known for it, so that nothing is lost (law 2).
 */
export function withBesides(outcome: Outcome, verdicts: Iterable<Verdict>): Outcome {
  if ((outcome.is !== 'held' && outcome.is !== 'observed') || !outcome.besides) return outcome
  const told = new Set([...verdicts].flatMap(({ is, requirement }) => (tells.has(is) ? [requirement] : [])))
  const untold = outcome.besides.filter(({ requirement }) => !told.has(requirement))
  if (untold.length === 0) return outcome
  // What real systems are known for takes nothing from what the check saw.
  return untold.every(({ seenInTheWild }) => seenInTheWild !== undefined)
    ? { is: 'breach', findings: untold }
    : { is: 'blocked', because: `a setup step broke ${untold[0]?.requirement}`, findings: untold }
}
