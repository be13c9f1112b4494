import { inspect, type ContractFacts, type ContractFinding } from '../contract/index.ts'
import type { Check } from '../kit/check.ts'
import { Breach } from '../kit/mismatch.ts'
import type { Session } from '../kit/session.ts'
import { Blocked } from '../target/blocked.ts'
import { Inconclusive } from '../target/inconclusive.ts'
import { withScope, type Scope } from '../target/scope.ts'
import type { Exchange } from '../verdict/exchange.ts'
import type { Outcome } from '../verdict/outcome.ts'
import type { ReportedExchange } from '../verdict/stream.ts'
import { findingOf } from './finding-of.ts'

/** What the contract made of one exchange of an attempt. */
export interface Sight {
  readonly exchange: string
  /** How a report names it; empty where enough others show the same statements. */
  readonly line: string
  readonly asserted: readonly string[]
  readonly findings: readonly ContractFinding[]
}

export interface Attempt {
  readonly outcome: Outcome
  readonly sights: readonly Sight[]
  /** Redacted exchanges that the findings (of the check or of the contract) show. */
  readonly exchanges: readonly ReportedExchange[]
  readonly selfCertifying: boolean
  /** Blocked by the environment in a way that another attempt may escape. */
  readonly inconclusive: boolean
  readonly ms: number
}

/** Runs a check once, in a namespace of its own, and judges every exchange of it by the contract. No host, no verdict. */
export async function attempt(check: Check, session: Session, facts: ContractFacts): Promise<Attempt> {
  const started = performance.now()
  const { context, scope } = session.contextFor(check.id)
  let outcome: Outcome
  let shown: readonly Exchange[] = []
  let selfCertifying = false
  let inconclusive = false
  try {
    await withScope(scope, () => check.run(context))
    outcome = { is: check.kind === 'observation' ? 'observed' : 'held', saw: sawOf(check, scope, session) }
  } catch (error) {
    if (error instanceof Breach) {
      shown = error.mismatch.exchanges ?? []
      selfCertifying = error.mismatch.selfCertifying ?? false
      const finding = findingOf(error, check, scope, session)
      outcome = error.relied === undefined
        ? { is: 'breach', findings: [finding] }
        : { is: 'blocked', because: `a setup step broke ${error.relied}`, findings: [finding] }
    } else if (error instanceof Blocked) {
      outcome = { is: 'blocked', because: session.redactor.text(error.message) }
      inconclusive = error instanceof Inconclusive
    } else {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      outcome = { is: 'crashed', because: session.redactor.text(text) }
    }
  }
  const sights = scope.exchanges.filter((exchange) => exchange.response).map((exchange) => sight(exchange, facts, session))
  const flagged = new Set(sights.filter((seen) => seen.findings.length > 0).map((seen) => seen.exchange))
  const exchanges = scope.exchanges
    .filter((exchange) => shown.includes(exchange) || flagged.has(exchange.id))
    .map((exchange) => session.report(exchange, check.id))
  return { outcome, sights, exchanges, selfCertifying, inconclusive, ms: performance.now() - started }
}

const sawLimit = 5

function sawOf(check: Check, scope: Scope, session: Session): string[] {
  if (check.kind === 'observation') return scope.notes.map((note) => session.redactor.text(note))
  if (scope.held === 0) return []
  return [...scope.asserted].slice(-sawLimit).map((exchange) => session.redactor.text(lineOf(exchange)))
}

export function lineOf(exchange: Exchange): string {
  const url = new URL(exchange.request.url)
  return `${exchange.request.method} ${url.pathname} -> ${exchange.response?.status ?? exchange.failure ?? 'no answer'} (${exchange.id})`
}

function sight(exchange: Exchange, facts: ContractFacts, session: Session): Sight {
  const seen = inspect(exchange, facts)
  const findings = seen.findings.map((finding) => ({ ...finding, expected: session.redactor.text(finding.expected), actual: session.redactor.text(finding.actual) }))
  const shows = findings.length > 0 || session.isNews(seen.asserted)
  return { exchange: exchange.id, line: shows ? session.redactor.text(lineOf(exchange)) : '', asserted: seen.asserted, findings }
}
