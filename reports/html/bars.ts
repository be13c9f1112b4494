import { markup, type Markup } from './markup.ts'

export interface Bar {
  readonly value: number
  readonly title: string
  /** How it is coloured, if not as usual. */
  readonly is?: 'bad'
}

const [height, step, width] = [60, 10, 8]

/** A row of bars, each with its title. The label says it to those who do not see it: what the picture shows stands in words or a table, too. */
export function bars(all: readonly Bar[], label: string): Markup {
  const most = Math.max(1, ...all.map(({ value }) => value))
  const tall = (value: number): number => (value === 0 ? 0 : Math.max(1, Math.round((value / most) * height)))
  return markup`<svg class="bars" role="img" aria-label="${label}" viewBox="0 0 ${Math.max(all.length, 30) * step} ${height + 1}" preserveAspectRatio="none"><line x1="0" x2="${Math.max(all.length, 30) * step}" y1="${height + 0.5}" y2="${height + 0.5}"/>${all.map(
    ({ value, title, is = '' }, at) =>
      markup`<rect class="${is}" x="${at * step}" y="${height - tall(value)}" width="${width}" height="${tall(value)}"><title>${title}</title></rect>`,
  )}</svg>`
}
