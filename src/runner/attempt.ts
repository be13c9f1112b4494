import { inspectReading, operationAt, type ContractFacts } from '../contract/index.ts'
import type { SeenFinding, Sight } from '../judging/sight.ts'
import type { Check } from '../kit/check.ts'
import { createMonitors, type MonitorFinding } from '../monitors/index.ts'
import { Breach } from '../kit/mismatch.ts'
import { Unexercised } from '../kit/unexercised.ts'
import type { Session } from '../session/session.ts'
import { Blocked } from '../target/blocked.ts'
import { Inconclusive } from '../target/inconclusive.ts'
import { Stopped } from '../target/stopper.ts'
import { TurnedAway } from '../target/turned-away.ts'
import { forget, withScope, type Scope } from '../target/scope.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Outcome } from '../verdict/outcome.ts'
import type { CellVisit } from '../verdict/state-matrix.ts'
import type { ReportedExchange } from '../verdict/stream.ts'
import { cut, findingOf } from '../judging/finding-of.ts'
import { dispatchersAtWork } from './dispatchers-at-work.ts'
import { othersAtWork } from './others-at-work.ts'

export interface Attempt {
  readonly outcome: Outcome
  readonly sights: readonly Sight[]
  /** Redacted exchanges that the findings (of the check, the contract or the monitors) refer to. */
  readonly exchanges: readonly ReportedExchange[]
  readonly visits: readonly CellVisit[]
  readonly selfCertifying: boolean
  /** Blocked by the environment, but another attempt may succeed: how many of them are worth it, or 0. */
  readonly againAtMost: number
  /** What blocked it was a 429 or 503 within a race. */
  readonly turnedAway?: true
  /** It read a list that a longer lag than the known one could explain. */
  readonly readSoon: boolean
  readonly ms: number
}

export interface AttemptOptions {
  readonly lists?: Scope['lists']
  /** Neither the contract nor the monitors look at the exchanges. */
  readonly unwatched?: boolean
  /** What it finds was found before. */
  readonly confirms?: boolean
}

/** Runs a check once, in its own namespace, and judges each of its exchanges by the contract and the monitors. No host, no verdict. */
export async function attempt(
  check: Check,
  session: Session,
  facts: ContractFacts,
  { lists, unwatched, confirms }: AttemptOptions = {},
): Promise<Attempt> {
  const started = performance.now()
  const { context, scope } = session.contextFor(check.id, lists)
  if (confirms) scope.confirms = true
  let outcome: Outcome
  let shown: readonly Exchange[] = []
  let selfCertifying = false
  let againAtMost = 0
  let turnedAway = false
  try {
    await withScope(scope, () => check.run(context))
    const breaches = scope.besides.filter((error) => error instanceof Breach)
    const besides = breaches.map((breach) =>
      findingOf(breach, check, scope, session, operationAt(breach.mismatch.exchanges?.at(-1), facts)),
    )
    shown = breaches.flatMap(({ mismatch }) => mismatch.exchanges ?? [])
    outcome = {
      is: check.kind === 'observation' ? 'observed' : 'held',
      saw: sawOf(check, scope, session),
      ...(besides.length > 0 ? { besides } : {}),
    }
  } catch (error) {
    if (error instanceof Breach) {
      shown = error.mismatch.exchanges ?? []
      selfCertifying = error.mismatch.selfCertifying ?? false
      const finding = findingOf(error, check, scope, session, operationAt(shown.at(-1), facts))
      outcome =
        error.relied === undefined
          ? { is: 'breach', findings: [finding] }
          : { is: 'blocked', because: `a setup step broke ${error.relied}`, findings: [finding] }
    } else if (error instanceof Unexercised) {
      outcome = { is: 'not-exercised', because: session.redactor.text(error.message) }
    } else if (error instanceof Blocked) {
      outcome = {
        is: 'blocked',
        because: session.redactor.text(error.message),
        ...(error instanceof Stopped ? { leftOut: true } : {}),
      }
      if (error instanceof Inconclusive) againAtMost = error.againAtMost
      turnedAway = error instanceof TurnedAway
    } else {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      outcome = { is: 'crashed', because: session.redactor.text(text) }
    }
  }
  if (outcome.is === 'breach' || (outcome.is === 'blocked' && !outcome.leftOut)) {
    const because = await withScope(
      scope,
      async () =>
        (await othersAtWork(scope, shown, context, session, facts)) ??
        (await dispatchersAtWork([...shown, ...scope.exchanges], check.id, context, session)),
    )
    if (because !== undefined) {
      outcome = { is: 'blocked', because: session.redactor.text(because), disturbed: true }
      againAtMost = triesAmongOthers
      turnedAway = false
    }
  }
  const sights = [
    ...(unwatched ? [] : sightsOf(scope.exchanges, facts, session)),
    ...scope.endedEarly.map((one) => endedEarly(one, session)),
  ]
  const flagged = new Set(
    sights.flatMap((seen) => seen.findings.flatMap(({ exchanges }) => exchanges ?? [seen.exchange])),
  )
  const exchanges = scope.exchanges
    .filter((exchange) => shown.includes(exchange) || flagged.has(exchange.id))
    .map((exchange) => session.report(exchange, check.id))
  const readSoon = session.visibility.readSoon(scope)
  const { visits } = scope
  forget(scope)
  return {
    outcome,
    sights,
    exchanges,
    visits,
    selfCertifying,
    againAtMost,
    ...(turnedAway ? { turnedAway } : {}),
    readSoon,
    ms: performance.now() - started,
  }
}

