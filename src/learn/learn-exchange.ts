import type { ContractFacts } from '../contract/index.ts'
import { match } from '../contract/match.ts'
import { parseJson, readExchange, type ExchangeReading } from '../contract/reading.ts'
import { isObject } from '../exchange/json.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { learnedCallsOf, subjectOf, type About, type Learned } from './learned.ts'
import { anyKey, fieldName } from './privacy.ts'
import { recordsIn } from './records-in.ts'
import { refusalOf } from './refusal-of.ts'
import { again, once, tally } from './seen.ts'
import { addToShape } from './shape.ts'

/** Adds what an exchange shows; false where it belongs to no known interface. */
export function learnExchange(learned: Learned, exchange: Exchange, facts: ContractFacts): boolean {
  const found = match(exchange.request.method, exchange.request.url, facts)
  if (!found) return false
  const reading = readExchange(exchange, found)
  const { id: at } = exchange
  const calls = learnedCallsOf(learned, found.operation.id)
  calls.seen = again(calls.seen, once(at))
  for (const name of parameterNames(found.query)) tally(calls.parameters, name, at)
  if (exchange.response) {
    tally(calls.statuses, exchange.response.status, at)
    // A refused request says nothing about accepted shapes.
    if (isDone(exchange.response.status)) learnSent(learned, reading)
    learnAnswer(learned, reading)
  }
  return true
}

const isDone = (status: number): boolean => status >= 200 && status < 300

const parameterNames = (query: string): Set<string> =>
  new Set(
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => fieldName(pair.split('=', 1)[0] ?? ''))
      .filter((name) => name !== anyKey),
  )

function learnSent(learned: Learned, reading: ExchangeReading): void {
  const { operation } = reading.match
  const { body } = reading.exchange.request
  if (!body || body.length === 0) return
  const { requestJson: json } = reading
  const about = recordOf(reading, 'sent')
  if (about && json !== undefined)
    return learnRecords(
      learned,
      about,
      Array.isArray(json) ? json.filter(isObject) : isObject(json) ? [json] : [],
      reading,
      false,
    )
  const isForm = /^application\/x-www-form-urlencoded/i.test(reading.requestHeader('content-type') ?? '')
  const value = json ?? (isForm ? reading.form : undefined)
  if (isObject(value) || Array.isArray(value))
    addToShape(subjectOf(learned, { kind: 'body', of: operation.id, side: 'sent' }).shape, value, reading.exchange.id)
}

function learnAnswer(learned: Learned, reading: ExchangeReading): void {
  const { operation } = reading.match
  const { id: at, response } = reading.exchange
  const body = parseJson(reading.text)
  if (!response || typeof body !== 'object' || body === null) return
  const isRefusal = response.status >= 400 || (isObject(body) && typeof body['error'] === 'string')
  if (isRefusal) {
    const refusal = refusalOf(response.status, body)
    if (refusal) tally(learnedCallsOf(learned, operation.id).refusals, JSON.stringify(refusal), at)
  } else if (!isDone(response.status)) return
  const about = isRefusal ? undefined : recordOf(reading, 'answer')
  const { records, rest } = about ? recordsIn(body, about.of) : { records: [], rest: body }
  if (about) learnRecords(learned, about, records, reading, Boolean(reading.query('fields')))
  addToShape(
    subjectOf(learned, { kind: 'body', of: operation.id, side: isRefusal ? 'refusal' : 'answer' }).shape,
    rest,
    at,
  )
}

function learnRecords(
  learned: Learned,
  about: About,
  records: readonly unknown[],
  reading: ExchangeReading,
  isCut: boolean,
): void {
  if (records.length === 0) return
  const subject = subjectOf(learned, about)
  if (isCut) subject.cut += records.length
  for (const record of records) addToShape(subject.shape, record, reading.exchange.id)
}

/** Resource and DTO version that the call is about; the deleted listing holds no records. */
function recordOf(reading: ExchangeReading, side: 'answer' | 'sent'): About | undefined {
  const of = reading.path('resourceName')
  if (of === undefined || !/^[A-Za-z]\w{0,63}$/.test(of) || reading.match.operation.id === 'data/deleted')
    return undefined
  const version = (reading.query('dtos') ?? '')
    .split(';')
    .find((pair) => pair.startsWith(`${of}.`))
    ?.slice(of.length + 1)
  return {
    kind: 'record',
    of,
    ...(version !== undefined && /^\d{1,4}$/.test(version) ? { version: Number(version) } : {}),
    side,
  }
}
