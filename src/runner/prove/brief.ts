import type { Outcome } from '../../verdict/outcome.ts'

/** Of what it saw the proof asks only whether it saw anything. */
export const brief = (outcome: Outcome): Outcome =>
  outcome.is === 'held' || outcome.is === 'observed' ? { ...outcome, saw: outcome.saw.slice(0, 1) } : outcome

/** What the proof does not ask of a trial. */
export const asJudged = { exchanges: [], visits: [], selfCertifying: false, againAtMost: 0, readSoon: false, ms: 0 }
