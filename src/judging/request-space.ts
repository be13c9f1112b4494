import type { ContractFacts, ExchangeReading } from '../contract/index.ts'
import { isObject } from '../exchange/json.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { observeExchange } from '../monitors/observe.ts'
import type { Target } from '../target/target.ts'

/** How often each cell of each operation was exercised: `data/get-one` -> `token header` -> 12. */
export type RequestCounts = Readonly<Record<string, Readonly<Record<string, number>>>>

/** Texts longer than this count as long. */
const longFrom = 200

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

/** What kind of value a text in a query is, and what is special about it. */
function* kindsOfText(text: string): Generator<string> {
  yield text === ''
    ? 'empty'
    : /^-?\d+$/.test(text)
      ? 'integer'
      : text === 'true' || text === 'false'
        ? 'boolean'
        : 'text'
  if (text.length > longFrom) yield 'long'
  if (/[^\0-\x7f]/.test(text)) yield 'non-ascii'
  if (/[^\w.~-]/.test(text)) yield 'reserved'
}

function* kindsOfValue(value: unknown): Generator<string> {
  if (value === null) yield 'null'
  else if (Array.isArray(value)) yield value.length === 0 ? 'empty list' : 'list'
  else if (typeof value === 'object') yield 'object'
  else if (typeof value === 'number') yield Number.isInteger(value) ? 'integer' : 'decimal'
  else if (typeof value === 'boolean') yield 'boolean'
  else if (typeof value === 'string') {
    yield value === '' ? 'empty text' : isoTime.test(value) ? 'date-time' : 'text'
    if (value.length > longFrom) yield 'long text'
    if (/[^\0-\x7f]/.test(value)) yield 'non-ascii text'
  }
}

/** Where an item of the request context stands, of those that have a header and a query form. */
const placeOf = (reading: ExchangeReading, header: string, query: string): string =>
  [
    ...(reading.requestHeader(header) === undefined ? [] : ['header']),
    ...(reading.query(query) === undefined ? [] : ['query']),
  ].join(' and ') || 'absent'

const tokenPlaceOf = (reading: ExchangeReading): string => {
  const header = reading.requestHeader('authorization')
  const places = [
    ...(header === undefined ? [] : [/^bearer /i.test(header) ? 'header' : 'other scheme']),
    ...(reading.query('access_token') === undefined ? [] : ['query']),
  ]
  return places.join(' and ') || 'none'
}

/** The identity whose client and user a call names; logins of an account and of a client name no user. */
function identityOf(reading: ExchangeReading, target: Target): string {
  const client = reading.requestHeader('x-client-id') ?? reading.query('clientId')
  const user = reading.query('user')
  if (user === undefined) return 'without user'
  const found = Object.entries(target.identities).find(
    ([, identity]) => identity.client.id === client && identity.username?.split('/')[1] === user,
  )
  return found?.[0] ?? 'none'
}

/** The encoding of a query as it was written. */
function* encodingsOf(query: string): Generator<string> {
  if (/%[\dA-F]*[a-f]|%[a-f]/.test(query)) yield 'lower-case hex'
  if (/%(?:2D|2E|5F|7E|3\d|4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A])/i.test(query)) yield 'unreserved encoded'
  if (query.includes('+')) yield 'plus'
  if (/%[89A-F]/i.test(query)) yield 'non-ascii'
}

function* cellsOf(reading: ExchangeReading, isPart: boolean, target: Target): Generator<string> {
  const { match, exchange } = reading
  yield `sent ${isPart ? 'as a part' : 'alone'}`
  if (match.operation.interface !== 'token') {
    if (!isPart) yield `token ${tokenPlaceOf(reading)}`
    yield `identity ${identityOf(reading, target)}`
    yield `client id ${placeOf(reading, 'x-client-id', 'clientId')}`
    yield `client version ${placeOf(reading, 'x-client-version', 'clientVersion')}`
    yield `request id ${placeOf(reading, 'x-request-id', 'requestId')}`
    for (const item of ['account', 'company', 'user'])
      yield `${item} ${reading.query(item) === undefined ? 'absent' : 'sent'}`
    for (const encoding of encodingsOf(match.query)) yield `query in ${encoding}`
  }
  for (const { name, in: place } of match.operation.parameters) {
    if (place !== 'query') continue
    const values = reading.queryAll(name)
    if (values.length === 0) yield `?${name} absent`
    if (values.length > 1) yield `?${name} repeated`
    for (const value of values) for (const kind of kindsOfText(value)) yield `?${name} ${kind}`
  }
  const { operation } = match
  if (!operation.body) return
  if (operation.interface === 'token') for (const name of Object.keys(reading.form)) yield `field ${name}`
  const size = exchange.request.body?.length ?? 0
  if (size > 0) yield `body ${size < 1024 ? 'below 1 KB' : size < 65_536 ? 'below 64 KB' : '64 KB or more'}`
  const { requestJson } = reading
  if (isObject(requestJson))
    for (const value of Object.values(requestJson)) for (const kind of kindsOfValue(value)) yield `body ${kind}`
}

/** Counts what the requests of a run have exercised, the parts of batches as requests of their own. */
export function requestSpace(facts: ContractFacts, target: Target) {
  const counts: Record<string, Record<string, number>> = {}
  const count = (reading: ExchangeReading, isPart: boolean): void => {
    const { id } = reading.match.operation
    const cells = (counts[id] ??= {})
    // A cell counts once for each request, however many of its values fall into it.
    for (const cell of new Set(cellsOf(reading, isPart, target))) cells[cell] = (cells[cell] ?? 0) + 1
  }
  return {
    /** The operation that was called; undefined if it is none of the documents. */
    see(exchange: Exchange): string | undefined {
      const observed = observeExchange(exchange, facts)
      if (!observed) return undefined
      count(observed.whole.reading, false)
      for (const { reading } of observed.parts) count(reading, true)
      return observed.whole.reading.match.operation.id
    },
    counts: (): RequestCounts => counts,
  }
}
