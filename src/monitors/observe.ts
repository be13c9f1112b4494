import { readingOf, type ContractFacts, type ExchangeReading } from '../contract/index.ts'
import { headerOf, type Exchange, type HeaderList } from '../exchange/exchange.ts'
import { batchView, failureIn, type BatchView } from './batch-view.ts'
import { supersededIn } from './batch-names.ts'
import type { BatchPlace, Moment, Observed } from './observed.ts'

export interface ObservedExchange {
  readonly whole: Observed
  readonly batch?: BatchView
  /** Parts of a batch whose addresses are known, in the order of the requests. */
  readonly parts: readonly Observed[]
}

/** Parses an exchange for the monitors; undefined if its address belongs to no known interface. */
export function observeExchange(exchange: Exchange, facts: ContractFacts): ObservedExchange | undefined {
  const reading = readingOf(exchange, facts)
  if (!reading) return undefined
  // Most recorders cut times to whole milliseconds, each by itself: what seems to follow by less may have overlapped.
  const cut = Number.isInteger(exchange.startedAt) ? 2 : 0
  const moment: Moment = {
    ref: exchange.id,
    sentAt: exchange.startedAt,
    answeredAt: exchange.startedAt + exchange.ms + cut,
  }
  const token = tokenOf(exchange, reading.query('access_token'))
  const place = placeOf(exchange.request.url, contextOf(reading), token)
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

function partsOf(batch: BatchView, { moment, reading, token }: Observed, facts: ContractFacts): Observed[] {
  const kept = keptOf(batch)
  const date = reading.responseHeader('date')
  const { url } = reading.exchange.request
  const parts: Observed[] = []
  batch.requests.forEach((_, position) => {
    const part = batch.exchanges[position]
    if (!part) return
    const inner: Exchange = {
      ...part,
      request: { ...part.request, headers: inherited(part.request.headers, token) },
    }
    const read = readingOf(inner, facts, reading)
    if (!read) return
    const where: BatchPlace = {
      transactional: batch.transactional !== false,
      kept,
      superseded: false,
      ...(date === undefined ? {} : { date }),
    }
    parts.push({
      moment: { ...moment, ref: `${moment.ref} part ${position + 1}`, part: position },
      reading: read,
      status: inner.response?.status ?? 0,
      // Whether what the batch names holds for its parts is not shown (A-BAT-17): what a part names itself goes first.
      place: placeOf(url, { ...contextOf(reading), ...contextOf(read) }, token),
      batch: where,
      ...(token === undefined ? {} : { token }),
    })
  })
  const superseded = supersededIn(parts)
  return parts.map((part, at) =>
    superseded.has(at) && part.batch ? { ...part, batch: { ...part.batch, superseded: true } } : part,
  )
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

interface Context {
  readonly account?: string
  readonly company?: string
}

/** Account and company of a call: some clients are known to send them as headers. */
function contextOf(reading: ExchangeReading): Context {
  const account = reading.query('account') ?? reading.requestHeader('x-account-id')
  const company = reading.query('company') ?? reading.requestHeader('x-company-id')
  return { ...(account === undefined ? {} : { account }), ...(company === undefined ? {} : { company }) }
}

/** Two companies may hold records of the same ids: where a call names none, only calls with the same token are known to mean the same one. */
function placeOf(url: string, { account, company }: Context, token: string | undefined): string {
  const at = url.search(/\/(?:api|dataCloudInterface|masterCloudInterface)\//)
  return `${at < 0 ? url.split('/', 3).join('/') : url.slice(0, at)} ${account ?? ''} ${company ?? `token ${token ?? ''}`}`
}
