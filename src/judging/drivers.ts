import type { Check } from '../kit/check.ts'
import type { Plan, Selection } from './plan.ts'
import { exercisers } from './traffic-table.ts'

/**
 * Of the checks that may make traffic for the selected rules of schemas and monitors, those that are needed: few that together make every kind of
 * call; where the user names checks beside a rule, none but these; in a shard, only for what none of its own checks exercises.
 */
export function neededDrivers(plan: Plan, selection: Selection, canRun: (check: Check) => boolean): readonly Check[] {
  const { only = [], drivers } = selection
  const shard = selection.divided ? undefined : selection.shard
  if (only.length > 0 && plan.checks.length > 0 && only.every((glob) => !glob.includes('*'))) return []
  const chosen = new Set(plan.checks.map(({ id }) => id))
  const ready = plan.drivers.filter(canRun)
  const needed = new Set(plan.drivers.filter(({ id }) => drivers?.includes(id)))
  for (const { id, requirement } of plan.contract) {
    const useful = exercisers[id] ?? []
    // What the traffic of one shard shows of a rule that another judges is told all the same.
    if (shard && (useful.length === 0 || useful.some((driver) => chosen.has(driver)))) continue
    const least = ready.filter((check) => useful.includes(check.id))
    // Nothing is on record of a rule that is new: any check of its interface may exercise it.
    const some =
      least.length > 0 || useful.some((driver) => chosen.has(driver))
        ? least
        : ready.filter((check) => check.requirement.interface === requirement.interface)
    for (const check of some) needed.add(check)
  }
  return [...needed]
}
