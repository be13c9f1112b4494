/** The file name of a Content-Disposition, read in every form in use: extended (RFC 8187), quoted or bare, encoded words, UTF-8 seen as ISO 8859-1. */
export function fileNames(disposition: string | undefined): readonly string[] {
  if (disposition === undefined) return []
  const found: string[] = []
  const extended = /;\s*filename\*\s*=\s*"?([\w-]+)'[^']*'([^;"\s]+)/i.exec(disposition)
  if (extended) found.push(...decoded(extended[2] ?? '', extended[1] ?? ''))
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? []
  const plain = quoted?.replace(/\\(.)/g, '$1') ?? bare
  if (plain !== undefined) found.push(plain, encodedWords(plain), asUtf8(plain), ...decoded(plain, 'utf-8'))
  return found
}

function decoded(text: string, charset: string): string[] {
  try {
    return [/^utf-?8$/i.test(charset) ? decodeURIComponent(text) : text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))]
  } catch { return [] }
}

const asUtf8 = (text: string): string => (/^[\0-\xff]*$/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text)

/** RFC 2047: neighbouring words are one text. */
const encodedWords = (text: string): string =>
  text.replace(/\?=\s+=\?/g, '?==?').replace(/=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi, (_, charset: string, kind: string, words: string) => {
    const bytes = /b/i.test(kind) ? Buffer.from(words, 'base64') : Buffer.from(words.replaceAll('_', ' ').replace(/=([\da-f]{2})/gi, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))), 'latin1')
    return bytes.toString(/^utf-?8$/i.test(charset) ? 'utf8' : 'latin1')
  })
