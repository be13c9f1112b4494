import type { Finding } from './finding.ts'

/** What an attempt (or a fold of exchanges) came to, before levels, options and baselines are looked at. */
export type Outcome =
  | { readonly is: 'held'; readonly saw: readonly string[] }
  | { readonly is: 'observed'; readonly saw: readonly string[] }
  | { readonly is: 'breach'; readonly findings: readonly Finding[]; readonly because?: string }
  /** Failed at times only: a rate, never a failure of the target. */
  | { readonly is: 'intermittent'; readonly findings: readonly Finding[]; readonly because: string }
  /** `findings` where a setup step broke another requirement. */
  | { readonly is: 'blocked'; readonly because: string; readonly findings?: readonly Finding[] }
  | { readonly is: 'not-applicable'; readonly because: string }
  | { readonly is: 'not-exercised'; readonly because: string }
  | { readonly is: 'crashed'; readonly because: string }
