import { perHouse, type House } from '../house.ts'
import type { Grant, Login, Scope } from '../rulebook/token.ts'
import type { Account, Client, Company, User } from '../world/types.ts'

/** Who gets a token by a grant. */
export interface Admission {
  readonly client: Client
  readonly account: Account
  readonly user?: User
  readonly login: Login
  readonly grant: Grant
}

export interface IssuedToken extends Admission {
  readonly value: string
  readonly scope: Scope
  readonly companies: readonly Company[]
  readonly issuedAt: number
  /** Calls made with it, and when the last one was. */
  readonly use: { count: number; lastAt: number }
  readonly requestedScope: string | undefined
  /** Tokens issued earlier to the same client and login. */
  readonly earlier: number
  /** Tokens issued later to the same client and login. */
  later(): number
  /** When the next of them was issued. */
  nextAt(): number | undefined
}

const tokensOf = perHouse(() => ({
  byValue: new Map<string, IssuedToken>(),
  series: new Map<string, IssuedToken[]>(),
  asked: new Map<string, number>(),
}))

export const findToken = (house: House, value: string): IssuedToken | undefined => tokensOf(house).byValue.get(value)

export const tokenValues = (house: House): readonly string[] => [...tokensOf(house).byValue.keys()]

/** Issues a new token and the time from which its 12 hours count. */
export function issueToken(house: House, admission: Admission, requestedScope: string | undefined): IssuedToken {
  const { rules, seams, clock } = house
  const { byValue, series, asked } = tokensOf(house)
  const key = `${admission.client.id}\n${admission.account.name}\n${admission.user?.name ?? ''}`
  const mine = series.get(key) ?? []
  series.set(key, mine)
  const now = clock.now()
  const live = mine
    .filter(({ issuedAt, use }) => !rules.token.isOver(now - issuedAt, now - use.lastAt))
    .map((token) => token.value)
  const before = asked.get(key) ?? 0
  asked.set(key, before + 1)
  const again = rules.token.reissued(live, {
    login: admission.login,
    sinceMs: now - (mine.at(-1)?.issuedAt ?? 0),
    asked: before,
  })
  const known = again === undefined ? undefined : byValue.get(again)
  if (known) return known
  const index = mine.length
  const token: IssuedToken = {
    ...admission,
    value: seams.tokens.mint(admission),
    scope: rules.token.scope(admission.client.type, requestedScope),
    companies: rules.token.companies(admission.account.companies, admission.user?.companies ?? [], admission.login),
    issuedAt: now,
    use: { count: 0, lastAt: now },
    requestedScope,
    earlier: index,
    later: () => mine.length - index - 1,
    nextAt: () => mine[index + 1]?.issuedAt,
  }
  mine.push(token)
  byValue.set(token.value, token)
  return token
}

/** Whom a call without a valid token acts as: only a fault gets here. */
export function fallbackToken(house: House): IssuedToken {
  const [account] = house.world.accounts
  const [client] = house.world.clients
  const user = account?.users[0]
  if (!account || !client || !user) throw new Error('the world is empty')
  return issueToken(house, { account, client, user, login: 'user', grant: 'password' }, undefined)
}
