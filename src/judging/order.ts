import type { Check } from '../kit/check.ts'

type Ordered = Pick<Check, 'first' | 'kind' | 'requirement'>

/**
 * The order in which checks run: any kind of fault should be reported early, and a spent budget should leave no requirement
 * untried. First the checks that ask for it; then one check of each requirement, a second of each, and so on; last properties,
 * which cost the most requests per verdict. The same catalogue gives the same order.
 */
export function inOrder<C extends Ordered>(checks: readonly C[]): C[] {
  const others = checks.filter(({ first }) => !first)
  return [
    ...checks.filter(({ first }) => first),
    ...inTurns(others.filter(({ kind }) => kind !== 'property')),
    ...inTurns(others.filter(({ kind }) => kind === 'property')),
  ]
}

function inTurns<C extends Ordered>(checks: readonly C[]): C[] {
  const counts = new Map<C['requirement'], number>()
  const turns = new Map<C, number>()
  for (const check of checks) {
    const turn = counts.get(check.requirement) ?? 0
    counts.set(check.requirement, turn + 1)
    turns.set(check, turn)
  }
  return [...checks].sort((one, other) => (turns.get(one) ?? 0) - (turns.get(other) ?? 0))
}
