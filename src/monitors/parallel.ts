import type { Observed } from './observed.ts'

const tokensAtMost = 1000
/** Times in whole milliseconds may make two calls seem to overlap by less than this. */
const rounded = 2

/** Whether a token ever had two calls under way: then they may be of several workers, of which none knows what another was just told. */
export function parallelTokens(): { note(observed: Observed): boolean } {
  const busy = new Map<string, { until: number; isParallel: boolean }>()
  return {
    note({ batch, token = '', reading: { exchange } }) {
      const known = busy.get(token) ?? { until: 0, isParallel: false }
      if (batch) return known.isParallel
      if (exchange.startedAt + rounded < known.until) known.isParallel = true
      known.until = Math.max(known.until, exchange.startedAt + exchange.ms)
      busy.set(token, known)
      if (busy.size > tokensAtMost) busy.delete(busy.keys().next().value as string)
      return known.isParallel
    },
  }
}
