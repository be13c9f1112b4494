import type { ContractFinding } from '../contract/index.ts'

/** `exchanges` where others than the one at hand show it, too. */
export type SeenFinding = ContractFinding & { readonly exchanges?: readonly string[] }

/** What the contract made of one exchange, or the monitors of it after those before. */
export interface Sight {
  readonly by: 'contract' | 'traffic'
  readonly exchange: string
  /** How a report names it; empty where enough others show the same statements. */
  readonly line: string
  readonly asserted: readonly string[]
  readonly findings: readonly SeenFinding[]
}
