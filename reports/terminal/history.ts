import type { HistoryNews } from '../../src/verdict/stream.ts'
import { visibleLine } from '../visible.ts'
import { day, some } from '../wording.ts'
import { layOut } from './lay-out.ts'
import type { Page } from './paint.ts'

const namedAtMost = 8

/** What is different from earlier runs; nothing without --history. */
export function history(page: Page): string[] {
  const { drift } = page.view
  if (!drift) return []
  const rows: Array<[label: string, lines: readonly string[]]> = [
    ['new', drift.news],
    ['first', (drift.first ?? []).map((check) => `${check} fails, and was not judged before`)],
    ['fixed', drift.fixed],
    ['still', drift.still.map(({ check, since }) => `${check} since ${day(since)}`)],
    ['flaky', drift.flaky.map(({ check, failed, of }) => `${check} failed in ${failed} of ${of}`)],
    ['observed', drift.observed.map((check) => `${check} for the first time`)],
    ['changed', drift.changed.map(changed)],
  ]
  const told = rows.filter(([, lines]) => lines.length > 0)
  return [
    `Since ${some(drift.runs, 'earlier run')}, the last on ${day(drift.last)}${told.length > 0 ? ':' : ': nothing changed'}`,
    ...layOut(
      told.map(([label, lines]) => ({ label, text: shortened(lines).join('\n') })),
      page,
    ),
  ]
}

const changed = ({ check, before, now }: HistoryNews['changed'][number]): string =>
  `${check}: ${visibleLine(before)} -> ${visibleLine(now)}`

function shortened(lines: readonly string[]): string[] {
  const more = lines.length - namedAtMost
  return [...lines.slice(0, namedAtMost), ...(more > 0 ? [`and ${more} more in the reports`] : [])]
}
