import { match } from '../contract/match.ts'
import type { Operation } from '../contract/operation.ts'
import type { ContractFacts } from '../contract/facts.ts'
import { pathOf } from '../target/address.ts'
import type { BasePaths } from '../target/base-paths.ts'

/** Where a recorded request went, and where the same request of the target is. */
export interface RecordedRoute {
  readonly operation: Operation
  readonly service: 'auth' | 'directory' | 'base'
  /** What stood before the base path of the interface: the recorded address. */
  readonly address: string
  /** The path by the target's base path, below its address. */
  readonly path: string
  readonly query: string
  /** Path parameters, undecoded. */
  readonly parameters: Readonly<Record<string, string>>
}

const services: Readonly<Record<string, RecordedRoute['service']>> = { token: 'auth', directory: 'directory' }

/** The interface of a request by the base path in its address, wherever a prefix stands; undefined where there is none. */
export function routeOf(method: string, url: string, facts: ContractFacts): RecordedRoute | undefined {
  const found = match(method, url, facts)
  if (!found) return undefined
  const { operation } = found
  const [path = ''] = pathOf(url).split('?', 1)
  const paths = facts.basePaths as BasePaths
  const mine = operation.own
    ? paths.attachmentService
    : (facts.basePaths[operation.interface] ?? operation.bases[0] ?? '')
  const bases = operation.own ? operation.bases.map((base) => `${base}${operation.path}`) : operation.bases
  for (const base of [mine, ...bases].map((text) => text.replace(/\/+$/, ''))) {
    const at = path.endsWith(base) ? path.length - base.length : path.indexOf(`${base}/`)
    if (at < 0) continue
    // Where the documents show two base paths, the one that the client took is taken again.
    const kept = !operation.own && operation.bases.includes(mine.replace(/\/+$/, '')) ? base : mine.replace(/\/+$/, '')
    return {
      operation,
      service: services[operation.interface] ?? 'base',
      address: `${new URL(url).origin}${path.slice(0, at)}`,
      path: `${kept}${path.slice(at + base.length)}`,
      query: found.query,
      parameters: found.path,
    }
  }
  return undefined
}
