import type { Verdict } from '../src/verdict/stream.ts'
import type { End, InterfaceView, StreamPlan } from './run-view.ts'
import { some, spoken, verdictOrder } from './wording.ts'

/** Reconciles plan, verdicts and footer (design law 4): each sentence is one reason why the stream is not the report of a finished run. */
export function troublesOf(
  plan: StreamPlan | undefined,
  end: End | undefined,
  verdicts: ReadonlyMap<string, Verdict>,
  total: InterfaceView,
): string[] {
  const troubles: string[] = []
  if (!plan) troubles.push('the report has no plan')
  if (!end) troubles.push('the run did not finish: its report has no footer')
  if (plan?.checks.length === 0 && plan.shard === undefined) troubles.push('no check was planned')
  const unjudged = total.checks.filter(({ verdict }) => !verdict).map(({ planned }) => planned.id)
  if (unjudged.length > 0)
    troubles.push(
      `${some(unjudged.length, 'planned check was', 'planned checks were')} never judged: ${listed(unjudged)}`,
    )
  const ids = new Set(total.checks.map(({ planned }) => planned.id))
  const unplanned = [...verdicts.keys()].filter((id) => !ids.has(id))
  if (unplanned.length > 0)
    troubles.push(
      `${some(unplanned.length, 'verdict')} for ${unplanned.length === 1 ? 'a check that was' : 'checks that were'} not planned: ${listed(unplanned)}`,
    )
  if (end && differing(end, total, verdicts.size).length > 0)
    troubles.push(`the footer does not add up: ${differing(end, total, verdicts.size).join(', ')}`)
  return troubles
}

function differing(end: End, total: InterfaceView, judged: number): string[] {
  const pairs: [string, number, number][] = [
    ['planned', end.planned, total.checks.length],
    ['judged', end.judged, judged],
    ...verdictOrder.map((word): [string, number, number] => [spoken[word], end.counts[word] ?? 0, total.counts[word]]),
  ]
  return pairs
    .filter(([, said, held]) => said !== held)
    .map(([what, said, held]) => `${what} ${said} in the footer, ${held} in the report`)
}

const listed = (ids: readonly string[]): string =>
  `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? `, and ${ids.length - 5} more` : ''}`
