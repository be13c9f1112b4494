import { visibleLine } from '../visible.ts'
import type { JudgedCheck, RunView } from '../run-view.ts'
import { isOffline } from '../spent.ts'

const shownAtMost = 6

/** What was observed in a recording, which is no verdict: a reader who sees only its number cannot tell what it is of. */
export function observed({ checks, end }: Pick<RunView, 'checks' | 'end'>): string[] {
  if (!isOffline(end)) return []
  const all = checks.filter(({ verdict }) => verdict?.is === 'observed')
  const more = all.length - shownAtMost
  return [
    ...all.slice(0, shownAtMost).map((check) => `${check.planned.requirement}: ${visibleLine(whatOf(check))}`),
    ...(more > 0 ? [`and ${more} more in report.jsonl`] : []),
  ]
}

function whatOf({ verdict }: JudgedCheck): string {
  const { findings = [], saw = [] } = verdict ?? {}
  const [finding] = findings
  if (finding)
    return `expected ${finding.expected}; got ${finding.actual} (${finding.exchanges.slice(0, 2).join(', ')})`
  const [first = 'the recording'] = saw
  return `nothing to tell of ${first}${saw.length > 1 ? ` and ${saw.length - 1} more` : ''}`
}
