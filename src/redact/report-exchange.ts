import type { Exchange, HeaderList } from '../verdict/exchange.ts'
import type { ReportedExchange } from '../verdict/stream.ts'
import type { Redactor } from './redactor.ts'

const bodyAtMost = 4000

/** An exchange as reports may show it: redacted first, cut afterwards, so that no half secret is left standing. */
export function reportExchange(exchange: Exchange, check: string, redactor: Redactor): ReportedExchange {
  const { request, response } = exchange
  const requestBody = request.body && request.body.length > 0 ? bodyText(request.body, redactor) : undefined
  return {
    id: exchange.id, check,
    method: request.method, url: redactor.url(request.url),
    requestHeaders: redactor.headers(request.headers),
    ...(requestBody === undefined ? {} : { requestBody }),
    ...(response ? { status: response.status, responseHeaders: redactor.headers(response.headers), responseBody: bodyText(response.body, redactor) } : {}),
    ...(exchange.failure ? { failure: exchange.failure } : {}),
    ms: Math.round(exchange.ms),
    curl: curlLine(exchange, redactor),
  }
}

function bodyText(body: Uint8Array, redactor: Redactor): string {
  const bytes = Buffer.from(body)
  if (bytes.includes(0)) return `<${bytes.length} bytes, not text>`
  const text = redactor.body(bytes.toString('utf8'))
  return text.length > bodyAtMost ? `${text.slice(0, bodyAtMost)}... (${text.length - bodyAtMost} more characters)` : text
}

/** A line for a shell that repeats the exchange; credentials are read from variables. */
function curlLine({ request }: Exchange, redactor: Redactor): string {
  const words = ['curl', '-i', '-X', request.method]
  for (const [name, value] of request.headers) words.push('-H', header(name, value, redactor))
  if (request.body && request.body.length > 0) words.push('--data-binary', quoted(redactor.body(Buffer.from(request.body).toString('utf8'))))
  return [...words, address(request.url, redactor)].join(' ')
}

function header(name: string, value: string, redactor: Redactor): string {
  if (name.toLowerCase() !== 'authorization') return quoted(`${name}: ${textOf([[name, value]], redactor)}`)
  if (/^bearer /i.test(value)) return `"${name}: Bearer $FIELDPROOF_TOKEN"`
  if (/^basic /i.test(value)) return `"${name}: Basic $(printf %s "$FIELDPROOF_CLIENT" | base64 -w0)"`
  return quoted(`${name}: ${textOf([[name, value]], redactor)}`)
}

const textOf = (headers: HeaderList, redactor: Redactor): string => redactor.headers(headers)[0]?.[1] ?? ''

function address(url: string, redactor: Redactor): string {
  const [before, after] = url.split(/(?<=[?&]access_token=)[^&#]*/)
  return after === undefined ? quoted(redactor.url(url)) : `${quoted(redactor.url(before as string))}"$FIELDPROOF_TOKEN"${after === '' ? '' : quoted(redactor.url(after))}`
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
