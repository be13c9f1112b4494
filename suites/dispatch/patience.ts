import type { Target } from '../../src/target/target.ts'
import { lagOf } from '../../src/target/visibility.ts'

/** The longest that an effect is waited for after a 202, in milliseconds: how soon it shows is not stated. */
const longestMs = 60_000

/** The same where the target file says that nothing lags behind what was done. */
const promptMs = 20_000

/** How long an effect is waited for after a 202, in milliseconds. */
export const settlingMs = ({ target }: { readonly target: Pick<Target, 'limits'> }): number =>
  lagOf(target) === 0 ? promptMs : longestMs
