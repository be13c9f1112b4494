import type { Sink } from '../keep.ts'
import { reverse } from '../reverse.ts'
import { upstreamAt } from '../upstream.ts'
import type { Front } from './front.ts'

export interface FrontOptions {
  /** Addresses of the upstreams; each gets a port, the first the one that is asked for. */
  readonly to: readonly string[]
  /** A forward proxy instead, which records what passes to and from these hosts. */
  readonly forward?: { readonly hosts: readonly string[]; readonly caDir?: string }
  readonly port: number
  /** Address to listen on; loopback unless said. */
  readonly listen?: string
  /** What a client has to bring as Proxy-Authorization. */
  readonly password?: string
  /** PEM of an authority that the upstreams' certificates may be signed by. */
  readonly ca?: string
}

/** Opens what clients speak to: all of it, or nothing. */
export async function openFronts(options: FrontOptions, sink: Sink): Promise<readonly Front[]> {
  const { to, forward, port, listen = '127.0.0.1', password, ca } = options
  if (forward) {
    // Read only when it is needed: the package and the certificate library take longer to load than all the rest.
    const [{ forwardProxy }, { hostList }, { authorityIn }, { caFiles }, { createLeaves }] = await Promise.all([
      import('./hmp.ts'),
      import('./host-list.ts'),
      import('../ca/authority.ts'),
      import('../ca/folder.ts'),
      import('../ca/leaves.ts'),
    ])
    const leaves = createLeaves(await authorityIn(caFiles(forward.caDir)))
    return [
      await forwardProxy(
        {
          listen,
          port,
          records: hostList(forward.hosts),
          leaves,
          ...(password === undefined ? {} : { password }),
          ...(ca ? { ca } : {}),
        },
        sink,
      ),
    ]
  }
  const fronts: Front[] = []
  try {
    for (const [position, address] of to.entries()) fronts.push(await reverseFront(address, position === 0 ? port : 0))
  } catch (error) {
    await Promise.all(fronts.map((front) => front.close()))
    throw error
  }
  return fronts

  async function reverseFront(address: string, at: number): Promise<Front> {
    const upstream = upstreamAt(address, ca)
    if (password !== undefined || listen !== '127.0.0.1')
      return (await import('./guarded.ts')).guardedReverse(
        upstream,
        { listen, port: at, ...(password === undefined ? {} : { password }) },
        sink,
      )
    const { port: bound, close } = await reverse(upstream, at, sink)
    return { address: `http://127.0.0.1:${bound}`, port: bound, tunnelled: () => new Map(), close }
  }
}
