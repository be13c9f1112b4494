import { AsyncLocalStorage } from 'node:async_hooks'
import type { Exchange } from '../exchange/exchange.ts'
import type { CellVisit } from '../verdict/state-matrix.ts'

/** What one attempt of one check has seen so far. Each attempt gets its own scope. */
export interface Scope {
  readonly check: string
  /** Namespace of the attempt: ten characters [a-z0-9], the run's tag first. */
  readonly tag: string
  readonly exchanges: Exchange[]
  /** Exchanges whose response was read since the last `must`. */
  readonly reading: Set<Exchange>
  /** Exchanges that a `must` was based on. */
  readonly asserted: Set<Exchange>
  /** Exchanges in which a token was refused as invalid before its told end, where a new one then served. */
  readonly endedEarly: Exchange[]
  /** What setup steps broke of their rules although they were done. */
  readonly besides: Error[]
  /** Number of `must` calls that held. */
  held: number
  /** The result of an observation. */
  readonly notes: string[]
  /** Cells of a state machine that it visited. */
  readonly visits: CellVisit[]
  /** What is made in its namespace outlasts the check. */
  readonly lasts?: true
  /** True while the check sends requests simultaneously: then a 429 makes it inconclusive instead of being retried. */
  racing: boolean
  /** It looks for a smaller case of what it found: that is worth no further user. */
  shrinks?: true
  /** It only confirms what was found before: no smaller case is looked for. */
  confirms?: true
  /** It removes what the run created: goes on beyond the budget, and after the run was stopped. */
  readonly tidies?: true
  /** How lists are read after own writes, if not as late as they are known to lag. */
  readonly lists?: 'patiently' | 'at once'
  /** Where requests of a race wait for each other before their last byte. */
  barrier?: { reached(): Promise<void> }
}

export const newScope = (check: string, tag: string, lists?: Scope['lists']): Scope => ({
  check,
  tag,
  ...(lists ? { lists } : {}),
  exchanges: [],
  reading: new Set(),
  asserted: new Set(),
  endedEarly: [],
  besides: [],
  held: 0,
  notes: [],
  visits: [],
  racing: false,
})

/** The scope of a clean-up. */
export const tidyingScope = (check: string, tag: string): Scope => ({
  ...newScope(check, tag, 'at once'),
  tidies: true,
})

const current = new AsyncLocalStorage<Scope>()

export const withScope = <T>(scope: Scope, body: () => T): T => current.run(scope, body)

/** Empties a scope that is judged. The sockets that its requests opened keep it as long as they live, and other checks use them on. */
export function forget({ exchanges, reading, asserted, endedEarly, besides }: Scope): void {
  for (const list of [exchanges, endedEarly, besides]) list.length = 0
  for (const set of [reading, asserted]) set.clear()
}

export const currentScope = (): Scope | undefined => current.getStore()
