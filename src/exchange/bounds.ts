/** Levels of JSON that are read; the documents' own answers have six. */
export const levelsAtMost = 200
/** Values of one JSON text that are read: lists of thousands of records have some hundred thousand. */
export const valuesAtMost = 1_000_000
/** Parts of one multipart message that are read. */
export const partsAtMost = 10_000

const [quote, backslash, comma, openBrace, closeBrace, openBracket, closeBracket] = [
  0x22, 0x5c, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d,
]

/**
 * Why a JSON text is not read although it may be sound: a few megabytes of brackets or commas take the stack or the memory of whoever
 * walks through them (RFC 8259, 9, allows limits). One pass, before anything is parsed; undefined where it may be read.
 */
export function excessOfJson(text: string): string | undefined {
  if (text.length <= 2 * levelsAtMost || opensFew(text)) return undefined
  let [level, values] = [0, 1]
  for (let at = 0; at < text.length; at += 1)
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case openBrace:
      case openBracket:
        level += 1
        if (level > levelsAtMost) return `is nested deeper than ${levelsAtMost} levels`
        break
      case closeBrace:
      case closeBracket:
        level -= 1
        break
      case comma:
        values += 1
        if (values > valuesAtMost) return `has more than ${valuesAtMost.toLocaleString('en')} values`
    }
  return undefined
}

/** Whether a text too short for too many values has fewer brackets than levels: soon seen, and so it is with nearly all. */
function opensFew(text: string): boolean {
  if (text.length > valuesAtMost) return false
  let opened = 0
  for (const bracket of '{[')
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      opened += 1
      if (opened > levelsAtMost) return false
    }
  return true
}

/** The closing quote of the string that opens here, or the end of the text. */
function endOfString(text: string, opens: number): number {
  for (let end = text.indexOf('"', opens + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let back = end
    while (back > opens + 1 && text.charCodeAt(back - 1) === backslash) back -= 1
    if ((end - back) % 2 === 0) return end
  }
  return text.length
}

/** Parses JSON that somebody else wrote; throws a SyntaxError for what is not JSON, and for what is more than is read. */
export function parseForeign(text: string): unknown {
  const excess = excessOfJson(text)
  if (excess !== undefined) throw new SyntaxError(excess)
  return parseTextable(text)
}

const mayNotSpeak = /toString|valueOf|\\u/

/** Parses JSON so that every value can be turned into a text: `String({ toString: 1 })` throws, wherever it is met. */
export const parseTextable = (text: string): unknown =>
  mayNotSpeak.test(text) ? JSON.parse(text, speaking) : JSON.parse(text)

const speaking = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && (Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf'))
    ? Object.defineProperty(value, Symbol.toPrimitive, { value: () => '[object Object]' })
    : value

const glance = 1024 * 1024

/** Why a body is not read, whatever it is: JSON as above, or a multipart message of too many parts. */
export function excessOfBody(contentType: string | undefined, body: Uint8Array | string): string | undefined {
  if (body.length <= 2 * levelsAtMost) return undefined
  if (/^\s*multipart\//i.test(contentType ?? '')) {
    const text = textOf(body)
    let parts = 0
    for (let at = text.indexOf('\n--'); at >= 0; at = text.indexOf('\n--', at + 3)) parts += 1
    return parts > partsAtMost ? `has more than ${partsAtMost.toLocaleString('en')} parts` : undefined
  }
  const start = typeof body === 'string' ? body.slice(0, glance) : textOf(body.subarray(0, glance))
  if (!/^(?:\ufeff|\u00ef\u00bb\u00bf)?\s*[[{]/.test(start)) return undefined
  // What the beginning is over, the whole is over: no second copy of a large body then.
  return excessOfJson(start) ?? (body.length > glance ? excessOfJson(textOf(body)) : undefined)
}

const textOf = (body: Uint8Array | string): string =>
  typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
