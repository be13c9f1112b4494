import { createSecureContext, type SecureContext } from 'node:tls'
import type { Authority } from './authority.ts'
import { leafFor } from './leaf.ts'

export interface Leaves {
  /** What a server of this host shows; all who ask for one host at the same time wait for the same certificate. */
  contextFor(host: string): Promise<SecureContext>
  made(): number
}

const hour = 60 * 60 * 1000

/** One certificate per host, in memory; the host not asked for longest drops out. */
export function createLeaves(authority: Authority, atMost = 500): Leaves {
  const kept = new Map<string, Promise<{ context: SecureContext; notAfter: number }>>()
  let made = 0
  const make = async (host: string) => {
    made += 1
    const { key, cert, notAfter } = await leafFor([host], authority)
    return { context: createSecureContext({ key, cert, minVersion: 'TLSv1.2' }), notAfter }
  }
  const leafOf = (host: string): Promise<{ context: SecureContext; notAfter: number }> => {
    const leaf = kept.get(host) ?? make(host)
    kept.delete(host)
    kept.set(host, leaf)
    leaf.catch(() => kept.delete(host))
    for (const oldest of kept.keys())
      if (kept.size > atMost) kept.delete(oldest)
      else break
    return leaf
  }
  return {
    async contextFor(host) {
      const leaf = await leafOf(host)
      if (leaf.notAfter > Date.now() + hour) return leaf.context
      // A recorder that runs for months outlives its leaves.
      kept.delete(host)
      return (await leafOf(host)).context
    },
    made: () => made,
  }
}
