import type { ClusterCode } from './types.ts'

/** The cluster whose paths are at the root; the others are below a prefix of the same origin. */
export const mainCluster: ClusterCode = 'EU'

const others: Readonly<Record<string, ClusterCode>> = { de: 'DE', us: 'US', cn: 'CN', au: 'AU' }

export const clusterAddress = (origin: string, cluster: ClusterCode): string =>
  cluster === mainCluster ? origin : `${origin}/clusters/${cluster.toLowerCase()}`

/** The cluster that a path belongs to, and the path below its address. */
export function clusterOf(path: string): { readonly cluster: ClusterCode; readonly path: string } {
  const [, code = '', rest = ''] = /^\/clusters\/([a-z]+)(\/.*)$/.exec(path) ?? []
  const cluster = others[code]
  return cluster === undefined ? { cluster: mainCluster, path } : { cluster, path: rest }
}
