import { visible, visibleLine } from '../visible.ts'

/** Words of our own with whatever stands in them: no mark of Markdown in it counts, no address becomes a link, nobody is mentioned. */
export const inline = (text: string): string =>
  visibleLine(text)
    .replace(/[\\`*_{}[\]<>#|~&@$]|:(?=\/\/)/g, '\\$&')
    .replace(/www\./gi, (start) => `${start.slice(0, 3)}\\.`)

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))

/** Text from a target, as a span of code: it ends where it ends, whatever it holds. */
export function code(text: string): string {
  const line = visibleLine(text)
  const marks = '`'.repeat(longestRun(line) + 1)
  const blank = /^[` ]|[` ]$/.test(line) ? ' ' : ''
  return line === '' ? '(nothing)' : `${marks}${blank}${line}${blank}${marks}`
}

/** The same as a block of its own. */
export function fenced(text: string, language = 'text'): string {
  const shown = visible(text)
  const marks = '`'.repeat(Math.max(3, longestRun(shown) + 1))
  return `${marks}${language}\n${shown}\n${marks}`
}
