import { isUtf8 } from 'node:buffer'
import type { Redactor } from '../redact/redactor.ts'
import { headerOf, type HeaderList } from '../exchange/exchange.ts'
import { decompressed } from './decompressed.ts'
import type { Content } from './har.ts'
import type { Captured } from './recorded.ts'

const textual =
  /^(?:text\/|multipart\/|application\/(?:[\w.+-]*json|[\w.+-]*xml|x-www-form-urlencoded|javascript|text|http))/i

export const isTextual = (headers: HeaderList): boolean => textual.test(headerOf(headers, 'Content-Type') ?? '')

/** A truncated text is read this many bytes further than it is written, so that a secret at the cut is seen whole. */
export const readBeyondCut = 64 * 1024

/** A body decoded for the file: text where it is text, else base64. It is left out where a secret might hide in it. */
export function harContentOf(body: Captured, headers: HeaderList, redactor: Redactor, isCut = false): Content {
  const mimeType = redactor.text(headerOf(headers, 'Content-Type') ?? 'x-unknown')
  const leaveOut = (why: string): Content => ({
    size: body.decodedSize ?? body.size,
    mimeType,
    comment: `not recorded: ${why}`,
    _kept: 'absent',
  })
  if (body.size === 0) return { size: 0, mimeType, _kept: isCut ? 'cut' : 'whole' }
  if (body.dropped !== undefined) return leaveOut(body.dropped)
  if (body.decodedSize === undefined && body.bytes.length < body.size)
    return leaveOut(`its ${body.size} bytes exceed the recorder's limit`)
  try {
    return body.decodedSize === undefined
      ? wholeOf(body, headers, redactor, mimeType, isCut, leaveOut)
      : beginningOf(body, body.decodedSize, headers, redactor, mimeType)
  } catch {
    return leaveOut('redacting it failed')
  }
}

function wholeOf(
  { bytes, size }: Captured,
  headers: HeaderList,
  redactor: Redactor,
  mimeType: string,
  isCut: boolean,
  leaveOut: (why: string) => Content,
): Content {
  const plain = decompressed(bytes, headerOf(headers, 'Content-Encoding'))
  if (!plain) return leaveOut('it could not be decoded, or not within 16 MB, so it could not be searched for secrets')
  const sizes = { size: plain.length, mimeType, ...(plain.length === size ? {} : { compression: plain.length - size }) }
  const _kept = isCut ? 'cut' : 'whole'
  const isText = isUtf8(plain)
  if (isText && (isTextual(headers) || !plain.includes(0)) && !isWideText(plain)) {
    const text = plain.toString('utf8')
    return { ...sizes, text: isCut ? redactor.cutBody(text) : redactor.body(text), _kept }
  }
  const seen = plain.toString('latin1')
  if (showsSecret(seen, redactor) || (isCut && redactor.cutBody(seen) !== seen)) return leaveOut('it contains a secret')
  return { ...sizes, text: plain.toString('base64'), encoding: 'base64', _kept }
}

/** UTF-16 text that happens to be valid UTF-8, too. */
const isWideText = (bytes: Buffer): boolean => bytes.length > 3 && bytes.subarray(0, 64).includes(0)

const wideRun = /(?:[^\0]\0){4,}[^\0]?/g

/** Whether bytes, read as Latin-1, contain a secret, in UTF-16 too. */
export function showsSecret(bytes: string, redactor: Redactor): boolean {
  const shown = (text: string): boolean => redactor.body(text) !== text
  return (
    shown(bytes) ||
    (bytes.includes('\0') && shown((bytes.match(wideRun) ?? []).map((run) => run.replaceAll('\0', '')).join('\n')))
  )
}

function beginningOf(
  { bytes, aside }: Captured,
  size: number,
  headers: HeaderList,
  redactor: Redactor,
  mimeType: string,
): Content {
  const text = isTextual(headers) ? redactor.body(new TextDecoder().decode(bytes, { stream: true })) : ''
  const beginning = text.slice(0, Math.max(0, text.length - readBeyondCut))
  const rest = aside
    ? `the whole body is in ${aside.file}`
    : 'the whole body is not recorded because it contains a secret'
  return {
    size,
    mimeType,
    ...(isTextual(headers) ? { text: beginning } : {}),
    comment: beginning === '' ? rest : `truncated after ${beginning.length} characters; ${rest}`,
    _kept: aside ? 'aside' : beginning === '' ? 'absent' : 'cut',
    ...(aside ? { _file: aside.file, _sha256: aside.sha256 } : {}),
  }
}
