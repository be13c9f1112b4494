import { setTimeout } from 'node:timers/promises'
import type { Check } from '../kit/check.ts'
import type { Session } from '../session/session.ts'
import type { ContractFacts } from '../contract/index.ts'
import { printOf } from '../judging/derived-fold.ts'
import type { Sight } from '../judging/sight.ts'
import type { Finding } from '../verdict/finding.ts'
import type { Outcome } from '../verdict/outcome.ts'
import type { ReportedExchange } from '../verdict/stream.ts'
import { attempt, type Attempt, type AttemptOptions } from './attempt.ts'

interface Pace {
  readonly spacingMs: number
  readonly signal: AbortSignal
}

/**
 * A finding is reported only after it is confirmed (law 10), be it of the check's own rule or of a setup step. The confirmation of a setup
 * step is not repeated for each check that relies on it.
 */
export async function confirmed(
  check: Check,
  session: Session,
  facts: ContractFacts,
  pace: Pace,
  isListed = false,
): Promise<Attempt> {
  const first = await despiteLag(check, session, facts, pace)
  if (first.outcome.is === 'held' && isListed) return heldAgain(first, check, session, facts, pace)
  if (!isFound(first)) return first
  const again = () => tried(first, check, session, facts, pace)
  return first.outcome.is === 'blocked' ? confirmedStep(first, session, again) : again()
}

/**
 * A sequential test: at most 1 % noise against a fault that shows in half of the tries. Three failures in a row confirm, five passes
 * exonerate; anything in between is reported as a rate. The first failure does not count: it is why the test was started.
 */
async function tried(
  first: Attempt & { readonly outcome: Found },
  check: Check,
  session: Session,
  facts: ContractFacts,
  pace: Pace,
): Promise<Attempt> {
  const { spacingMs, signal } = pace
  const { outcome } = first
  if (first.selfCertifying)
    return outcome.is === 'breach' ? { ...first, outcome: { ...outcome, tries: { failed: 1, of: 1 } } } : first
  const tries: Attempt[] = []
  let score = 0
  while (score < 9.16 && score > -3 && tries.length < 8 && !signal.aborted) {
    await pause(spacingMs, signal)
    const again = await conclusive(check, session, facts, pace, { confirms: outcome.is === 'breach' })
    if (isSame(again.outcome, outcome)) score += 3.91
    // The setup step was done, and now the check's own rule is broken: that is another finding, of which this is the first try.
    else if (again.outcome.is === 'breach' && isFound(again))
      return withSights(await tried(again, check, session, facts, pace), [first, ...tries])
    else if (again.outcome.is === 'held' || again.outcome.is === 'observed') score -= 0.68
    else break
    tries.push(again)
  }
  if (signal.aborted && score < 9.16 && score > -3) return withSights(unconfirmed(first), tries)
  const failures = tries.filter((one) => isSame(one.outcome, outcome))
  if (tries.length === 0) return outcome.is === 'breach' ? first : sometimes(first, 1, 1)
  if (score >= 9.16) {
    const rate = { failed: failures.length + 1, of: tries.length + 1 }
    const settled = outcome.is === 'breach' ? { ...outcome, tries: rate } : outcome
    return withSights({ ...first, outcome: settled }, tries)
  }
  return withSights(sometimes(first, failures.length + 1, tries.length + 1), tries)
}

type Found = Outcome & { readonly is: 'breach' | 'blocked'; readonly findings: readonly Finding[] }

/** Its own rule is broken, or that of a setup step. */
const isFound = (made: Attempt): made is Attempt & { readonly outcome: Found } =>
  made.outcome.is === 'breach' || (made.outcome.is === 'blocked' && made.outcome.findings !== undefined)

const isSame = (again: Outcome, { is, findings }: Found): boolean =>
  again.is === is && (again.is === 'breach' || again.findings?.[0]?.requirement === findings[0]?.requirement)

const confirmedSteps = new WeakMap<Session, Map<string, Promise<boolean>>>()

