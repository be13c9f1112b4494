import { setTimeout } from 'node:timers/promises'
import type { Check } from '../kit/check.ts'
import type { Session } from '../session/session.ts'
import type { ContractFacts } from '../contract/index.ts'
import { printOf } from '../judging/derived-fold.ts'
import type { Sight } from '../judging/sight.ts'
import type { ReportedExchange } from '../verdict/stream.ts'
import { attempt, type Attempt } from './attempt.ts'

interface Pace {
  readonly spacingMs: number
  readonly signal: AbortSignal
}

/**
 * A finding is reported only after it is confirmed (law 10), by a sequential test: at most 1 % noise against a fault that shows
 * in half of the tries. Three failures in a row confirm, five passes exonerate; anything in between is reported as a rate.
 * The first failure does not count: it is why the test was started.
 */
export async function confirmed(
  check: Check,
  session: Session,
  facts: ContractFacts,
  pace: Pace,
  isListed = false,
): Promise<Attempt> {
  const { spacingMs, signal } = pace
  const first = await despiteLag(check, session, facts, pace)
  if (first.outcome.is === 'held' && isListed) return heldAgain(first, check, session, facts, pace)
  if (first.outcome.is !== 'breach') return first
  if (first.selfCertifying) return { ...first, outcome: { ...first.outcome, tries: { failed: 1, of: 1 } } }
  const tries: Attempt[] = []
  let score = 0
  while (score < 9.16 && score > -3 && tries.length < 8 && !signal.aborted) {
    await pause(spacingMs, signal)
    const again = await conclusive(check, session, facts, pace)
    if (again.outcome.is === 'breach') score += 3.91
    else if (again.outcome.is === 'held') score -= 0.68
    else break
    tries.push(again)
  }
  if (signal.aborted && score < 9.16 && score > -3) return withSights(unconfirmed(first), tries)
  const failures = tries.filter((tried) => tried.outcome.is === 'breach')
  if (tries.length === 0) return first
  if (score >= 9.16) {
    const rate = { failed: failures.length + 1, of: tries.length + 1 }
    return withSights({ ...first, outcome: { ...first.outcome, tries: rate } }, tries)
  }
  return withSights(sometimes(first, failures.length + 1, tries.length + 1), tries)
}

const goodbyeTries = 5

/** That a check which the baseline lists no longer fails is confirmed too: what fails only sometimes may hold for once. */
async function heldAgain(
  first: Attempt,
  check: Check,
  session: Session,
  facts: ContractFacts,
  pace: Pace,
): Promise<Attempt> {
  const tries: Attempt[] = []
  while (tries.length < goodbyeTries && !pace.signal.aborted) {
    await pause(pace.spacingMs, pace.signal)
    const again = await conclusive(check, session, facts, pace)
    tries.push(again)
    if (again.outcome.is === 'breach')
      return withSights(sometimes(again, 1, tries.length + 1), [first, ...tries.slice(0, -1)])
    if (again.outcome.is !== 'held') break
  }
  return withSights(first, tries)
}

function sometimes(shown: Attempt, failed: number, of: number): Attempt {
  if (shown.outcome.is !== 'breach') return shown
  const because = `it failed in ${failed} of ${of} tries: intermittent, so not reported as a breach`
  return { ...shown, outcome: { is: 'intermittent', findings: shown.outcome.findings, because, tries: { failed, of } } }
}

/**
 * A list may lag by more than was measured: what failed, or was blocked, where that could be why is tried once more with the longest wait. If
 * it holds then, only the wait was too short.
 */
async function despiteLag(check: Check, session: Session, facts: ContractFacts, pace: Pace): Promise<Attempt> {
  const first = await conclusive(check, session, facts, pace)
  if (!first.readSoon || pace.signal.aborted) return first
  const { visibility } = session
  const failed = first.outcome.is === 'breach' || (first.outcome.is === 'blocked' && first.outcome.findings)
  const isDisturbed = first.outcome.is === 'blocked' && first.outcome.disturbed === true
  const isWorthIt = failed ? visibility.worthPatience() : first.outcome.is === 'blocked' && !isDisturbed
  if (!isWorthIt) return first
  const patient = await attempt(check, session, facts, { lists: 'patiently' })
  const helped = patient.outcome.is === 'held'
  // What is blocked may be so for other reasons: that it stays so tells nothing of lists.
  if (failed || helped) visibility.patienceHelped(helped)
  return helped ? patient : first
}

/** A race in which the target answered 429, or a write whose answer was lost, proves nothing (law 16): the check is run again from the start. */
async function conclusive(
  check: Check,
  session: Session,
  facts: ContractFacts,
  { spacingMs, signal }: Pace,
): Promise<Attempt> {
  const spoilt: Attempt[] = []
  for (;;) {
    const made = await attempt(check, session, facts)
    if (spoilt.length >= made.againAtMost || signal.aborted) return withSights(made, spoilt)
    spoilt.push(made)
    await pause(spacingMs, signal)
  }
}

/** What failed once, and could not be tried again, is told but no finding (law 10). */
function unconfirmed(first: Attempt): Attempt {
  if (first.outcome.is !== 'breach') return first
  const [{ expected, actual } = { expected: '', actual: '' }] = first.outcome.findings
  const because = `the run ended before what failed could be tried again: expected ${expected}; got ${actual}`
  return { ...first, outcome: { is: 'blocked', because } }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined)

const keptOfOthers = 8

/** What other tries show besides. What the chosen one shows too is told by it alone: its exchanges are kept, those of eight tries would be many. */
function withSights(chosen: Attempt, others: readonly Attempt[]): Attempt {
  const printsOf = ({ by, findings }: Sight) => findings.map((found) => printOf(`${by} ${found.side}`, found))
  const told = new Set(chosen.sights.flatMap(printsOf))
  const sights = [...chosen.sights]
  const besides: ReportedExchange[] = []
  for (const other of others)
    for (const sight of other.sights) {
      const prints = printsOf(sight)
      const findings = sight.findings.filter((_, at) => !told.has(prints[at] as string))
      prints.forEach((print) => told.add(print))
      sights.push({ ...sight, findings })
      const cited = new Set(findings.flatMap(({ exchanges }) => exchanges ?? [sight.exchange]))
      besides.push(...other.exchanges.filter((exchange) => cited.has(exchange.id) && !besides.includes(exchange)))
    }
  return { ...chosen, sights, exchanges: [...chosen.exchanges, ...besides.slice(0, keptOfOthers)] }
}
