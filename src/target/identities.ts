import type { Exchange } from '../exchange/exchange.ts'
import { parseForeign } from '../exchange/bounds.ts'
import { parseExactly } from '../exchange/json.ts'
import { accountOf } from './account-of.ts'
import { Blocked } from './blocked.ts'
import type { Scope } from './scope.ts'
import type { Identity, Target } from './target.ts'
import type { Transport } from './transport.ts'
import { userOf } from './user-of.ts'

export interface Grant {
  readonly token: string
  /** Base address of the account's cluster. */
  readonly base: string
  /** Numeric ids as the token response tells them, as text; companies by name. */
  readonly accountId?: string
  readonly userId?: string
  readonly companyIds: ReadonlyMap<string, string>
}

export interface Identities {
  of(name: string): Identity
  /** The cached grant, or a new one; concurrent callers share one request. */
  grant(name: string, scope: Scope): Promise<Grant>
  /** The target refused this token: the next grant is a new one. True if the token was to last longer by what the target had told. */
  drop(name: string, token: string): boolean
  /** The target's clock was moved forward, so tokens age. */
  noteClockAdvanced(ms: number): void
  /** Ids of the users that the tokens in use are for, where their responses told them. */
  userIds(): readonly string[]
}

const renewBeforeMs = 60_000

export const basicAuth = (client: { readonly id: string; readonly secret: string }): string =>
  `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`

export function grantForm(identity: Identity): Record<string, string> {
  return identity.grant === 'client_credentials'
    ? { grant_type: 'client_credentials' }
    : { grant_type: 'password', username: identity.username ?? '', password: identity.password ?? '' }
}

export const formBody = (form: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(
    Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined),
  ).toString()

export function createIdentities(target: Target, transport: Transport, learn: (secret: string) => void): Identities {
  const cache = new Map<string, { grant: Grant; until: number }>()
  const pending = new Map<string, Promise<Grant>>()
  let advancedMs = 0
  const now = () => Date.now() + advancedMs

  const of = (name: string): Identity => {
    const identity = target.identities[name]
    if (!identity) throw new Blocked(`the target file has no identities.${name}`)
    return identity
  }

  /** Falls back to the directory if the token response has no address. */
  const fromDirectory = async (identity: Identity, token: string, scope: Scope): Promise<string | undefined> => {
    const { client } = identity
    const user = userOf(identity)
    const name = accountOf(identity, target)
    const query = new URLSearchParams({ account: name, ...(user ? { user } : {}) }).toString().replaceAll('+', '%20')
    const exchange = await transport.send(
      {
        method: 'GET',
        url: `${target.addresses.directory}${target.basePaths.directory}/accounts/${encodeURIComponent(name)}?${query}`,
        headers: [
          ['Authorization', `Bearer ${token}`],
          ['X-Client-ID', client.id],
          ['X-Client-Version', client.version],
          ['Accept', 'application/json'],
        ],
      },
      { ...scope, racing: false },
    )
    return exchange.response?.status === 200 ? addressIn(jsonOf(exchange), 'URL') : undefined
  }

  const obtain = async (name: string, scope: Scope): Promise<Grant> => {
    const identity = of(name)
    const exchange = await transport.send(
      {
        // Allowed beyond the budget: clean-up may need a new token, and a token request changes nothing.
        method: 'POST',
        url: `${target.addresses.auth}${target.basePaths.token}/token`,
        tidying: true,
        headers: [
          ['Authorization', basicAuth(identity.client)],
          ['Content-Type', 'application/x-www-form-urlencoded'],
          ['Accept', 'application/json'],
        ],
        body: Buffer.from(formBody(grantForm(identity))),
      },
      { ...scope, racing: false },
    )
    const body = jsonOf(exchange)
    const token = body['access_token']
    if (exchange.response?.status !== 200 || typeof token !== 'string') {
      throw new Blocked(
        `identities.${name} gets no token: status ${exchange.response?.status}${typeof body['error'] === 'string' ? `, ${body['error']}` : ''}`,
      )
    }
    learn(token)
    const base =
      target.addresses.base ?? addressIn(body, 'cluster_url') ?? (await fromDirectory(identity, token, scope))
    if (base === undefined)
      throw new Blocked(
        `neither the token response of identities.${name} nor the directory names a usable address, and the target file has no addresses.base`,
      )
    const seconds = typeof body['expires_in'] === 'number' ? body['expires_in'] : 43_200
    // Ids are sent back as they came: a number would round a long one.
    const grant: Grant = { token, base, ...idsIn(parseExactly(textOf(exchange)) as Readonly<Record<string, unknown>>) }
    cache.set(name, { grant, until: now() + seconds * 1000 - renewBeforeMs })
    return grant
  }

  return {
    of,
    async grant(name, scope) {
      const kept = cache.get(name)
      if (kept && kept.until > now()) return kept.grant
      const running = pending.get(name) ?? obtain(name, scope).finally(() => pending.delete(name))
      pending.set(name, running)
      return running
    },
    drop(name, token) {
      const kept = cache.get(name)
      if (kept?.grant.token !== token) return false
      cache.delete(name)
      return kept.until > now()
    },
    noteClockAdvanced(ms) {
      advancedMs += ms
    },
    userIds: () => [...cache.values()].flatMap(({ grant: { userId } }) => userId ?? []),
  }
}

function idsIn(body: Readonly<Record<string, unknown>>): Pick<Grant, 'accountId' | 'userId' | 'companyIds'> {
  const isId = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && value !== '')
  const companies = Array.isArray(body['companies']) ? (body['companies'] as readonly unknown[]) : []
  return {
    ...(isId(body['account_id']) ? { accountId: String(body['account_id']) } : {}),
    ...(isId(body['user_id']) ? { userId: String(body['user_id']) } : {}),
    companyIds: new Map(
      companies.flatMap((company) => {
        const { id, name } = (company ?? {}) as { readonly id?: unknown; readonly name?: unknown }
        return typeof name === 'string' && isId(id) ? [[name, String(id)] as const] : []
      }),
    ),
  }
}

const addressIn = (body: Readonly<Record<string, unknown>>, field: string): string | undefined => {
  const address = body[field]
  return typeof address === 'string' && /^https?:\/\//i.test(address) && URL.canParse(address)
    ? address.replace(/\/+$/, '')
    : undefined
}

const textOf = ({ response }: Exchange): string => Buffer.from(response?.body ?? new Uint8Array()).toString('utf8')

export function jsonOf(exchange: Exchange): Record<string, unknown> {
  try {
    const value: unknown = parseForeign(textOf(exchange))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
