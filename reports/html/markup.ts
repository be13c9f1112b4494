import { visible } from '../visible.ts'

/** Text that is HTML already. */
export interface Markup {
  readonly html: string
}

type Piece = Markup | string | number | false | undefined | readonly Piece[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text from anywhere, as text of an element or of a quoted attribute: it can end neither, and turns no writing around. */
const escaped = (text: string): string => visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')

const piece = (value: Piece): string =>
  value === undefined || value === false
    ? ''
    : typeof value === 'object'
      ? 'html' in value
        ? value.html
        : value.map(piece).join('')
      : escaped(String(value))

/** HTML of a template: what is filled in is escaped unless it is markup itself. Nothing else in a report makes HTML of a target's words. */
export const markup = (strings: TemplateStringsArray, ...values: readonly Piece[]): Markup => ({
  html: strings.map((text, at) => (at === 0 ? text : piece(values[at - 1]) + text)).join(''),
})

/** Markup with something in between. */
export const joined = (items: readonly Markup[], between: string): Markup => ({
  html: items.map(({ html }) => html).join(escaped(between)),
})
