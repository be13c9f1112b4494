/** Control characters, C1 included, lone surrogates, non-characters and what turns the direction of writing; line breaks and tabs stay as they are. */
const invisible =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Text from outside, made safe for a terminal and for XML; nothing is silently dropped. */
export const visible = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The same on one line. */
export const visibleLine = (text: string): string => {
  const lines = visible(text).split('\n')
  // Blanks stay but around a line break; a pattern for them would take quadratic time over many blanks.
  return lines
    .map((line, at) => (at === 0 ? line : line.trimStart()))
    .map((line, at) => (at === lines.length - 1 ? line : line.trimEnd()))
    .filter((line, at) => line !== '' || at === 0 || at === lines.length - 1)
    .join(' ')
}

/** What JSON leaves as it is, and a terminal or an editor obeys all the same. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g

/** JSON that shows every such character as an escape, in a file or on a terminal; to whoever parses it, it is the same. */
export const plainJson = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, null, indent) ?? 'null').replace(
    obeyed,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
