import { headerOf } from '../src/exchange/exchange.ts'
import { decompressed } from '../src/har/decompressed.ts'
import { connectTarget } from './front/connect-target.ts'
import { isSelf } from './front/self.ts'
import { createTally } from './front/tally.ts'
import type { PassedExchange } from './keep.ts'

const searchedAtMost = 256 * 1024
/** A field such as `url` or `cluster_url` that names a server: an address without a path, or with a root only. */
const serverField = /"(?:\w{0,40}_)?url"\s*:\s*"(https?:(?:\\?\/){2}[^"\\/?#\s]{1,260})(?:\\?\/)?"/gi

/** Servers that answers send a client to: in reverse mode what a client calls there does not pass the recorder. */
export function createNamedElsewhere(listening: {
  readonly host: string
  /** Empty until the recorder listens. */
  readonly ports: () => readonly number[]
}): {
  see(exchange: PassedExchange): void
  counts(): ReadonlyMap<string, number>
} {
  const tally = createTally()
  const isElsewhere = ({ host, protocol }: URL): boolean => {
    const target = connectTarget(host, protocol === 'https:' ? 443 : 80)
    return target !== undefined && !listening.ports().some((port) => isSelf(target, { host: listening.host, port }))
  }
  return {
    see(exchange) {
      const origins = new Set(
        addressesIn(exchange).flatMap((address) => {
          const url = URL.canParse(address) ? new URL(address) : undefined
          return url && /^https?:$/.test(url.protocol) && isElsewhere(url) ? url.origin : []
        }),
      )
      for (const origin of origins) tally.add(origin)
    },
    counts: tally.counts,
  }
}

function addressesIn({ responseHeaders, responseBody: { size, chunks } }: PassedExchange): readonly string[] {
  const location = headerOf(responseHeaders, 'Location') ?? ''
  const isSearched = size <= searchedAtMost && /json/i.test(headerOf(responseHeaders, 'Content-Type') ?? '')
  const body = isSearched
    ? decompressed(Buffer.concat(chunks), headerOf(responseHeaders, 'Content-Encoding'), 4 * searchedAtMost)
    : undefined
  const fields = [...(body?.toString('utf8') ?? '').matchAll(serverField)]
  return [location, ...fields.map(([, address = '']) => address.replaceAll('\\', ''))]
}
