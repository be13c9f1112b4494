import { exactNow } from '../exchange/exact-now.ts'
import type { Exchange } from '../exchange/exchange.ts'

/** Begins to take the time of a request, and tells it when called again. */
export type Stopwatch = () => () => Pick<Exchange, 'startedAt' | 'ms'>

export const realTime: Stopwatch = () => {
  const startedAt = exactNow()
  const started = performance.now()
  return () => ({ startedAt, ms: performance.now() - started })
}
