import type { ContractFinding } from '../contract/index.ts'

/** `exchanges` is set if exchanges other than the current one show it. */
export type SeenFinding = ContractFinding & { readonly exchanges?: readonly string[] }

/** What the contract found in one exchange, or what the monitors found in it after all earlier ones. */
export interface Sight {
  readonly by: 'contract' | 'traffic'
  readonly exchange: string
  /** The operation that the exchange asked for, where it is one of the documents'. */
  readonly operation?: string
  /** The check that made the traffic, whether its cases are generated, and whether a run by another seed may be without it; none in a recording. */
  readonly during?: { readonly check: string; readonly seeded: boolean; readonly drawn: boolean }
  /** How a report names it; empty if enough others already show the same statements. */
  readonly line: string
  /** Statements that the answers were judged by. */
  readonly asserted: readonly string[]
  /** Statements that the caller was judged by; none in a live run. */
  readonly asked?: readonly string[]
  readonly findings: readonly SeenFinding[]
}
