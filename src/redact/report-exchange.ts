import { quotedForShell } from '../exchange/shell.ts'
import type { Exchange, HeaderList } from '../exchange/exchange.ts'
import type { ReportedExchange } from '../verdict/stream.ts'
import type { Redactor } from './redactor.ts'

/** Characters of a body that are shown; and bytes of a large one that are searched for secrets, since no more of it is shown. */
const [bodyAtMost, searchedAtMost] = [4000, 512 * 1024]

/** An exchange as reports may show it: redacted first and truncated afterwards, so that no part of a secret is left. */
export function reportExchange(exchange: Exchange, check: string, redactor: Redactor): ReportedExchange {
  const { request, response } = exchange
  const requestBody = request.body && request.body.length > 0 ? bodyText(request.body, redactor) : undefined
  return {
    id: exchange.id,
    check,
    method: request.method,
    url: redactor.url(request.url),
    requestHeaders: redactor.headers(request.headers),
    ...(requestBody === undefined ? {} : { requestBody }),
    ...(response
      ? {
          status: response.status,
          responseHeaders: redactor.headers(response.headers),
          responseBody: bodyText(response.body, redactor),
        }
      : {}),
    ...(exchange.failure ? { failure: exchange.failure } : {}),
    ...(Number.isFinite(exchange.startedAt) ? { at: new Date(exchange.startedAt).toISOString() } : {}),
    ms: Math.round(exchange.ms),
    curl: curlLine(exchange, redactor),
  }
}

function bodyText(body: Uint8Array, redactor: Redactor): string {
  const bytes = Buffer.from(body)
  if (bytes.includes(0)) return `<${bytes.length} bytes, not text>`
  if (bytes.length > searchedAtMost) {
    const beginning = redactor.cutBody(bytes.toString('utf8', 0, searchedAtMost)).slice(0, bodyAtMost)
    return `${beginning}... (${bytes.length} bytes in all)`
  }
  const text = redactor.body(bytes.toString('utf8'))
  return text.length > bodyAtMost
    ? `${text.slice(0, bodyAtMost)}... (${text.length - bodyAtMost} more characters)`
    : text
}

/** A shell command that repeats the exchange without curl's own headers; credentials come from variables. */
function curlLine({ request }: Exchange, redactor: Redactor): string {
  const body =
    request.body && request.body.length > 0 ? redactor.body(Buffer.from(request.body).toString('utf8')) : undefined
  const words = ['curl', '-i', ...(request.method === 'HEAD' ? ['-I'] : ['-X', request.method])]
  // Otherwise curl treats brackets in an address as a pattern, and resolves dots in its path.
  if (/[[\]{}]/.test(request.url)) words.push('-g')
  if (/\/\.{1,2}(?:[/?#]|$)/.test(request.url)) words.push('--path-as-is')
  for (const [name, value] of request.headers) words.push(...header(name, value, redactor))
  for (const [name, needed] of [
    ['Accept', true],
    ['Content-Type', body !== undefined],
  ] as const) {
    if (needed && !request.headers.some(([given]) => given.toLowerCase() === name.toLowerCase()))
      words.push('-H', quotedForShell(`${name}:`))
  }
  // Raw, since a body that begins with @ would name a file.
  if (body !== undefined) words.push('--data-raw', quotedForShell(body))
  return [...words, address(request.url, redactor)].join(' ')
}

function header(name: string, value: string, redactor: Redactor): string[] {
  const isAuthorization = name.toLowerCase() === 'authorization'
  if (isAuthorization && /^bearer /i.test(value)) return ['-H', `"${name}: Bearer $FIELDPROOF_TOKEN"`]
  if (isAuthorization && /^basic /i.test(value)) return ['-u', '"$FIELDPROOF_CLIENT"']
  // With a colon and no value, curl would omit the header.
  return ['-H', quotedForShell(value === '' ? `${name};` : `${name}: ${textOf([[name, value]], redactor)}`)]
}

const textOf = (headers: HeaderList, redactor: Redactor): string => redactor.headers(headers)[0]?.[1] ?? ''

function address(url: string, redactor: Redactor): string {
  const [before, after] = url.split(/(?<=[?&]access_token=)[^&#]*/)
  return after === undefined
    ? quotedForShell(redactor.url(url))
    : `${quotedForShell(redactor.url(before as string))}"$FIELDPROOF_TOKEN"${after === '' ? '' : quotedForShell(redactor.url(after))}`
}
