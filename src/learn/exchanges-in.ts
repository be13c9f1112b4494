import { contentIdOf, openBatch } from '../batch/open-batch.ts'
import type { ContractFacts } from '../contract/index.ts'
import { match } from '../contract/match.ts'
import { exchangeOf, withWholeBodies } from '../har/exchange-of.ts'
import type { Exchange } from '../exchange/exchange.ts'

/** The exchange in an entry, and those of its parts if it is a batch. Incomplete bodies are left empty; not an entry: none. */
export function exchangesIn(entry: unknown, id: string, facts: ContractFacts): readonly Exchange[] {
  const recorded = exchangeOf(entry, id)
  if (!recorded) return []
  const exchange = withWholeBodies(recorded)
  const { method, url } = exchange.request
  return match(method, url, facts)?.operation.id === 'batch/send' ? [exchange, ...partsOf(exchange)] : [exchange]
}

/** Where there are fewer or more responses than requests, only a Content-ID tells which belongs to which. */
function partsOf(batch: Exchange): Exchange[] {
  const { exchanges, requests, responses } = openBatch(batch)
  const isPaired = responses?.length === requests.length
  return exchanges.flatMap((part, position): Exchange[] => {
    if (!part) return []
    const { response: _, ...asked } = part
    const named = contentIdOf(requests[position])
    return [isPaired || (named !== undefined && responses?.some((one) => contentIdOf(one) === named)) ? part : asked]
  })
}
