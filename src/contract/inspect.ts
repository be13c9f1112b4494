import type { Exchange } from '../exchange/exchange.ts'
import type { ContractFacts } from './facts.ts'
import { collectFindings, type Inspection } from './findings.ts'
import { judgeRequest } from './judge-request.ts'
import { judgeResponse } from './judge-response.ts'
import { asKnown } from './known-differences.ts'
import { match } from './match.ts'
import { readExchange, type ExchangeReading } from './reading.ts'

const silent: Inspection = { asserted: [], asked: [], findings: [] }

/** An exchange taken apart by the operation that it addresses; undefined if it addresses no known operation. */
export function readingOf(
  exchange: Exchange,
  facts: ContractFacts,
  around?: ExchangeReading,
): ExchangeReading | undefined {
  const found = match(exchange.request.method, exchange.request.url, facts)
  return found && readExchange(exchange, found, around)
}

/** What the documents say about one exchange. Never throws, whatever came over the wire. */
export function inspect(exchange: Exchange, facts: ContractFacts): Inspection {
  const reading = readingOf(exchange, facts)
  return reading ? inspectReading(reading, facts) : silent
}

/** The same for an exchange that is already taken apart. */
export function inspectReading(reading: ExchangeReading, facts: ContractFacts): Inspection {
  const [asked, told] = [collectFindings(), collectFindings()]
  if (facts.side === 'both') judgeRequest(reading, asked)
  if (reading.exchange.response) judgeResponse(reading, facts, told)
  const { operation } = reading.match
  return {
    operation: operation.id,
    interface: operation.interface,
    asserted: [...told.asserted],
    asked: [...asked.asserted],
    findings: [...asked.found, ...told.found].map((finding) => asKnown(finding, reading.exchange, finding)),
  }
}
