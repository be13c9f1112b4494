import type { HeaderList } from '../exchange/exchange.ts'
import { parseForeign } from '../exchange/bounds.ts'
import { headerOf } from '../exchange/exchange.ts'
import type { ContractFacts } from '../contract/facts.ts'
import { isSecretHeader } from '../redact/names.ts'
import { holdsPlaceholder } from '../redact/placeholder.ts'
import { actAs } from './acting.ts'
import type { ReplayEntry } from './recorded.ts'
import { recordIn, rewriteAddress, type Rewriting } from './rewrite-address.ts'
import { rewriteBatch } from './rewrite-batch.ts'
import { rewriteJson } from './rewrite-json.ts'
import type { RecordedRoute } from './route.ts'
import { callOf } from './calls.ts'

export interface Prepared {
  /** Path and query below the target's address. */
  readonly path: string
  readonly headers: HeaderList
  readonly body?: Buffer
}

/** Headers that belong to a connection, to the recorded bytes, or to who traced it: the transport has its own. */
const notRepeated =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|content-encoding|accept-encoding|cookie|x-request-id|x-forwarded-.*|forwarded|via)$/i

/**
 * What a browser adds of the page and of its own store, what a proxy adds to trace, and conditions on the recorded server's ETags: at
 * another server they are untrue, and some are secrets or lead to some.
 */
const ofElsewhere =
  /^(?:cookie2?|referer|origin|x-forwarded-.*|if-.*|sec-.*|traceparent|tracestate|baggage|b3|x-b3-.*)$/i

/** Browsers write names into a HAR that HTTP/1.1 does not know, such as :authority. */
const isField = (name: string, value: string): boolean =>
  /^[!#$%&'*+.^`|~\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/** A recorded request as it goes to the target. */
export function prepare(
  { request }: ReplayEntry,
  route: RecordedRoute,
  facts: ContractFacts,
  rewriting: Rewriting,
  ours: () => string,
): Prepared {
  const { body } = request
  const type = headerOf(request.headers, 'Content-Type')
  const changed =
    body === undefined
      ? undefined
      : route.operation.interface === 'batch'
        ? batch(type, body, facts, rewriting, ours)
        : json(body, route, rewriting)
  return {
    path: rewriteAddress(route, rewriting),
    headers: request.headers.flatMap(([name, value]) => {
      const kept = notRepeated.test(name) || !isField(name, value) ? null : header(name, value, rewriting)
      return kept === null ? [] : [[name, kept] as const]
    }),
    ...(changed ? { body: changed } : {}),
  }
}

function header(name: string, value: string, { recorded, now, token }: Rewriting): string | null {
  if (/^authorization$/i.test(name)) return token === undefined ? null : `Bearer ${token}`
  if (ofElsewhere.test(name) || isSecretHeader(name) || holdsPlaceholder(value)) return null
  return actAs(name, value, recorded, now)
}

function json(body: Uint8Array, route: RecordedRoute | undefined, { mapping, recordedNow }: Rewriting): Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const text = bytes.toString('utf8')
  const changed = rewriteJson(text, mapping, route && recordIn(route, mapping), recordedNow)
  // Bytes that are no text would not survive the way there and back.
  return changed === text ? bytes : Buffer.from(changed)
}

function batch(
  type: string | undefined,
  body: Uint8Array,
  facts: ContractFacts,
  rewriting: Rewriting,
  ours: () => string,
): Buffer {
  return rewriteBatch(type, body, (request) => {
    const { route } = callOf(request, facts)
    const changed = json(request.body, route, rewriting)
    return {
      target: route
        ? `${request.target.startsWith('/') ? '' : rewriting.address}${rewriteAddress(route, rewriting)}`
        : request.target,
      header: (name, value) => header(name, value, rewriting),
      body: route?.operation.id === 'data/create' ? named(changed, ours) : changed,
    }
  })
}

/** A record that a batch creates without an id or external id could not be removed, so it gets an id of ours. */
function named(body: Buffer, ours: () => string): Buffer {
  const text = body.toString('utf8')
  let record: unknown
  try {
    record = parseForeign(text)
  } catch {
    return body
  }
  if (
    typeof record !== 'object' ||
    record === null ||
    Array.isArray(record) ||
    'id' in record ||
    'externalId' in record
  )
    return body
  const rest = text.slice(text.indexOf('{') + 1)
  return Buffer.from(`{"id":"${ours()}"${/^\s*\}/.test(rest) ? '' : ','}${rest}`)
}
