import { newsDesk } from '../session/news.ts'
import { inspectReading, operationAt } from '../contract/index.ts'
import { createMonitors } from '../monitors/index.ts'
import { createRedactor } from '../redact/redactor.ts'
import type { SeenFinding, Sight } from '../judging/sight.ts'
import type { ContractCheck } from '../judging/derived-checks.ts'
import { derivedFold, type DerivedFold } from '../judging/derived-fold.ts'
import { cut } from '../judging/finding-of.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { Unread } from '../har/entry-bound.ts'
import { exchangeOf } from '../har/exchange-of.ts'
import { recordedFacts } from '../contract/recorded-facts.ts'
import { noteSecrets } from './note-secrets.ts'
import { leftOut } from './left-out.ts'
import { addressKind, notJudgeable, notJudged } from './not-judged.ts'
import { refusedCalls } from './refused.ts'

export interface TrafficJudge {
  /** The next entry of a recording. */
  see(entry: unknown, number: number): void
  /** Call after the last entry. */
  end(): void
  readonly fold: DerivedFold
  readonly passedOver: ReturnType<typeof notJudged>
  /** What the recording as a whole lacks, and the calls that were refused for reasons that nobody tells. */
  notices(): readonly string[]
  entries(): number
}

interface Seen {
  readonly asserted: readonly string[]
  readonly asked: readonly string[]
  readonly findings: readonly SeenFinding[]
}

/** Judges entries one by one: requests and responses by the contract, their sequence by the monitors. Memory does not grow. */
export function createTrafficJudge(
  checks: readonly ContractCheck[],
  rerun: (check: string) => string,
  redactor = createRedactor(),
): TrafficJudge {
  const fold = derivedFold(checks, rerun)
  const passedOver = notJudged()
  const monitors = createMonitors(recordedFacts)
  const isNews = newsDesk()
  const headers = leftOut()
  const refused = refusedCalls()
  // Recordings of other programs contain secrets, and reports must not. An answer may repeat a secret of an earlier exchange.
  const redacted = (finding: SeenFinding): SeenFinding => ({
    ...finding,
    expected: cut(redactor.text(finding.expected)),
    actual: cut(redactor.text(finding.actual)),
  })
  const sightOf = (
    by: Sight['by'],
    exchange: Exchange,
    { asserted, asked, findings }: Seen,
    operation: string | undefined,
  ): Sight => {
    if (findings.length > 0) noteSecrets(exchange, redactor, 'bodies')
    return {
      by,
      exchange: exchange.id,
      ...(operation === undefined ? {} : { operation }),
      line: lineOf(exchange),
      asserted,
      asked,
      findings: findings.map(redacted),
    }
  }
  const isWorthTelling = (by: Sight['by'], { asserted, asked, findings }: Seen): boolean =>
    findings.length > 0 ||
    isNews([
      ...asserted.map((statement) => `${by} ${statement}`),
      ...asked.map((statement) => `${by} caller ${statement}`),
    ])
  let entries = 0
  return {
    fold,
    passedOver,
    notices: () =>
      [headers.notice(), refused.notice()].flatMap((text) => (text === undefined ? [] : [redactor.text(text)])),
    entries: () => entries,
    see(entry, number) {
      entries += 1
      if (entry instanceof Unread) return passedOver.add(`the entry ${entry.why}`, number)
      const recorded = exchangeOf(entry, `#${number}`)
      const why = notJudgeable(recorded)
      if (!recorded || why !== undefined) return passedOver.add(why ?? '', number)
      const { exchange } = recorded
      const operation = operationAt(exchange, recordedFacts)
      noteSecrets(exchange, redactor, operation?.startsWith('token/') ? 'bodies' : 'head')
      const watched = monitors.see(exchange)
      if (watched.observed.length === 0) {
        passedOver.add(addressKind(exchange), number)
        refused.see(exchange, exchange.id)
      }
      for (const { reading, moment } of watched.observed) {
        refused.see(reading.exchange, moment.ref)
        const asked = { ...reading.exchange, id: moment.ref }
        for (const { exchange: of, seen } of headers.sift(asked, inspectReading(reading, recordedFacts))) {
          if (isWorthTelling('contract', seen)) fold.add(sightOf('contract', of, seen, seen.operation))
          if (seen.findings.length > 0) refused.told([of.id])
        }
      }
      refused.told(watched.findings.flatMap(({ exchanges }) => exchanges))
      if (isWorthTelling('traffic', watched)) fold.add(sightOf('traffic', exchange, watched, operation))
    },
    end() {
      const late = monitors.end()
      refused.told(late.flatMap(({ exchanges }) => exchanges))
      if (late.length > 0)
        fold.add({
          by: 'traffic',
          exchange: '',
          line: '',
          asserted: late.map(({ statement }) => statement),
          findings: late.map(redacted),
        })
    },
  }
}

const lineOf = ({ id, request, response, failure }: Exchange): string =>
  `${request.method} ${new URL(request.url).pathname} -> ${response?.status ?? failure ?? 'no answer'} (entry ${id})`
