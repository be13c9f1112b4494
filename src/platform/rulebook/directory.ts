import type { ClusterCode } from '../world/types.ts'

export interface DirectoryFacts {
  readonly accountName: string
  /** The name in the path, still encoded. */
  readonly raw: string
  readonly cluster: ClusterCode
  /** Number of earlier lookups of this account. */
  readonly asked: number
  /** Address of a cluster. */
  readonly address: (cluster: ClusterCode) => string
}

/** The account lookup (A-DIR, A-GEN-08). */
const directory = {
  named: (decoded: string, _raw: string): string => decoded,
  /** The account that a name refers to, among all names. */
  finds: (name: string, names: readonly string[]): string | undefined => names.find((known) => known === name),
  cluster: (home: ClusterCode, _asked: number): ClusterCode => home,
  status: (_asked: number): number => 200,
  unknownStatus: (): number => 404,
  /** The body for a name that no account has; undefined sends none. */
  unknown: (_name: string, _names: readonly string[]): unknown => ({
    error: 'account_not_found',
    error_description: 'There is no account with this name',
  }),
  shown: ({ accountName, cluster, address }: DirectoryFacts): unknown => ({
    accountName,
    clusterName: cluster,
    URL: address(cluster),
  }),
  servesShortPath: (): boolean => true,
}

/** How a cluster's address is told, by the directory and in token responses (A-DIR-01, A-TOK-05); `told` counts the earlier times. */
const cluster = {
  address: (address: string, _told: number): string => address,
}

export const directoryRules = { directory, cluster }
