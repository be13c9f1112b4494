import { visibleLine } from '../visible.ts'
import { some } from '../wording.ts'
import type { RunView } from '../run-view.ts'
import { isBlank } from '../spent.ts'
import { undrawnLines } from '../undrawn.ts'
import { observed } from './observed.ts'
import type { Page } from './paint.ts'

const shownReasons = 8

/** A password that is not that of the target file is told before all else: whoever runs the target has to act on it. */
export const passwordLeft = ({ view, paint }: Page): string[] =>
  view.notices
    .filter(({ kind }) => kind === 'password')
    .map(({ kind, text }) => `${paint.red(`${kind}:`)} ${visibleLine(text)}`)

/** Lines below the table: why checks were skipped, what could not be cleaned up, and so on. */
export function asides({ view, paint }: Page): string[] {
  const reasons = new Map<string, number>()
  for (const { verdict } of isBlank(view.end) ? [] : view.checks) {
    if (verdict?.is !== 'not-applicable' && verdict?.is !== 'not-exercised') continue
    const line = `${verdict.is === 'not-applicable' ? 'not applicable' : 'not exercised'}: ${visibleLine(verdict.because ?? 'no reason given')}`
    reasons.set(line, (reasons.get(line) ?? 0) + 1)
  }
  const further = reasons.size - shownReasons
  return [
    ...[...reasons]
      .slice(0, shownReasons)
      .map(([line, count]) => paint.dim(count > 1 ? `${line} (${count} checks)` : line)),
    ...(further > 0 ? [paint.dim(`and ${some(further, 'more reason')} in the reports`)] : []),
    ...observed(view).map((line) => `${paint.dim('observed:')} ${line}`),
    ...undrawnLines(view).map(paint.dim),
    ...view.elsewhere.map(
      ({ is, check, findings }) =>
        `${paint.yellow('seen here:')} ${check}, which another shard judges, ${is === 'fail' ? 'fails' : `is ${is}`}: expected ${visibleLine(findings[0]?.expected ?? '')}; got ${visibleLine(findings[0]?.actual ?? '')}`,
    ),
    ...noticeLines(view.notices).map(({ kind, text }) => `${paint.yellow(`${kind}:`)} ${visibleLine(text)}`),
    ...view.troubles.map((trouble) => `${paint.red('report:')} ${visibleLine(trouble)}`),
  ]
}

/** The first notices of each kind: a thousand objects that a target kept are not a thousand lines. */
function noticeLines(notices: RunView['notices']): ReadonlyArray<{ readonly kind: string; readonly text: string }> {
  const kinds = [...new Set(notices.map(({ kind }) => kind))].filter((kind) => kind !== 'password')
  return kinds.flatMap((kind) => {
    const all = notices.filter((notice) => notice.kind === kind)
    const more = all.length - shownReasons
    return more > 1 ? [...all.slice(0, shownReasons), { kind, text: `and ${more} more in report.jsonl` }] : all
  })
}
