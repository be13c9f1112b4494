import type { VerdictWord } from '../../src/verdict/stream.ts'
import type { InterfaceView } from '../run-view.ts'
import { spoken, verdictOrder } from '../wording.ts'
import type { Page, Paint } from './paint.ts'

const always: readonly VerdictWord[] = ['pass', 'fail', 'warn', 'observed', 'not-applicable']
const alarming: readonly VerdictWord[] = ['fail', 'blocked', 'stale', 'kit-error']

interface Column {
  readonly label: readonly string[]
  readonly width: number
  readonly alarming: boolean
  of(view: InterfaceView): number
}

/** Verdicts per interface; rare verdicts get a column only if there are any. */
export function table({ view, paint }: Page): string[] {
  if (view.interfaces.length === 0) return []
  const columns = [
    ...verdictOrder
      .filter((word) => always.includes(word) || view.total.counts[word] > 0)
      .map((word) => column(spoken[word], alarming.includes(word), (row) => row.counts[word])),
    ...(view.total.unjudged > 0 ? [column('not judged', true, (row) => row.unjudged)] : []),
  ]
  const names = Math.max(...[...view.interfaces, view.total].map(({ name }) => name.length))
  const depth = Math.max(...columns.map(({ label }) => label.length))
  const headings = Array.from({ length: depth }, (_, line) =>
    paint.dim(
      [
        ' '.repeat(names),
        ...columns.map((each) => (each.label[line - depth + each.label.length] ?? '').padStart(each.width)),
      ]
        .join('  ')
        .trimEnd(),
    ),
  )
  const rows = view.interfaces.length > 1 ? [...view.interfaces, view.total] : view.interfaces
  return [
    ...headings,
    ...rows.map((row) =>
      [row.name.padEnd(names), ...columns.map((each) => cell(each, each.of(row), paint))].join('  '),
    ),
  ]
}

function column(words: string, isAlarming: boolean, of: Column['of']): Column {
  const label = words.split(' ')
  return { label, width: Math.max(5, ...label.map((word) => word.length)), alarming: isAlarming, of }
}

function cell({ width, alarming: loud }: Column, count: number, paint: Paint): string {
  const text = String(count).padStart(width)
  if (count === 0) return paint.dim(text)
  return loud ? paint.red(text) : text
}
