import type { Plan } from '../judging/plan.ts'
import { checkValueOf } from '../judging/check-value.ts'
import { roughly } from './run-estimate.ts'

/** What a run that had to end early did not look at, in one line; undefined if it looked at everything. */
export function leftOutLine(
  { checks, planned }: Pick<Plan, 'checks' | 'planned'>,
  leftOut: ReadonlySet<string>,
): string | undefined {
  const omitted = planned.filter(({ id }) => leftOut.has(id))
  if (omitted.length === 0) return undefined
  const byInterface = new Map<string, number>()
  for (const { interface: name } of omitted) byInterface.set(name, (byInterface.get(name) ?? 0) + 1)
  const per = [...byInterface].sort(([, one], [, other]) => other - one).map(([name, count]) => `${count} of ${name}`)
  const judged = new Set(planned.filter(({ id }) => !leftOut.has(id)).map(({ requirement }) => requirement))
  const untried = new Set(omitted.map(({ requirement }) => requirement).filter((one) => !judged.has(one)))
  const requests = checks.reduce((sum, check) => sum + checkValueOf(check).requests, 0)
  return (
    `${omitted.length} of ${planned.length} checks were left out: ${per.join(', ')}` +
    `${untried.size > 0 ? `; ${untried.size} requirements were not looked at by any check` : ''}` +
    `. All of them together send about ${roughly(requests)} requests; what finds most per request came first`
  )
}
