import type { FindingPart } from '../finding-parts.ts'
import type { Page } from './paint.ts'
import { wrap } from './wrap.ts'

const labelWidth = 10
const margin = '  '

/** Labels in one column, texts wrapped beside them; commands to copy stay on one line. */
export function layOut(parts: readonly FindingPart[], { paint, width }: Pick<Page, 'paint' | 'width'>): string[] {
  const room = width - margin.length - labelWidth
  return parts.flatMap(({ label, text, copied }) => {
    const lines = text.split('\n').flatMap((line) => (copied ? [line] : wrap(line, room)))
    return lines.map((line, index) =>
      `${margin}${paint.dim((index === 0 ? label : '').padEnd(labelWidth))}${line}`.trimEnd(),
    )
  })
}
