import { interfaceAt, asKnown, type ContractFacts } from '../contract/index.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { isCrash } from '../exchange/is-crash.ts'
import type { BatchView } from './batch-view.ts'
import type { MonitorFinding, Out } from './finding.ts'
import { isAnswered, isOfGateway, isOutage, type Outages } from './outage.ts'

const rules: Readonly<Record<string, string>> = {
  token: 'K-TOK-01',
  directory: 'K-DIR-01',
  company: 'K-COM-01',
  data: 'K-DAT-01',
  query: 'K-QRY-01',
  batch: 'K-BAT-01',
  service: 'K-SVC-01',
  scim: 'K-SCM-01',
  user: 'K-USR-01',
  crowd: 'K-CRW-01',
  dispatch: 'K-DSP-01',
  reporting: 'K-RPT-01',
  optimization: 'K-OPT-01',
}

export const serverErrorRules: readonly string[] = Object.values(rules)

/** No request makes a target crash, whether or not its address is that of a known operation. */
export function judgeServerError(
  exchange: Exchange,
  facts: ContractFacts,
  out: Out,
  down: Outages,
  batch?: BatchView,
): void {
  judge(exchange, exchange.id, facts, out, down)
  down.note(exchange)
  if (!batch?.responses) return
  const statuses = batch.exchanges.map((part) => part?.response?.status ?? 0)
  // Within a transaction only the failed part reports an error of its own; the status of those that it takes along is open (A-BAT-14, A-BAT-19).
  const first = statuses.findIndex((status) => status >= 400)
  // ... and a part that is no request, or whose answer is not known, may be the one that failed.
  const own = (position: number) =>
    batch.transactional === false ||
    (batch.exchanges.every((part) => part?.response !== undefined) &&
      position === first &&
      statuses.slice(position + 1).every((status) => status < 400 || status === statuses[first]))
  for (const [position, part] of batch.exchanges.entries())
    if (part && own(position)) judge(part, `${exchange.id} part ${position + 1}`, facts, out, down)
}

function judge(exchange: Exchange, ref: string, facts: ContractFacts, out: Out, down: Outages): void {
  const statement = rules[interfaceAt(exchange.request.url, facts) ?? '']
  const { status } = exchange.response ?? {}
  if (statement === undefined || status === undefined) return
  out.assert(statement)
  if (!isCrash(status)) return
  const told: MonitorFinding = {
    statement,
    side: 'server',
    expected: 'any answer but a 5xx',
    actual: `status ${status}`,
    exchanges: [ref],
  }
  const finding = asKnown(told, exchange)
  if (!isOfGateway(status)) return out.find(finding)
  if (!down.explain(exchange))
    out.suspectUnless(
      ({ reading: { exchange: other } }) => isOutage(other, exchange) || isAnswered(other, exchange),
      Number.POSITIVE_INFINITY,
      finding,
    )
}
