import type { Check } from '../kit/check.ts'
import { valueOf } from './check-value.ts'

type Ordered = Pick<Check, 'id' | 'kind' | 'requirement'>

/**
 * The order in which checks run: first what tells most faults per request, so that a run that must end early has told most; of checks
 * that tell nothing more, the cheapest first. The same catalogue gives the same order.
 */
export function inOrder<C extends Ordered>(checks: readonly C[]): C[] {
  const values = new Map(checks.map((check) => [check, valueOf(check)]))
  const rate = (check: C): number => {
    const { tells = 0, requests = 1 } = values.get(check) ?? {}
    return tells / requests
  }
  const cost = (check: C): number => values.get(check)?.requests ?? 1
  return [...checks].sort((one, other) => rate(other) - rate(one) || cost(one) - cost(other))
}
