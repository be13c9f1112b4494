import type { Check } from '../kit/check.ts'

type Ordered = Pick<Check, 'first' | 'kind' | 'requirement'>

/**
 * The order in which checks run: a fault of any kind is to be told early, and a spent budget is to leave no requirement without a
 * look. Those that ask to be first; then one check of each requirement, a second of each, and so on; properties, which ask the most
 * of a target for one verdict, last. The same catalogue gives the same order.
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
