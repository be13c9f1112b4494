/** What the contract needs to know about the target: where its interfaces are, and which DTO versions derive from which base. */
export interface ContractFacts {
  readonly addresses: { readonly auth: string; readonly directory: string; readonly base?: string }
  readonly basePaths: Readonly<Record<string, string>>
  readonly dtos: Readonly<Record<string, KnownVersions>>
  /** `both` judges requests too: recorded traffic and certification. */
  readonly side: 'server' | 'both'
}

interface KnownVersion {
  readonly version: number
  readonly syncBase: number
}

type KnownVersions = KnownVersion & { readonly older?: KnownVersion }

export const contractFacts = (
  target: Omit<ContractFacts, 'side'>,
  side: ContractFacts['side'] = 'server',
): ContractFacts => ({
  addresses: target.addresses,
  basePaths: target.basePaths,
  dtos: target.dtos,
  side,
})

/** Version of the synchronisation base DTO that the requested version derives from; undefined if it is not known. */
export function syncBaseOf(resource: string, dtos: string | undefined, facts: ContractFacts): number | undefined {
  const known = facts.dtos[resource]
  if (!known || !dtos) return undefined
  const pair = dtos.split(';').find((candidate) => candidate.startsWith(`${resource}.`))
  const version = pair === undefined ? undefined : Number(pair.slice(resource.length + 1))
  if (version === known.version) return known.syncBase
  return version === known.older?.version ? known.older?.syncBase : undefined
}
