import type { VerdictWord } from '../../src/verdict/stream.ts'
import { spoken } from '../wording.ts'
import { joined, markup, type Markup } from './markup.ts'

/** What may stand beside a verdict: a check that was planned and never judged, a statement that nothing looks at. */
export type CameTo = VerdictWord | 'not-judged' | 'not-planned' | 'untested'

export const standingWords: Readonly<Record<CameTo, string>> = {
  ...spoken,
  'not-judged': 'not judged',
  'not-planned': 'not in this run',
  untested: 'not testable',
}

export const badge = (standing: CameTo): Markup =>
  markup`<span class="badge ${standing}">${standingWords[standing]}</span>`

/** A text with a button that copies it; without a script, the button stays away. */
export const toCopy = (label: string, text: string): Markup =>
  markup`<p class="dim">${label}</p><div class="copied"><pre tabindex="0">${text}</pre><button type="button" class="copy" hidden>Copy</button></div>`

/** The place of a check, a requirement or a statement on this page. */
export const linkTo = (id: string): Markup => markup`<a href="#${encodeURI(id)}">${id}</a>`

/** Links to the first of them, and how many more there are. */
export function links(ids: readonly string[], atMost: number): Markup {
  const more = ids.length - atMost
  return markup`${joined(ids.slice(0, atMost).map(linkTo), ', ')}${more > 0 && ` and ${more} more`}`
}
