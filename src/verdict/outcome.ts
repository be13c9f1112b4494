import type { Tries } from './baseline.ts'
import type { Finding } from './finding.ts'

/** The result of an attempt (or a fold of exchanges), before levels, options and baselines are applied. */
export type Outcome =
  /** `besides`: what setup steps broke of other requirements, although they were done. */
  | { readonly is: 'held'; readonly saw: readonly string[]; readonly besides?: readonly Finding[] }
  | { readonly is: 'observed'; readonly saw: readonly string[]; readonly besides?: readonly Finding[] }
  | { readonly is: 'breach'; readonly findings: readonly Finding[]; readonly because?: string; readonly tries?: Tries }
  /** Failed only sometimes: reported as a rate, never as a failure of the target. */
  | {
      readonly is: 'intermittent'
      readonly findings: readonly Finding[]
      readonly because: string
      readonly tries?: Tries
    }
  /**
   * `findings` is set if a setup step broke another requirement, `leftOut` if the run ended before it, `disturbed` if somebody else was shown to
   * write what it looked at.
   */
  | {
      readonly is: 'blocked'
      readonly because: string
      readonly findings?: readonly Finding[]
      readonly leftOut?: true
      readonly disturbed?: true
    }
  | { readonly is: 'not-applicable'; readonly because: string }
  | { readonly is: 'not-exercised'; readonly because: string }
  | { readonly is: 'crashed'; readonly because: string }
