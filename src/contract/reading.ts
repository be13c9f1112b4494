import { parseForeign } from '../exchange/bounds.ts'
import { isObject } from '../exchange/json.ts'
import type { Exchange, HeaderList, WireResponse } from '../exchange/exchange.ts'
import type { OperationMatch } from './match.ts'

/** An exchange taken apart; each part is parsed once, at first use. */
export interface ExchangeReading {
  readonly exchange: Exchange
  readonly match: OperationMatch
  /** The batch that it is a part of. */
  readonly around?: ExchangeReading
  /** First value of a query parameter, decoded. */
  query(name: string): string | undefined
  queryAll(name: string): readonly string[]
  /** A path parameter, decoded; undefined if its encoding is broken. */
  path(name: string): string | undefined
  requestHeader(name: string): string | undefined
  responseHeader(name: string): string | undefined
  /** Fields of a form request. */
  readonly form: Readonly<Record<string, string>>
  readonly requestJson: unknown
  /** The response body as JSON; undefined if it is not JSON. */
  readonly json: unknown
  /** The response body as text; empty if there is none. */
  readonly text: string
}

export function readExchange(exchange: Exchange, match: OperationMatch, around?: ExchangeReading): ExchangeReading {
  const once = <T>(make: () => T): (() => T) => {
    let made: { value: T } | undefined
    return () => (made ??= { value: make() }).value
  }
  const query = once(() => pairs(match.query, decode))
  const form = once(() =>
    Object.fromEntries(
      [...pairs(textOf(exchange.request), decodeForm)].map(([name, values]) => [name, values[0] ?? '']),
    ),
  )
  const requestJson = once(() => parseJson(textOf(exchange.request)))
  const text = once(() => textOf(exchange.response))
  const json = once(() => parseJson(text()))
  return {
    exchange,
    match,
    ...(around ? { around } : {}),
    query: (name) => query().get(name)?.[0],
    queryAll: (name) => query().get(name) ?? [],
    path: (name) => decoded(match.path[name]),
    requestHeader: (name) =>
      name === 'accept' ? listed(exchange.request.headers, name) : header(exchange.request.headers, name),
    responseHeader: (name) => header(exchange.response?.headers, name),
    get form() {
      return form()
    },
    get requestJson() {
      return requestJson()
    },
    get json() {
      return json()
    },
    get text() {
      return text()
    },
  }
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseForeign(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

function textOf(message: (Pick<WireResponse, 'text'> & { readonly body?: Uint8Array }) | undefined): string {
  if (message?.text !== undefined) return message.text
  const body = message?.body
  return body ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8') : ''
}

/** The response for a missing record, or its content, is not shown: it may be an empty `data` (A-DAT-24). */
export function isEmptyData(reading: ExchangeReading): boolean {
  const { response } = reading.exchange
  if ((response?.text ?? response?.body ?? '').length > 200 || !reading.text.includes('data')) return false
  const { json } = reading
  return isObject(json) && Array.isArray(json['data']) && json['data'].length === 0
}

function header(headers: HeaderList | undefined, name: string): string | undefined {
  for (const [key, value] of headers ?? []) if (key.length === name.length && key.toLowerCase() === name) return value
  return undefined
}

/** What a header is that holds a list: sent in several lines, it means the same as in one (RFC 9110, section 5.3). */
function listed(headers: HeaderList, name: string): string | undefined {
  const values = headers.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []))
  return values.length === 0 ? undefined : values.join(', ')
}

function decoded(raw: string | undefined): string | undefined {
  if (raw === undefined || !raw.includes('%')) return raw
  try {
    return decodeURIComponent(raw)
  } catch {
    return undefined
  }
}

const decode = (raw: string): string => decoded(raw) ?? raw
const decodeForm = (raw: string): string => decode(raw.replaceAll('+', ' '))

function pairs(text: string, reader: (raw: string) => string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  if (text === '') return found
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=')
    const name = reader(at < 0 ? pair : pair.slice(0, at))
    const value = at < 0 ? '' : reader(pair.slice(at + 1))
    const values = found.get(name)
    if (values) values.push(value)
    else found.set(name, [value])
  }
  return found
}