/** Where others write what a check looks at, so many attempts more may pass between their writes. */
const triesAmongOthers = 3

const sawLimit = 5

function sawOf(check: Check, scope: Scope, session: Session): string[] {
  if (check.kind === 'observation') return scope.notes.map((note) => session.redactor.text(note))
  if (scope.held === 0) return []
  return [...scope.asserted].slice(-sawLimit).map((exchange) => session.redactor.text(lineOf(exchange)))
}

function lineOf(exchange: Exchange): string {
  const url = new URL(exchange.request.url)
  return `${exchange.request.method} ${url.pathname} -> ${exchange.response?.status ?? exchange.failure ?? 'no answer'} (${exchange.id})`
}

/** Judges each exchange by the contract, batch parts as separate exchanges, and the whole sequence by the monitors. */
function sightsOf(exchanges: readonly Exchange[], facts: ContractFacts, session: Session): Sight[] {
  const monitors = createMonitors(facts)
  const sights: Sight[] = []
  const add = (
    by: Sight['by'],
    exchange: Exchange,
    asserted: readonly string[],
    found: readonly SeenFinding[],
    operation: string | undefined,
  ): void => {
    if (asserted.length === 0) return
    const findings = found.map((finding) => ({
      ...finding,
      expected: cut(session.redactor.text(finding.expected)),
      actual: cut(session.redactor.text(finding.actual)),
    }))
    // Repeats are dropped: a run has thousands of exchanges, and each would be kept in two threads until the end.
    if (findings.length > 0 || session.isNews(asserted.map((statement) => `${by} ${statement}`)))
      sights.push({
        by,
        exchange: exchange.id,
        ...(operation === undefined ? {} : { operation }),
        line: session.redactor.text(lineOf(exchange)),
        asserted,
        findings,
      })
  }
  for (const exchange of exchanges) {
    const watched = monitors.see(exchange)
    for (const { reading } of watched.observed) {
      if (reading.exchange === exchange && !exchange.response) continue
      const seen = inspectReading(reading, facts)
      add('contract', reading.exchange, seen.asserted, seen.findings, seen.operation)
    }
    add('traffic', exchange, watched.asserted, watched.findings.map(named), operationAt(exchange, facts))
  }
  const last = exchanges.at(-1)
  const late = monitors.end()
  if (last && late.length > 0)
    add(
      'traffic',
      last,
      late.map(({ statement }) => statement),
      late.map(named),
      operationAt(last, facts),
    )
  return sights
}

/** The client renews a refused token by itself: what forced it to is told here. */
const endedEarly = (exchange: Exchange, session: Session): Sight => ({
  by: 'traffic',
  exchange: exchange.id,
  line: session.redactor.text(lineOf(exchange)),
  asserted: ['A-TOK-21'],
  findings: [
    {
      statement: 'A-TOK-21',
      side: 'server',
      expected: 'a token accepted for as long as its response told',
      actual: 'invalid_token before that; the same call with a new token was not refused so',
    },
  ],
})

/** A part is reported as the exchange that it belongs to. */
const named = (finding: MonitorFinding): SeenFinding => ({
  ...finding,
  exchanges: [...new Set(finding.exchanges.map((ref) => ref.split(' ', 1)[0] ?? ref))],
})
