import { loadCatalogue, type Catalogue } from '../judging/catalogue.ts'
import { neededDrivers } from '../judging/drivers.ts'
import { judgedLive } from '../judging/judged.ts'
import { makePlan, type Plan, type Selection } from '../judging/plan.ts'
import type { Target } from '../target/target.ts'
import { gate } from './gate.ts'

interface Wanted {
  readonly target: Target
  readonly suites?: string
  readonly selection: Selection
  readonly seed: number
}

export interface RunPlan {
  readonly catalogue: Catalogue
  readonly plan: Plan
}

/** The plan of a run: of the drivers only those that this target lets run and that are needed. */
export async function runPlan({ target, suites, selection, seed }: Wanted): Promise<RunPlan> {
  const catalogue = await loadCatalogue(suites)
  const seeded = { ...selection, seed }
  const whole = makePlan(catalogue, judgedLive(), seeded)
  return { catalogue, plan: { ...whole, drivers: neededDrivers(whole, seeded, (check) => !gate(check, target)) } }
}
