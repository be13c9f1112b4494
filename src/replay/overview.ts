import type { ContractFacts } from '../contract/facts.ts'
import { headerOf, type WireRequest } from '../exchange/exchange.ts'
import type { Acting } from './acting.ts'
import { withoutForeignIds, wordOf } from './acting.ts'
import { jsonIn } from './compare-answer.ts'
import type { ReplayEntry } from './recorded.ts'
import { serverTimes } from './rewrite-query.ts'
import { answersTo, callsIn } from './calls.ts'
import { creations, type Created } from './creations.ts'

/** Somebody who called, as the recording shows it. */
export interface RecordedCaller {
  readonly key: string
  readonly acting: Acting
  /** How it got its token, where the recording shows that. */
  readonly grant?: string
}

/** What has to be known of a recording before its first request is repeated. */
export interface Overview {
  readonly entries: number
  readonly callers: readonly RecordedCaller[]
  /** Tokens as the recording holds them: placeholders, or a careless recorder's secrets. */
  readonly tokens: readonly string[]
  /** Who sent it; undefined where it names no token. */
  callerOf(request: WireRequest): RecordedCaller | undefined
  readonly created: Created
  /** Times that stand in bodies of requests, other than those that the server sets. */
  readonly sentTimes: ReadonlySet<string>
}

const time = /"(\w+)"\s*:\s*"?(\d{4}-\d\d-\d\dT[^"]*|1\d{12})(?!\d)/g

/** The token of a request, or what stands for it. */
export function tokenOf({ url, headers }: WireRequest): string | undefined {
  const [, token] = /^Bearer\s+(.+)$/i.exec(headerOf(headers, 'Authorization') ?? '') ?? []
  if (token !== undefined) return token
  const given = /[?&]access_token=([^&]*)/.exec(url)?.[1]
  try {
    return given && decodeURIComponent(given)
  } catch {
    return given
  }
}

/** Reads the recording once. */
export async function overview(entries: AsyncIterable<ReplayEntry>, facts: ContractFacts): Promise<Overview> {
  const callers = new Map<string, RecordedCaller>()
  const byToken = new Map<string, string>()
  const issued = new Map<string, Acting>()
  const grants = new Map<string, string>()
  const made = creations()
  const sentTimes = new Set<string>()
  let count = 0
  const learnCaller = (request: WireRequest): void => {
    const token = tokenOf(request)
    if (token === undefined) return
    const said = { ...issued.get(token), ...actingIn(request) }
    const grant = grants.get(token)
    const key = byToken.get(token) ?? [said.account, said.user, said.clientId, grant].join('/')
    byToken.set(token, key)
    const known = callers.get(key)
    callers.set(key, {
      key,
      ...(grant === undefined ? {} : { grant }),
      ...known,
      acting: { ...withoutForeignIds(said, known?.acting ?? {}), ...known?.acting },
    })
  }
  for await (const { request, response } of entries) {
    count += 1
    const calls = callsIn(request, facts)
    if (calls[0]?.route?.operation.id === 'token/request') {
      const { access_token: token, account, user } = (jsonIn(response.body)?.json ?? {}) as Record<string, unknown>
      if (typeof token !== 'string') continue
      grants.set(token, new URLSearchParams(Buffer.from(request.body ?? []).toString('utf8')).get('grant_type') ?? '')
      issued.set(token, {
        ...(typeof account === 'string' ? { account } : {}),
        ...(typeof user === 'string' ? { user } : {}),
      })
      continue
    }
    learnCaller(request)
    const answers = answersTo(request, response, facts)
    for (const [at, call] of calls.entries()) {
      if (!call) continue
      for (const [, key, value] of Buffer.from(call.body).toString('utf8').matchAll(time))
        if (!serverTimes.includes(key ?? '')) sentTimes.add(value as string)
      made.note(call, answers[at])
    }
  }
  return {
    entries: count,
    callers: [...callers.values()],
    created: made,
    sentTimes,
    tokens: [...new Set([...byToken.keys(), ...issued.keys()])],
    callerOf(request) {
      const token = tokenOf(request)
      return token === undefined ? undefined : callers.get(byToken.get(token) ?? '')
    },
  }
}

/** How a request says that it acts; the last word of several counts. */
export function actingIn({ url, headers }: Pick<WireRequest, 'url' | 'headers'>): Acting {
  const acting: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(url.split('?')[1] ?? '')) {
    const word = wordOf(name)
    if (word && value !== '') acting[word] = value
  }
  for (const [name, value] of headers) {
    const word = wordOf(name)
    if (word && value !== '') acting[word] = value
  }
  return acting
}
