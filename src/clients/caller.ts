import { accountOf } from '../target/account-of.ts'
import { userOf } from '../target/user-of.ts'
import type { Grant, Identities } from '../target/identities.ts'
import { jsonOf } from '../target/identities.ts'
import type { Scope } from '../target/scope.ts'
import type { Identity, Target } from '../target/target.ts'
import type { Outgoing, Transport } from '../target/transport.ts'
import { headerOf, type Exchange } from '../exchange/exchange.ts'
import { answer, type Answer } from './answer.ts'
import { contextHeaders, isOfToken, type ContextHeader } from './context-headers.ts'
import type { CallOptions } from './call.ts'

/** What every client works with: who acts, in which scope, over which transport. */
export interface Caller {
  readonly name: string
  readonly identity: Identity
  readonly target: Target
  readonly scope: Scope
  readonly transport: Transport
  readonly identities: Identities
}

/** RFC 3986: everything but the unreserved characters. */
export const encode = (text: string): string =>
  /^[\w.~-]*$/.test(text)
    ? text
    : encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

export interface ResourceCall {
  readonly method: string
  readonly service: 'directory' | 'base'
  /** Encoded path below the service's address. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string | Uint8Array
  /** Whether the call takes the company parameter. */
  readonly company?: boolean
  /** Headers that carry the context of the call, in place of the query. */
  readonly context?: readonly ContextHeader[]
  /** Its answer may be elsewhere on the cluster: no sentence says that content is served at the address that is asked for it. */
  readonly mayBeElsewhere?: boolean
  /** How long its answer may take, if that is longer than usual. */
  readonly patienceMs?: number
  /** A 409 that tells when it is over is waited for. */
  readonly mayConflict?: boolean
}

/** Sends a call with token and request context. If the target calls a cached token invalid, gets a new one and sends the call once more. */
export async function callResource(caller: Caller, call: ResourceCall, options: CallOptions = {}): Promise<Answer> {
  const own = options.token === undefined || options.token === 'header' || options.token === 'query'
  const first = await sendWithToken(caller, call, options)
  if (!own || !isInvalidToken(first.exchange)) return first.answer
  const wasToLast = caller.identities.drop(caller.name, first.token)
  const second = await sendWithToken(caller, call, options)
  // Two refusals are about the call, not about the life of a token.
  if (wasToLast && !isInvalidToken(second.exchange)) caller.scope.endedEarly.push(first.exchange)
  return second.answer
}

const isInvalidToken = (exchange: Exchange): boolean =>
  exchange.response?.status === 401 && jsonOf(exchange)['error'] === 'invalid_token'

async function sendWithToken(
  caller: Caller,
  call: ResourceCall,
  options: CallOptions,
): Promise<{ answer: Answer; exchange: Exchange; token: string }> {
  const { target, scope } = caller
  const needsGrant =
    (options.token !== 'none' && typeof options.token !== 'object') ||
    (call.service === 'base' && !options.base && !target.addresses.base)
  const grant = needsGrant ? await caller.identities.grant(caller.name, scope) : undefined
  const token = typeof options.token === 'object' ? options.token.value : (grant?.token ?? '')
  const base =
    options.base?.replace(/\/+$/, '') ??
    (call.service === 'directory' ? target.addresses.directory : (target.addresses.base ?? grant?.base ?? ''))
  const told = grant ?? (call.context?.some(isOfToken) ? await caller.identities.grant(caller.name, scope) : undefined)
  const { query, headers } = contextOf(caller, call, options, token, told)
  const exchange = await sendAs(
    caller,
    {
      method: call.method,
      url: `${base.replace(/\/+$/, '')}${call.path}${queryText(query, options.encoded)}`,
      body: call.body,
      many: call.service === 'base',
      mayConflict: call.mayConflict,
      patienceMs: call.patienceMs,
    },
    headers,
  )
  const last = call.mayBeElsewhere ? await followed(caller, call, exchange, headers) : exchange
  return { answer: answer(last, scope), exchange: last, token }
}

