import type { Exchange } from '../exchange/exchange.ts'

const heldAtMost = 1000
const shownAtMost = 2

/**
 * Calls that were refused with a 4xx and that no finding is about: each may be lawful, such as a look whether a record is there, and each may be a
 * mistake that traffic does not prove. A 429 says nothing of the call.
 */
export function refusedCalls() {
  const open = new Map<string, string>()
  let beyond = 0
  return {
    see({ request, response }: Exchange, ref: string): void {
      const status = response?.status ?? 0
      if (status < 400 || status > 499 || status === 429) return
      if (open.size < heldAtMost) open.set(ref, `${request.method} ${new URL(request.url).pathname} -> ${status}`)
      else beyond += 1
    },
    /** A finding, perhaps one of a later call, is about these. */
    told(refs: readonly string[]): void {
      for (const ref of refs) open.delete(ref)
    },
    notice(): string | undefined {
      const total = open.size + beyond
      if (total === 0) return undefined
      const first = [...open].slice(0, shownAtMost).map(([ref, line]) => `${ref} ${line}`)
      const more = total - first.length
      const calls = total === 1 ? '1 call was' : `${total} calls were`
      return `${calls} refused (4xx) without a finding, lawful or not: ${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    },
  }
}
