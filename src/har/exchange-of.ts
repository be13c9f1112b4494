import { headerOf, type Exchange, type HeaderList } from '../exchange/exchange.ts'
import { excessOfBody } from '../exchange/bounds.ts'
import { inCurrentForm } from '../redact/placeholder.ts'
import { asRead } from './as-read.ts'
import { heldBody, type Fields, type HeldBody, type KeptBody } from './held-body.ts'

/** What an entry of a recording says: the exchange, and how much of each body the recording has. */
export interface RecordedExchange {
  /** A body that is not whole is truncated or empty here. */
  readonly exchange: Exchange
  readonly sent: KeptBody
  readonly received: KeptBody
  /** How the exchange ended where no complete response was recorded, in the words of whoever recorded it. */
  readonly broken?: string
  /** A browser took the answer from its own cache: nothing was asked of the server. */
  readonly fromCache?: true
}

/** The one way from an entry of any HAR file to an exchange; `ref` names it in findings. undefined: it holds no request. */
export function exchangeOf(entry: unknown, ref: string): RecordedExchange | undefined {
  const { request, response, startedDateTime, time, _recorder, _fromCache } = fields(entry)
  const { method, url: address, headers, postData, bodySize, queryString } = fields(request)
  if (typeof method !== 'string' || typeof address !== 'string' || !URL.canParse(address)) return undefined
  const url = withQuery(address, queryString)
  const { status, statusText, content, _error } = fields(response)
  const sent = asRead(heldBody(fields(postData), isLost(entry) ? 1 : bodySize), headersOf(headers), bodySize)
  const { size } = fields(content)
  const received = asRead(
    heldBody(fields(content), hasNoBody(method, status) ? 0 : size),
    headersOf(fields(response)['headers']),
    size,
  )
  const error = typeof _error === 'string' && _error !== '' ? _error : undefined
  const isComplete =
    typeof status === 'number' && status >= 100 && error === undefined && fields(_recorder)['truncated'] !== true
  return {
    exchange: {
      id: ref,
      startedAt: startOf(startedDateTime),
      ms: typeof time === 'number' && time > 0 ? time : 0,
      request: message(
        { method: method.toUpperCase(), url: inCurrentForm(url), headers: headersOf(headers) },
        sent.content,
      ),
      ...(isComplete
        ? {
            response: message(
              {
                status,
                statusText: typeof statusText === 'string' ? statusText : '',
                headers: headersOf(fields(response)['headers']),
              },
              received.content,
            ),
          }
        : { failure: 'connection' as const }),
    },
    sent: keptOf(sent, headersOf(headers)),
    received: keptOf(received, headersOf(fields(response)['headers'])),
    ...(isComplete ? {} : { broken: error ?? '' }),
    ...(typeof _fromCache === 'string' ? { fromCache: true as const } : {}),
  }
}

/** The exchange with every incomplete body left empty, so that nobody takes a truncated one for the whole. */
export function withWholeBodies({ exchange, sent, received }: RecordedExchange): Exchange {
  const { request, response } = exchange
  return {
    ...exchange,
    request: sent.kept === 'whole' ? request : emptied(request),
    ...(response ? { response: received.kept === 'whole' ? response : emptied(response) } : {}),
  }
}

/** Some write the address without its query, which stands in a field of its own. */
function withQuery(url: string, list: unknown): string {
  if (!Array.isArray(list) || url.includes('?')) return url
  const pairs = list.flatMap((field: Fields | null): string[] => {
    const { name, value } = field ?? {}
    return typeof name === 'string' ? [[name, String(value ?? '')].map(encodeURIComponent).join('=')] : []
  })
  const [path, ...fragment] = url.split('#')
  return pairs.length === 0 ? url : [`${path}?${pairs.join('&')}`, ...fragment].join('#')
}

const emptied = <T extends object>(half: T): T & { readonly body: Uint8Array; readonly text: string } => ({
  ...half,
  body: new Uint8Array(),
  text: '',
})

const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

const keptOf = ({ kept, aside, content }: HeldBody, headers: HeaderList): KeptBody => ({
  kept: kept === 'whole' && excessOfBody(headerOf(headers, 'Content-Type'), content) !== undefined ? 'beyond' : kept,
  ...(aside ? { aside } : {}),
})

/** HTTP allows no body here, yet the entry may state a size: that of the response to another method. */
const hasNoBody = (method: string, status: unknown): boolean =>
  method.toUpperCase() === 'HEAD' || status === 204 || status === 304 || (typeof status === 'number' && status < 200)

/** Milliseconds with their fractions; 0 where the entry names no time. */
function startOf(text: unknown): number {
  const whole = Date.parse(String(text))
  return Number.isNaN(whole) ? 0 : whole + Number(`0.${/\.\d{3}(\d{1,6})/.exec(String(text))?.[1] ?? 0}`)
}

/** Some recorders have no body of a request and do not know its size: a write that tells the type of one had it. */
function isLost(entry: unknown): boolean {
  const { method, bodySize, headers, postData } = fields(fields(entry)['request'])
  const { text, params, _kept } = fields(postData)
  return (
    /^(?:POST|PUT|PATCH)$/i.test(String(method)) &&
    !(typeof bodySize === 'number' && bodySize >= 0) &&
    text === undefined &&
    params === undefined &&
    _kept === undefined &&
    headerOf(headersOf(headers), 'Content-Type') !== undefined &&
    headerOf(headersOf(headers), 'Content-Length') !== '0'
  )
}

function headersOf(list: unknown): HeaderList {
  if (!Array.isArray(list)) return []
  // Browsers include the pseudo-headers of HTTP/2.
  return list.flatMap((field: Fields | null): Array<readonly [string, string]> => {
    const { name, value } = field ?? {}
    return typeof name === 'string' && typeof value === 'string' && !name.startsWith(':')
      ? [[name, inCurrentForm(value)]]
      : []
  })
}

/** Texts become bytes only on demand: most are read as texts. */
function message<T extends object>(
  head: T,
  content: string | Uint8Array,
): T & { readonly body: Uint8Array; readonly text?: string } {
  if (typeof content !== 'string') return Object.assign(head, { body: content })
  let bytes: Uint8Array | undefined
  return Object.defineProperty(Object.assign(head, { text: content }), 'body', {
    get: () => (bytes ??= Buffer.from(content)),
    enumerable: true,
  }) as T & { readonly body: Uint8Array; readonly text: string }
}