const hopsAtMost = 5

/** The exchange to which redirections within the cluster lead. */
async function followed(
  caller: Caller,
  call: ResourceCall,
  first: Exchange,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<Exchange> {
  let last = first
  for (let hops = 0; hops < hopsAtMost; hops += 1) {
    const moved = movedTo(last)
    if (moved === undefined) return last
    const body = moved.method === 'GET' ? undefined : call.body
    last = await sendAs(caller, { ...moved, body, many: true }, headers)
  }
  return last
}

/** What to ask for on the same origin, as an exchange says; a write that is moved for a GET alone has nowhere to go. */
export function movedTo({
  request,
  response,
}: Exchange): { readonly method: string; readonly url: string } | undefined {
  const status = response?.status ?? 0
  const isAsItIs = status === 307 || status === 308
  const isForGet = status === 303 || (request.method === 'GET' && (status === 301 || status === 302))
  const told = response && (isAsItIs || isForGet) ? headerOf(response.headers, 'Location') : undefined
  if (told === undefined || !URL.canParse(told, request.url)) return undefined
  const { origin, href } = new URL(told, request.url)
  if (origin !== new URL(request.url).origin) return undefined
  return { method: isAsItIs ? request.method : 'GET', url: href }
}

/** Query and headers of a call: the identity's context, what belongs to the call, and what the check overrides. */
export function contextOf(
  { identity, target }: Pick<Caller, 'identity' | 'target'>,
  call: ResourceCall,
  options: CallOptions,
  token: string,
  grant?: Grant,
) {
  const user = userOf(identity)
  const inQuery = {
    account: accountOf(identity, target),
    ...(call.company ? { company: identity.company ?? target.company } : {}),
    ...(user ? { user } : {}),
  }
  const query = {
    ...(call.context ? {} : inQuery),
    ...call.query,
    ...(options.token === 'query' ? { access_token: token } : {}),
    ...options.query,
  }
  const headers: Record<string, string | undefined> = {
    ...(options.token === 'none' || options.token === 'query' ? {} : { Authorization: `Bearer ${token}` }),
    'X-Client-ID': identity.client.id,
    'X-Client-Version': identity.client.version,
    ...(call.context ? contextHeaders(call.context, identity, target, grant ?? {}) : {}),
    ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...call.headers,
    ...options.headers,
  }
  return { query, headers }
}

export async function sendAs(
  caller: Caller,
  request: {
    method: string
    url: string
    body?: string | Uint8Array | undefined
    many?: boolean
    mayConflict?: boolean | undefined
    patienceMs?: number | undefined
  },
  headers: Readonly<Record<string, string | undefined>>,
): Promise<Exchange> {
  const outgoing: Outgoing = {
    method: request.method,
    url: request.url,
    headers: Object.entries(headers).filter((field): field is [string, string] => field[1] !== undefined),
    ...(request.body === undefined ? {} : { body: Buffer.from(request.body) }),
    ...(request.many ? { many: true } : {}),
    ...(request.patienceMs ? { patienceMs: request.patienceMs } : {}),
    ...(request.mayConflict ? { mayConflict: true } : {}),
    // A check that sets or removes this header itself gets no other.
    ...(Object.keys(headers).some((name) => name.toLowerCase() === 'x-request-id') ? { untraced: true } : {}),
  }
  return caller.transport.send(outgoing, caller.scope)
}

export function queryText(
  query: Readonly<Record<string, string | readonly string[] | undefined>>,
  encoded: (text: string) => string = encode,
): string {
  let text = ''
  for (const name in query) {
    const value = query[name]
    if (value === undefined) continue
    for (const one of typeof value === 'string' ? [value] : value)
      text += `${text === '' ? '?' : '&'}${encoded(name)}=${encoded(one)}`
  }
  return text
}
