import type { Check } from '../kit/check.ts'
import { availability, needs } from '../target/needs.ts'
import type { Target } from '../target/target.ts'
import type { Outcome } from '../verdict/outcome.ts'
import { UsageError } from '../errors/usage-error.ts'

/** Whether a check may run against this target; where not, the outcome that says why (law 2). Undefined: it may. */
export function gate(check: Pick<Check, 'needs'>, target: Target): Outcome | undefined {
  const states = check.needs.map((need) => ({ need, state: availability(target, need) }))
  for (const { need, state } of states) {
    if (state.is === 'lacking') return { is: 'not-applicable', because: `the target lacks ${need}: ${state.because}` }
  }
  for (const { need, state } of states) {
    if (state.is === 'missing')
      return {
        is: 'blocked',
        because: `it needs ${need}: the target file supplies it by ${state.key}, or declares it under lacks.${need} with a reason`,
      }
  }
  return undefined
}

/** Refuses a target file that contradicts itself, or declares a lack of something that no check knows. */
export function checkDeclarations(target: Target): void {
  const place = target.file ?? target.name
  for (const lack of Object.keys(target.lacks)) {
    if (target.has.includes(lack)) throw new UsageError(`${place}: has and lacks both name ${lack}; keep one of them`)
    if (!(lack in needs))
      throw new UsageError(
        `${place}: lacks names ${lack}, which nothing needs; known are ${Object.keys(needs).join(', ')}`,
      )
  }
}
