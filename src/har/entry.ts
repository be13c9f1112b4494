import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { Redactor } from '../redact/redactor.ts'
import { headerOf, type HeaderList } from '../verdict/exchange.ts'
import type { Content, HarEntry, NameValue } from './har.ts'
import type { Captured, Recorded } from './recorded.ts'

/** An exchange as an entry: nothing of it is written that the redactor has not seen (law 11). */
export function entryOf(recorded: Recorded, redactor: Redactor): HarEntry {
  const url = redactor.url(recorded.url)
  const content = contentOf(recorded.responseBody, recorded.responseHeaders, redactor)
  const sent = recorded.requestBody.size > 0 ? contentOf(recorded.requestBody, recorded.requestHeaders, redactor) : undefined
  const { wait, receive } = { wait: positive(recorded.waitMs), receive: positive(recorded.receiveMs) }
  return {
    startedDateTime: new Date(recorded.startedAt).toISOString(),
    time: wait + receive,
    request: {
      method: recorded.method, url, httpVersion: recorded.httpVersion, cookies: [], headers: pairs(recorded.requestHeaders, redactor), queryString: queryOf(url), headersSize: -1, bodySize: recorded.requestBody.size,
      ...(sent ? { postData: { mimeType: sent.mimeType, ...(sent.text === undefined ? {} : { text: sent.text }), ...(sent.encoding ? { encoding: sent.encoding } : {}), ...(sent.comment ? { comment: sent.comment } : {}) } } : {}),
    },
    response: {
      status: recorded.status, statusText: recorded.statusText, httpVersion: recorded.httpVersion, cookies: [], headers: pairs(recorded.responseHeaders, redactor),
      redirectURL: redactor.url(headerOf(recorded.responseHeaders, 'Location') ?? ''), headersSize: -1, bodySize: recorded.responseBody.size, content, ...(recorded.broken ? { _error: recorded.broken } : {}),
    },
    cache: {},
    timings: { send: 0, wait, receive },
    ...(recorded.broken ? { _recorder: { outcome: recorded.broken, truncated: true } } : {}),
  }
}

const positive = (ms: number): number => Math.max(0, Math.round(ms * 1000) / 1000)

const pairs = (headers: HeaderList, redactor: Redactor): NameValue[] => redactor.headers(headers).map(([name, value]) => ({ name, value }))

function queryOf(url: string): NameValue[] {
  const search = url.split('?')[1]?.split('#')[0] ?? ''
  return search === '' ? [] : search.split('&').map((pair) => {
    const [name = '', ...rest] = pair.split('=')
    return { name: decoded(name), value: decoded(rest.join('=')) }
  })
}

const decoded = (text: string): string => { try { return decodeURIComponent(text) } catch { return text } }

const textual = /^(?:text\/|multipart\/|application\/(?:[\w.+-]*json|[\w.+-]*xml|x-www-form-urlencoded|javascript|text))/i

/** A body decoded for the file: text where it is text, else base64; left out with a word where a secret might hide in it. */
function contentOf({ bytes, size }: Captured, headers: HeaderList, redactor: Redactor): Content {
  const mimeType = headerOf(headers, 'Content-Type') ?? 'x-unknown'
  const without = (comment: string): Content => ({ size, mimeType, comment })
  if (size === 0) return { size: 0, mimeType }
  if (bytes.length < size) return without(`not kept: ${size} bytes are more than the recorder keeps`)
  const plain = decompressed(bytes, headerOf(headers, 'Content-Encoding'))
  if (!plain) return without('not kept: it cannot be decoded, and what cannot be read cannot be cleared of secrets')
  const sizes = { size: plain.length, mimeType, ...(plain.length === size ? {} : { compression: plain.length - size }) }
  if (isUtf8(plain) && (textual.test(mimeType) || !plain.includes(0))) return { ...sizes, text: redactor.body(plain.toString('utf8')) }
  const seen = plain.toString('latin1')
  if (redactor.text(seen) !== seen) return without('not kept: a secret stands in it')
  return { ...sizes, text: plain.toString('base64'), encoding: 'base64' }
}

function decompressed(bytes: Buffer, encoding: string | undefined): Buffer | undefined {
  const how = encoding?.trim().toLowerCase() ?? 'identity'
  try {
    if (how === 'identity' || how === '') return bytes
    if (how === 'gzip' || how === 'x-gzip') return gunzipSync(bytes)
    if (how === 'br') return brotliDecompressSync(bytes)
    if (how === 'deflate') { try { return inflateSync(bytes) } catch { return inflateRawSync(bytes) } }
  } catch { /* Cut off, or not what it says. */ }
  return undefined
}
