import type { Check } from '../kit/check.ts'
import { availability } from '../target/needs.ts'
import type { Target } from '../target/target.ts'
import type { Outcome } from '../verdict/outcome.ts'

/** Undefined if a check may run against this target; otherwise the outcome that says why not (law 2). */
export function gate(check: Pick<Check, 'needs'>, target: Target): Outcome | undefined {
  const states = check.needs.map((need) => ({ need, state: availability(target, need) }))
  for (const { need, state } of states) {
    if (state.is === 'lacking') return { is: 'not-applicable', because: `the target lacks ${need}: ${state.because}` }
  }
  for (const { need, state } of states) {
    if (state.is === 'missing')
      return {
        is: 'blocked',
        because: `it needs ${need}: set ${state.key} in the target file, or declare lacks.${need} with a reason`,
      }
  }
  return undefined
}
