import type { ReportedExchange, StreamRecord } from '../src/verdict/stream.ts'
import { foldRun } from './run-view.ts'
import { plainJson, visibleLine } from './visible.ts'

/**
 * The exchanges that findings cite, in the order of the stream, as a HAR 1.2 file: redacted, and bodies cut, as reports have them. A stream of an
 * earlier version knows no time of an exchange: then it is the start of the run.
 */
export function renderHar(records: readonly StreamRecord[]): string {
  const { plan, checks, elsewhere, exchanges } = foldRun(records)
  const started = plan?.started ?? '1970-01-01T00:00:00.000Z'
  const cited = new Map<string, Set<string>>()
  for (const verdict of [...checks.flatMap(({ verdict: judged }) => judged ?? []), ...elsewhere])
    for (const id of verdict.findings.flatMap((finding) => finding.exchanges))
      cited.set(id, (cited.get(id) ?? new Set<string>()).add(verdict.check))
  const entries = [...exchanges.values()].flatMap((exchange) => {
    const citing = cited.get(exchange.id)
    return citing ? [entryOf(exchange, [...citing], started)] : []
  })
  const browser = { name: 'Fieldproof', version: plan?.kit ?? 'unknown' }
  return `${plainJson({ log: { version: '1.2', creator: browser, pages: [], entries } }, 1)}\n`
}

type Pairs = ReportedExchange['requestHeaders']

const named = (pairs: Pairs) => pairs.map(([name, value]) => ({ name: visibleLine(name), value: visibleLine(value) }))
const typeIn = (headers: Pairs): string =>
  visibleLine(headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'x-unknown')
const bytes = (text: string): number => new TextEncoder().encode(text).length

function entryOf(exchange: ReportedExchange, citing: readonly string[], started: string) {
  const { requestBody, responseBody = '', responseHeaders = [], status, failure } = exchange
  return {
    startedDateTime: exchange.at ?? started,
    time: exchange.ms,
    request: {
      method: visibleLine(exchange.method),
      url: addressOf(exchange.url),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(exchange.requestHeaders),
      queryString: queryOf(exchange.url),
      headersSize: -1,
      bodySize: requestBody === undefined ? 0 : -1,
      ...(requestBody === undefined
        ? {}
        : { postData: { mimeType: typeIn(exchange.requestHeaders), text: requestBody } }),
    },
    response: {
      status: status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(responseHeaders),
      redirectURL: visibleLine(responseHeaders.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? ''),
      headersSize: -1,
      bodySize: -1,
      content: { size: bytes(responseBody), mimeType: typeIn(responseHeaders), text: responseBody },
      ...(status === undefined ? { _error: failure ?? 'no answer' } : {}),
    },
    cache: {},
    timings: { send: 0, wait: exchange.ms, receive: 0 },
    comment: `shown by ${citing.slice(0, 3).join(', ')}${citing.length > 3 ? ` and ${citing.length - 3} more` : ''}`,
    _id: exchange.id,
  }
}

/** Readers refuse a file for one address that is none: what stands in it beside printable ASCII is percent-encoded. */
const addressOf = (url: string): string =>
  visibleLine(url).replace(/[^!#$%&'()*+,\-./:;=?@[\]_~\w]/gu, (character) => encodeURIComponent(character))

function queryOf(url: string) {
  const at = url.indexOf('?')
  if (at < 0) return []
  return [...new URLSearchParams(url.slice(at + 1).split('#')[0] ?? '')].map(([name, value]) => ({ name, value }))
}
