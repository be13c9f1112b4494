import type { Check } from '../kit/check.ts'
import { checkValueOf } from './check-value.ts'

/** A budget leaves the clean-up out, which removes fifty records by three requests or so: they still are a load on the target. */
export const removal = 1 / 16

type Ordered = Pick<Check, 'id' | 'kind' | 'requirement'>

/**
 * The order in which checks run: first what tells most faults per request, so that a run that must end early has told most; of checks
 * that tell nothing more, the cheapest first. The same catalogue gives the same order.
 */
export function inOrder<C extends Ordered>(checks: readonly C[]): C[] {
  const values = new Map(checks.map((check) => [check, checkValueOf(check)]))
  const cost = (check: C): number => {
    const { requests = 1, creates = 0 } = values.get(check) ?? {}
    return requests + creates * removal
  }
  const rate = (check: C): number => (values.get(check)?.tells ?? 0) / cost(check)
  return [...checks].sort((one, other) => rate(other) - rate(one) || cost(one) - cost(other))
}
