import { isUtf8 } from 'node:buffer'
import type { Redactor } from '../redact/redactor.ts'
import { headerOf, type HeaderList } from '../exchange/exchange.ts'
import { decompressed } from './decompressed.ts'
import type { Content } from './har.ts'
import type { Captured } from './recorded.ts'

const textual =
  /^(?:text\/|multipart\/|application\/(?:[\w.+-]*json|[\w.+-]*xml|x-www-form-urlencoded|javascript|text|http))/i

export const isTextual = (headers: HeaderList): boolean => textual.test(headerOf(headers, 'Content-Type') ?? '')

/** Of a text that is cut, so much more is read than is written: a secret on the cut is then seen whole. */
export const readBeyondCut = 64 * 1024

/** A body decoded for the file: text where it is text, else base64; left out with a word where a secret might hide in it. */
export function contentOf(body: Captured, headers: HeaderList, redactor: Redactor, isCut = false): Content {
  const mimeType = redactor.text(headerOf(headers, 'Content-Type') ?? 'x-unknown')
  const without = (comment: string): Content => ({ size: body.decodedSize ?? body.size, mimeType, comment })
  if (body.size === 0) return { size: 0, mimeType }
  if (body.dropped !== undefined) return without(`not kept: ${body.dropped}`)
  if (body.decodedSize === undefined && body.bytes.length < body.size)
    return without(`not kept: ${body.size} bytes are more than the recorder keeps`)
  try {
    return body.decodedSize === undefined
      ? wholeOf(body, headers, redactor, mimeType, isCut, without)
      : {
          ...beginningOf(body, headers, redactor, without),
          ...(body.aside ? { _file: body.aside.file, _sha256: body.aside.sha256 } : {}),
        }
  } catch {
    return without('not kept: it could not be cleared of secrets')
  }
}

function wholeOf(
  { bytes, size }: Captured,
  headers: HeaderList,
  redactor: Redactor,
  mimeType: string,
  isCut: boolean,
  without: (comment: string) => Content,
): Content {
  const plain = decompressed(bytes, headerOf(headers, 'Content-Encoding'))
  if (!plain) return without('not kept: it cannot be decoded, and what cannot be read cannot be cleared of secrets')
  const sizes = { size: plain.length, mimeType, ...(plain.length === size ? {} : { compression: plain.length - size }) }
  const isText = isUtf8(plain)
  if (isText && (isTextual(headers) || !plain.includes(0)) && !isWideText(plain))
    return { ...sizes, text: isCut ? redactor.cutBody(plain.toString('utf8')) : redactor.body(plain.toString('utf8')) }
  const seen = plain.toString('latin1')
  if (showsSecret(seen, redactor) || (isCut && redactor.cutBody(seen) !== seen))
    return without('not kept: a secret stands in it')
  return { ...sizes, text: plain.toString('base64'), encoding: 'base64' }
}

/** Text in two bytes a character, which happens to be valid in one byte a character, too. */
const isWideText = (bytes: Buffer): boolean => bytes.length > 3 && bytes.subarray(0, 64).includes(0)

const wideRun = /(?:[^\0]\0){4,}[^\0]?/g

/** Whether a secret stands in bytes, read one byte a character; also where its characters have two. */
export function showsSecret(bytes: string, redactor: Redactor): boolean {
  const shown = (text: string): boolean => redactor.body(text) !== text
  return (
    shown(bytes) ||
    (bytes.includes('\0') && shown((bytes.match(wideRun) ?? []).map((run) => run.replaceAll('\0', '')).join('\n')))
  )
}

function beginningOf(
  { bytes, decodedSize, aside }: Captured,
  headers: HeaderList,
  redactor: Redactor,
  without: (comment: string) => Content,
): Content {
  const beside = aside
    ? `the whole of it is in ${aside.file}`
    : 'the whole of it is not kept, for a secret stands in it'
  if (!isTextual(headers)) return without(beside)
  const text = redactor.body(new TextDecoder().decode(bytes, { stream: true }))
  const kept = text.slice(0, Math.max(0, text.length - readBeyondCut))
  return { ...without(`cut after ${kept.length} of ${decodedSize} bytes; ${beside}`), text: kept }
}
