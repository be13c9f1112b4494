import { isLoopbackHost } from '../exchange/loopback.ts'
import { Blocked } from './blocked.ts'
import type { Target } from './target.ts'

type Places = Pick<Target, 'addresses' | 'controls' | 'fixtures'>

/**
 * Throws Blocked for an address at a host that the target file does not name, and for one that leaves https: an answer may point anywhere, and
 * every request carries a token, a password or a secret. All spellings of loopback are one host.
 */
export function onlyKnownHosts({ addresses, controls, fixtures }: Places): (url: string) => void {
  const { auth, directory, base, clusters = [] } = addresses
  const known = [auth, directory, base, ...clusters, fixtures.otherCluster?.base, controls.clock]
    .filter((address) => address !== undefined)
    .map(originOf)
  // Most requests of a run go to one of a few addresses.
  const passed = new Set<string>()
  return (url) => {
    const origin = /^[^/]*\/\/[^/?#]*/.exec(url)?.[0] ?? url
    if (passed.has(origin)) return
    const asked = originOf(origin)
    const there = known.filter(({ host }) => isAt(asked.host, host))
    if (there.length === 0)
      throw new Blocked(
        `an answer leads to ${origin}, which the target file does not name: nothing was sent there. If it is the target's, list it under addresses.clusters`,
      )
    if (asked.protocol === 'http:' && there.every(({ protocol }) => protocol === 'https:'))
      throw new Blocked(
        `an answer leads to ${origin}, away from https: nothing was sent there. If that is meant, list it under addresses.clusters`,
      )
    passed.add(origin)
  }
}

const originOf = (address: string): { readonly protocol: string; readonly host: string } => {
  const { protocol, hostname, port } = new URL(address)
  const at = port || (protocol === 'https:' ? '443' : '80')
  return {
    protocol,
    host: isLoopbackHost(hostname) ? `loopback:${at}` : `${hostname.toLowerCase()}${port && `:${port}`}`,
  }
}

/** `*.example.org` stands for every host below it. */
const isAt = (host: string, known: string): boolean =>
  host === known || (known.startsWith('*.') && host.endsWith(known.slice(1)) && host.length > known.length - 1)
