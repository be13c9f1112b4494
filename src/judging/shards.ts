import { costs, exercisers } from './traffic-table.ts'

interface Named {
  readonly id: string
}

const usualMs = 10

/**
 * Divides checks into so many parts that take about equally long, by the durations on record; from 1, by id. A rule of the schemas or monitors
 * goes where a check that exercises it goes. The same checks give the same parts, whatever a seed draws of them.
 */
export function shardsOf(checks: readonly Named[], rules: readonly Named[], of: number): ReadonlyMap<string, number> {
  const parts = new Map<string, number>()
  const loads = Array.from({ length: of }, () => 0)
  const lightest = () => loads.indexOf(Math.min(...loads))
  const cost = ({ id }: Named) => costs[id]?.[1] ?? usualMs
  for (const check of [...checks].sort((one, other) => cost(other) - cost(one) || (one.id < other.id ? -1 : 1))) {
    const part = lightest()
    loads[part] = (loads[part] ?? 0) + cost(check)
    parts.set(check.id, part + 1)
  }
  for (const [at, { id }] of rules.entries()) {
    const beside = exercisers[id]?.find((exerciser) => parts.has(exerciser))
    parts.set(id, (beside === undefined ? undefined : parts.get(beside)) ?? (at % of) + 1)
  }
  return parts
}
