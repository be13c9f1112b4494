import { readingOf, type ContractFacts } from '../contract/index.ts'
import { headerOf, type Exchange, type HeaderList } from '../exchange/exchange.ts'
import { batchView, failureIn, type BatchView } from './batch-view.ts'
import type { BatchPlace, Moment, Observed } from './observed.ts'
import { writeIn } from './write.ts'

export interface Seen {
  readonly whole: Observed
  readonly batch?: BatchView
  /** Parts of a batch whose addresses are known, in the order of the requests. */
  readonly parts: readonly Observed[]
}

/** Parses an exchange for the monitors; undefined if its address belongs to no known interface. */
export function observe(exchange: Exchange, facts: ContractFacts): Seen | undefined {
  const reading = readingOf(exchange, facts)
  if (!reading) return undefined
  const moment: Moment = { ref: exchange.id, sentAt: exchange.startedAt, answeredAt: exchange.startedAt + exchange.ms }
  const token = tokenOf(exchange, reading.query('access_token'))
  const place = placeOf(exchange.request.url, reading.query('account'), reading.query('company'))
  const whole: Observed = {
    moment,
    reading,
    status: exchange.response?.status ?? 0,
    place,
    ...(token === undefined ? {} : { token }),
  }
  if (reading.match.operation.interface !== 'batch') return { whole, parts: [] }
  const batch = batchView(reading)
  return { whole, batch, parts: partsOf(batch, whole, facts) }
}

function partsOf(batch: BatchView, { moment, reading, place, token }: Observed, facts: ContractFacts): Observed[] {
  const kept = keptOf(batch)
  const date = reading.responseHeader('date')
  const parts: Observed[] = []
  const last = new Map<string, BatchPlace>()
  batch.requests.forEach((_, position) => {
    const part = batch.exchanges[position]
    if (!part) return
    const inner: Exchange = {
      ...part,
      request: { ...part.request, headers: inherited(part.request.headers, token) },
    }
    const read = readingOf(inner, facts)
    if (!read) return
    const where: BatchPlace = {
      transactional: batch.transactional !== false,
      kept,
      superseded: false,
      ...(date === undefined ? {} : { date }),
    }
    const seen: Observed = {
      moment: { ...moment, ref: `${moment.ref} part ${position + 1}`, part: position },
      reading: read,
      status: inner.response?.status ?? 0,
      place,
      batch: where,
      ...(token === undefined ? {} : { token }),
    }
    const write = writeIn(seen)
    const key = write && `${write.resource} ${write.id ?? ''} ${write.externalId ?? ''}`
    if (key !== undefined) {
      const before = last.get(key)
      if (before) before.superseded = true
      last.set(key, where)
    }
    parts.push(seen)
  })
  return parts
}

function keptOf(batch: BatchView): BatchPlace['kept'] {
  const { transactional, requests, responses } = batch
  if (!responses) return 'unknown'
  if (transactional === false) return 'yes'
  if (transactional === undefined || responses.some((part) => typeof part === 'string')) return 'unknown'
  if (failureIn(batch) !== undefined) return 'no'
  return responses.length === requests.length &&
    responses.every((part) => typeof part !== 'string' && part.status >= 200 && part.status < 300)
    ? 'yes'
    : 'unknown'
}

/** Parts inherit the authentication of the batch (A-BAT-06). */
const inherited = (headers: HeaderList, token: string | undefined): HeaderList =>
  token === undefined || headerOf(headers, 'Authorization') !== undefined
    ? headers
    : [...headers, ['Authorization', `Bearer ${token}`]]

const tokenOf = ({ request }: Exchange, query: string | undefined): string | undefined =>
  /^Bearer\s+(\S+)/i.exec(headerOf(request.headers, 'Authorization') ?? '')?.[1] ?? query

function placeOf(url: string, account: string | undefined, company: string | undefined): string {
  const at = url.search(/\/(?:api|dataCloudInterface|masterCloudInterface)\//)
  return `${at < 0 ? url.split('/', 3).join('/') : url.slice(0, at)} ${account ?? ''} ${company ?? ''}`
}