/** What broke the same rule in the same way, and was confirmed for one check, is not tried again for others; they wait for one that is trying. */
async function confirmedStep(
  first: Attempt & { readonly outcome: Found },
  session: Session,
  again: () => Promise<Attempt>,
): Promise<Attempt> {
  const known = confirmedSteps.get(session) ?? new Map<string, Promise<boolean>>()
  confirmedSteps.set(session, known)
  const [finding] = first.outcome.findings
  const step = `${finding?.requirement} ${finding?.symptom}`
  const running = known.get(step)
  if (running && (await running)) return first
  const trying = again()
  known.set(
    step,
    trying.then(
      ({ outcome }) => outcome.is === 'blocked' && outcome.findings !== undefined,
      () => false,
    ),
  )
  return trying
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
  if (!isFound(shown)) return shown
  const step = shown.outcome.is === 'blocked' ? `${shown.outcome.because}: ` : ''
  const because = `${step}it failed in ${failed} of ${of} tries: intermittent, so not reported as a breach`
  return { ...shown, outcome: { is: 'intermittent', findings: shown.outcome.findings, because, tries: { failed, of } } }
}

const furtherPatience = 2

/**
 * A list may lag by more than was measured: what failed, or was blocked, where that could be why is tried again with the longest wait. If
 * it holds then, time after time, only the wait was too short.
 */
async function despiteLag(check: Check, session: Session, facts: ContractFacts, pace: Pace): Promise<Attempt> {
  const first = await conclusive(check, session, facts, pace)
  if (!first.readSoon || pace.signal.aborted) return first
  const { visibility } = session
  const failed = first.outcome.is === 'breach' || (first.outcome.is === 'blocked' && first.outcome.findings)
  const isDisturbed = first.outcome.is === 'blocked' && first.outcome.disturbed === true
  const isWorthIt = failed ? visibility.worthPatience() : first.outcome.is === 'blocked' && !isDisturbed
  if (!isWorthIt) return first
  const patiently = () => attemptAlone(check, session, facts, pace, { lists: 'patiently' })
  const patient = await patiently()
  let helped = patient.outcome.is === 'held'
  // What fails in some calls, however long it waits, may hold for once.
  for (let more = failed ? furtherPatience : 0; helped && more > 0 && !pace.signal.aborted; more -= 1)
    helped = (await patiently()).outcome.is === 'held'
  // What is blocked may be so for other reasons: that it stays so tells nothing of lists.
  if (failed || helped) visibility.patienceHelped(helped)
  return helped ? patient : first
}

/** A race in which the target answered 429, or a write whose answer was lost, proves nothing (law 16): the check is run again from the start. */
async function conclusive(
  check: Check,
  session: Session,
  facts: ContractFacts,
  pace: Pace,
  options: AttemptOptions = {},
): Promise<Attempt> {
  const { spacingMs, signal } = pace
  const spoilt: Attempt[] = []
  for (;;) {
    const made = await attemptAlone(check, session, facts, pace, options)
    if (signal.aborted) return withSights(made, spoilt)
    if (spoilt.length >= made.againAtMost)
      return withSights(
        [made, ...spoilt].every(({ turnedAway }) => turnedAway) ? unserved(made, spoilt.length + 1) : made,
        spoilt,
      )
    spoilt.push(made)
    await pause(spacingMs, signal)
  }
}

/** The users that an attempt made for itself leave with it: an account has few subscriptions. Where the run ends, the clean-up takes them. */
async function attemptAlone(
  check: Check,
  session: Session,
  facts: ContractFacts,
  { signal }: Pace,
  options: AttemptOptions,
): Promise<Attempt> {
  const made = await attempt(check, session, facts, options)
  if (!signal.aborted) await session.letUsersGo(check.id)
  return made
}

/** That a target serves so many at once is not stated (A-GEN-09): one that never does cannot be judged by a race. */
const unserved = (last: Attempt, tries: number): Attempt => ({
  ...last,
  outcome: {
    is: 'not-exercised',
    because: `each of ${tries} races met a 429 or 503: the target serves no so many requests at once (limits.concurrency of the target file makes races smaller)`,
  },
})

/** What failed once, and could not be tried again, is told but no finding (law 10). */
function unconfirmed(first: Attempt): Attempt {
  if (!isFound(first)) return first
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
