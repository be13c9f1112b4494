/** The file name of a Content-Disposition, read in every form in use: extended (RFC 8187), quoted or bare, encoded words, percent-encoded, UTF-8 seen as ISO 8859-1. */
export function fileNames(disposition: string | undefined): readonly string[] {
  if (disposition === undefined) return []
  const found: string[] = []
  const extended = /;\s*filename\*\s*=\s*"?([\w-]+)'[^']*'([^;"\s]+)/i.exec(disposition)
  if (extended) found.push(...decoded(extended[2] ?? '', extended[1] ?? ''))
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition) ?? []
  // Some servers escape nothing within quotes: a backslash may be part of the name.
  const plain = quoted === undefined ? [bare?.trim()] : [quoted.replace(/\\(.)/g, '$1'), quoted]
  for (const name of plain)
    if (name !== undefined) found.push(name, encodedWords(name), asUtf8(name), ...decoded(name, 'utf-8'))
  return found
}

function decoded(text: string, charset: string): string[] {
  try {
    return [
      isUtf8(charset)
        ? decodeURIComponent(text)
        : text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    ]
  } catch {
    return []
  }
}

const isUtf8 = (charset: string): boolean => /^utf-?8$/i.test(charset)

const asUtf8 = (text: string): string =>
  /^[\0-\xff]*$/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text

/** RFC 2047: neighbouring words are one text, and one character may begin in one word and end in the next. */
const encodedWords = (text: string): string =>
  text.replace(/=\?[\w-]+\?[bq]\?[^?]*\?=(?:\s*=\?[\w-]+\?[bq]\?[^?]*\?=)*/gi, (words) => {
    const parts = [...words.matchAll(/=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi)]
    const bytes = Buffer.concat(
      parts.map(([, , kind = '', word = '']) => (/b/i.test(kind) ? Buffer.from(word, 'base64') : printable(word))),
    )
    return bytes.toString(isUtf8(parts[0]?.[1] ?? '') ? 'utf8' : 'latin1')
  })

const printable = (word: string): Buffer =>
  Buffer.from(
    word
      .replaceAll('_', ' ')
      .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
