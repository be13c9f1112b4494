import type { StreamRecord } from '../src/verdict/stream.ts'
import { foldRun } from './run-view.ts'
import { paints } from './terminal/paint.ts'
import { causes, known, warned } from './terminal/causes.ts'
import { table } from './terminal/table.ts'
import { warnings } from './terminal/warnings.ts'
import { history } from './terminal/history.ts'
import { lastLine } from './terminal/last-line.ts'
import { asides, passwordLeft } from './terminal/shortly.ts'
import { visibleLine } from './visible.ts'
import { isBlank, isOffline, seedInWords, spentInWords } from './spent.ts'

export interface TerminalOptions {
  readonly color: boolean
  /** Columns of the terminal. */
  readonly width: number
  /** Paths of the written reports. */
  readonly reports: readonly string[]
  /** Number of findings shown in full; the rest get one line each. */
  readonly maxFindings?: number
}

/** The result of a run for a terminal: worst last, so that it is right above the prompt. */
export function renderTerminal(
  records: readonly StreamRecord[],
  { color, width, reports, maxFindings = 20 }: TerminalOptions,
): string {
  const view = foldRun(records)
  const page = { view, paint: paints(color), width: Math.max(width, 40), maxFindings }
  const { plan, end } = view
  const head = plan
    ? [
        `Fieldproof ${plan.kit} against ${visibleLine(plan.target)}${isOffline(end) ? '' : `, ${seedInWords(plan)}`}${plan.shard ? `, shard ${plan.shard}` : ''}`,
      ]
    : []
  const spent = end && !isBlank(end) ? [spentInWords(end)] : []
  const sections = [
    head,
    passwordLeft(page),
    ...known(page),
    ...warned(page),
    ...causes(page),
    isBlank(end) ? [] : table(page),
    history(page),
    [...asides(page), ...spent, ...(reports.length > 0 ? [`reports: ${reports.join(', ')}`] : [])],
    [...warnings(view).map(page.paint.yellow), lastLine(page)],
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}
