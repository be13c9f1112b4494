import type { Redactor } from '../redact/redactor.ts'
import { headerOf, type HeaderList } from '../exchange/exchange.ts'
import { harContentOf } from './content.ts'
import type { Content, HarEntry, NameValue } from './har.ts'
import type { CapturedExchange } from './recorded.ts'

/** An exchange as an entry. Everything in it has passed through the redactor (law 11). */
export function entryOf(recorded: CapturedExchange, redactor: Redactor): HarEntry {
  const url = redactor.url(recorded.url)
  const content = harContentOf(recorded.responseBody, recorded.responseHeaders, redactor, recorded.broken !== undefined)
  const isSentCut = isCutOff(recorded)
  const sent =
    recorded.requestBody.size > 0 || isSentCut
      ? harContentOf(recorded.requestBody, recorded.requestHeaders, redactor, isSentCut)
      : undefined
  const { wait, receive } = { wait: positive(recorded.waitMs), receive: positive(recorded.receiveMs) }
  return {
    startedDateTime: exactly(recorded.startedAt),
    time: wait + receive,
    request: {
      method: recorded.method,
      url,
      httpVersion: recorded.httpVersion,
      cookies: [],
      headers: pairs(recorded.requestHeaders, redactor),
      queryString: queryOf(url),
      headersSize: -1,
      bodySize: recorded.requestBody.size,
      ...(sent ? { postData: postDataOf(sent) } : {}),
    },
    response: {
      status: recorded.status,
      statusText: redactor.text(recorded.statusText),
      httpVersion: recorded.httpVersion,
      cookies: [],
      headers: pairs(recorded.responseHeaders, redactor),
      redirectURL: redactor.url(headerOf(recorded.responseHeaders, 'Location') ?? ''),
      headersSize: -1,
      bodySize: recorded.responseBody.size,
      content,
      ...(recorded.broken ? { _error: recorded.broken } : {}),
    },
    cache: {},
    timings: { send: 0, wait, receive },
    ...(recorded.broken
      ? { _recorder: { outcome: recorded.broken, truncated: true, ...(recorded.code ? { code: recorded.code } : {}) } }
      : {}),
  }
}

/** Whether the request body may lack its end: one side went away, or the server answered before it had come. */
function isCutOff({ sentWhole, requestHeaders, requestBody: { size } }: CapturedExchange): boolean {
  const length = headerOf(requestHeaders, 'Content-Length')
  return length === undefined
    ? !sentWhole && headerOf(requestHeaders, 'Transfer-Encoding') !== undefined
    : size < Number(length)
}

/** HAR 1.2 has no encoding for request bodies; 1.3 does, and our reader knows it. Without a text Chrome shows "undefined". */
const postDataOf = ({
  size: _size,
  compression: _compression,
  ...rest
}: Content): Omit<Content, 'size' | 'compression'> => ({ ...rest, text: rest.text ?? '' })

/** With microseconds, to tell the order of two exchanges within one millisecond. */
function exactly(startedAt: number): string {
  const whole = Math.floor(startedAt)
  return new Date(whole)
    .toISOString()
    .replace('Z', `${String(Math.floor((startedAt - whole) * 1000)).padStart(3, '0')}Z`)
}

/** Importers reject the whole file if one time is not a number. */
const positive = (ms: number): number => (ms > 0 && Number.isFinite(ms) ? Math.round(ms * 1000) / 1000 : 0)

const pairs = (headers: HeaderList, redactor: Redactor): NameValue[] =>
  redactor.headers(headers).map(([name, value]) => ({ name, value }))

function queryOf(url: string): NameValue[] {
  const search = url.split('?')[1]?.split('#')[0] ?? ''
  return search === ''
    ? []
    : search.split('&').map((pair) => {
        const [name = '', ...rest] = pair.split('=')
        return { name: decoded(name), value: decoded(rest.join('=')) }
      })
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
