import type { Exchange } from '../verdict/exchange.ts'
import type { ContractFacts } from './facts.ts'
import { collect, type Inspection } from './findings.ts'
import { judgeRequest } from './judge-request.ts'
import { judgeResponse } from './judge-response.ts'
import { match } from './match.ts'
import { read } from './reading.ts'

const silent: Inspection = { asserted: [], findings: [] }

/** What the documents say about one exchange. Whatever came over the wire, it returns. */
export function inspect(exchange: Exchange, facts: ContractFacts): Inspection {
  const found = match(exchange.request.method, exchange.request.url, facts)
  if (!found) return silent
  const reading = read(exchange, found)
  const out = collect()
  if (facts.side === 'both') judgeRequest(reading, out)
  if (exchange.response) judgeResponse(reading, facts, out)
  return { operation: found.operation.id, interface: found.operation.interface, asserted: [...out.asserted], findings: out.found }
}
