import type { Plan } from '../judging/plan.ts'
import { checkValueOf } from '../judging/check-value.ts'
import { exercisers } from '../judging/traffic-table.ts'
import type { Outcome } from '../verdict/outcome.ts'
import type { Verdict, VerdictWord } from '../verdict/stream.ts'
import { roughly } from './run-estimate.ts'

/** Which rules reading alone cannot judge, in one line; undefined if it can judge all of them. */
export function unreadLine(verdicts: readonly Verdict[]): string | undefined {
  const looked = new Set(verdicts.filter(({ is }) => !blind.has(is)).map(({ requirement }) => requirement))
  const unread = new Set(verdicts.map(({ requirement }) => requirement).filter((one) => !looked.has(one)))
  if (unread.size === 0) return undefined
  return `${unread.size} requirements were not looked at by any check, for the target file says writes: false: ${perInterface([...unread].map((id) => id.split('/', 1)[0] ?? ''))}`
}

function perInterface(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${count} of ${name}`)
    .join(', ')
}

const blind: ReadonlySet<VerdictWord> = new Set(['not-applicable', 'not-exercised', 'blocked', 'kit-error'])

/** What a run that had to end early did not look at, in one line; undefined if it looked at everything. */
export function leftOutLine(
  { checks, planned }: Pick<Plan, 'checks' | 'planned'>,
  leftOut: ReadonlySet<string>,
): string | undefined {
  const omitted = planned.filter(({ id }) => leftOut.has(id))
  if (omitted.length === 0) return undefined
  const judged = new Set(planned.filter(({ id }) => !leftOut.has(id)).map(({ requirement }) => requirement))
  const untried = new Set(omitted.map(({ requirement }) => requirement).filter((one) => !judged.has(one)))
  const requests = checks.reduce((sum, check) => sum + checkValueOf(check).requests, 0)
  return (
    `${omitted.length} of ${planned.length} checks were left out: ${perInterface(omitted.map((check) => check.interface))}` +
    `${untried.size > 0 ? `; ${untried.size} requirements were not looked at by any check` : ''}` +
    `. All of them together send about ${roughly(requests)} requests; what finds most per request came first`
  )
}

/**
 * What a run that had to end early says of a rule that its traffic did not exercise: where a check that was left out would have, nobody knows yet.
 * Of a rule that no check is on record for, any may have been the one.
 */
export function orLeftOut(
  rule: string,
  outcome: Outcome,
  { checks, drivers }: Pick<Plan, 'checks' | 'drivers'>,
  { why, tried }: { readonly why: string | undefined; readonly tried: ReadonlySet<string> },
): Outcome {
  if (outcome.is !== 'not-exercised' || why === undefined) return outcome
  const makers = exercisers[rule]
  const isMissing = [...checks, ...drivers].some(({ id }) => !tried.has(id) && (makers?.includes(id) ?? true))
  return isMissing ? { is: 'blocked', because: why, leftOut: true } : outcome
}
