import type { Api } from '../clients/api.ts'
import type { Target } from '../target/target.ts'
import type { Activities } from './activities.ts'
import type { Fresh } from './fresh.ts'

/** All that a check gets. It belongs to one attempt: its own namespace and scope, the shared transport. */
export interface Context {
  /** Clients acting as the target's default identity (`admin`). */
  readonly api: Api
  /** Clients acting as another identity of the target file. */
  as(identity: string): Api
  readonly fresh: Fresh
  readonly target: Target
  /** Moves a settable clock; only for checks that need `clock` and run alone. */
  readonly clock: { advance(ms: number): Promise<void> }
  /** Activities planned to a partner, for partner dispatching. */
  readonly activities: Activities
  /** Lets time pass on the target: sleeps, or moves the clock of an in-process platform. */
  wait(ms: number): Promise<void>
  /**
   * Waits until lists have to show what was written; the time of the last write in milliseconds, undefined if there was none. A check need
   * not: each request of its own that reads a list waits by itself.
   */
  listsShow(): Promise<number | undefined>
  /** This check reads what another one wrote at this time, as listsShow tells it. */
  shares(wroteAt: number): void
  /**
   * Sends all requests at the same moment (their last bytes are withheld and released together), but only the first ones where the target
   * file allows for no more at once: two at least. A 429 makes it inconclusive.
   */
  race<T>(sends: ReadonlyArray<() => Promise<T>>): Promise<T[]>
  /** Same check, new namespace: for each run of a property. */
  renew(): Context
  /** A new namespace for what other checks are to use, too: users that are made in it stay until the end of the run, all others leave with their check. */
  lasting(): Context
  readonly seed: number
  /** Generated cases that found something before, of all fuzzers: each check takes its own. */
  readonly corpus: readonly unknown[]
}
