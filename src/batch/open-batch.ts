import { headerOf, type Exchange, type HeaderList } from '../exchange/exchange.ts'
import { requestIn, responseIn, type InnerRequest, type InnerResponse, type Read } from './http-head.ts'
import { readMessage, type BatchIrregularity, type RawPart } from './read.ts'

/** A part as it stands, and the message in it or why there is none. */
type Part<T> = { readonly raw: RawPart } & Read<T>

export interface Parts<T> {
  readonly parts: ReadonlyArray<Part<T>>
  /** Irregularities of the multipart message itself; each part has its own. */
  readonly irregular: readonly BatchIrregularity[]
  /** Why the parts cannot be found. */
  readonly broken?: string
}

interface Whole {
  readonly headers: HeaderList
  readonly body?: Uint8Array
}

/** The requests in a batch. */
export const requestsIn = (batch: Whole): Parts<InnerRequest> => partsIn(batch, requestIn)

/** The responses in a batch response. */
export const responsesIn = (answer: Whole): Parts<InnerResponse> => partsIn(answer, responseIn)

function partsIn<T>({ headers, body }: Whole, read: (part: RawPart) => Read<T>): Parts<T> {
  const { parts, ...message } = readMessage(headerOf(headers, 'Content-Type'), body ?? new Uint8Array())
  return { ...message, parts: parts.map((raw) => ({ raw, ...read(raw) })) }
}

/** A parsed batch: each request with its response. */
export interface OpenedBatch {
  /** A string describes a part that is not a complete request. */
  readonly requests: ReadonlyArray<InnerRequest | string>
  /** undefined if the response is missing or not a multipart message. */
  readonly responses: ReadonlyArray<InnerResponse | string> | undefined
  /** Positions of the requests that each response answers; undefined if unknown. */
  readonly answers: ReadonlyArray<number | undefined>
  /** The parts of the request message as they stand. */
  readonly asked: Parts<InnerRequest>
  /** Whether a strict parser would refuse the request message. */
  readonly requestIrregular: boolean
  /** Each part as an exchange of its own, with the id and the times of the batch; undefined if it is not a complete request. */
  readonly exchanges: ReadonlyArray<Exchange | undefined>
}

/** Splits the exchange of a batch into those of its parts; the only place that does so. */
export function openBatch(batch: Exchange): OpenedBatch {
  const { request, response } = batch
  const asked = requestsIn(request)
  const requests = asked.parts.map(messageIn)
  const told = response && isMultipart(response.headers) ? responsesIn(response) : undefined
  const responses = told && told.broken === undefined ? told.parts.map(messageIn) : undefined
  const answers = responses ? aligned(requests, responses) : []
  const before = request.url.slice(0, Math.max(0, request.url.search(/\/api\//)))
  return {
    asked,
    requests,
    responses,
    answers,
    requestIrregular: asked.broken !== undefined || asked.irregular.length > 0,
    exchanges: requests.map((part, position) =>
      typeof part === 'string'
        ? undefined
        : exchangeOfPart(batch, before, part, responses?.[answers.indexOf(position)]),
    ),
  }
}

export const isMultipart = (headers: HeaderList): boolean =>
  /^\s*multipart\//i.test(headerOf(headers, 'Content-Type') ?? '')

const messageIn = <T>(part: Part<T>): T | string => ('broken' in part ? part.broken : part.message)

function exchangeOfPart(
  { id, startedAt, ms }: Exchange,
  before: string,
  { method, target, headers, body }: InnerRequest,
  answer: InnerResponse | string | undefined,
): Exchange {
  return {
    id,
    startedAt,
    ms,
    request: { method, url: addressOf(target, before), headers, body },
    ...(answer === undefined || typeof answer === 'string'
      ? {}
      : { response: { status: answer.status, statusText: answer.reason, headers: answer.headers, body: answer.body } }),
  }
}

/** Parts name a path (A-BAT-03); one that names a full address, which is not allowed (A-BAT-04), is kept as it is. */
const addressOf = (target: string, before: string): string =>
  /^https?:\/\//i.test(target) ? target : `${before}${target.startsWith('/') ? '' : '/'}${target}`

export const contentIdOf = (part: InnerRequest | InnerResponse | string | undefined): string | undefined =>
  part === undefined || typeof part === 'string' ? undefined : part.contentId?.trim().replace(/^<(.*)>$/, '$1')

/** By position (A-BAT-10), unless the Content-ID belongs to exactly one other request. */
function aligned(
  requests: OpenedBatch['requests'],
  responses: NonNullable<OpenedBatch['responses']>,
): Array<number | undefined> {
  const byId = new Map<string, number[]>()
  requests.forEach((part, position) => {
    const id = contentIdOf(part)
    if (id === undefined) return
    const named = byId.get(id)
    if (named) named.push(position)
    else byId.set(id, [position])
  })
  return responses.map((part, position) => {
    const id = contentIdOf(part)
    if (id === undefined || id === contentIdOf(requests[position]))
      return position < requests.length ? position : undefined
    const named = byId.get(id) ?? []
    return named.length === 1 ? named[0] : undefined
  })
}
