import { perHouse, type House } from '../house.ts'
import type { Client } from '../world/types.ts'
import type { Refused } from './form.ts'
import type { Named } from './named.ts'
import type { Admission } from './store.ts'

interface Code {
  readonly client: Client
  readonly redirectUri: string
  readonly named: Named
  readonly issuedAt: number
  used: boolean
}

const codesOf = perHouse(() => new Map<string, Code>())

/** A new authorization code, bound to the client and redirect_uri. */
export function issueCode(house: House, client: Client, redirectUri: string, named: Named): string {
  const value = house.seams.tokens.mint()
  codesOf(house).set(value, { client, redirectUri, named, issuedAt: house.clock.now(), used: false })
  return value
}

/** Redeems a code at the token endpoint (A-TOK-25, 39, 40). */
export function redeem(house: House, client: Client, value: string, redirectUri: string): Admission | Refused {
  const codes = codesOf(house)
  const code = codes.get(house.rules.authorize.meant(value, () => [...codes.keys()]))
  const holds = house.rules.authorize.redeems({
    issued: code !== undefined,
    used: code?.used ?? false,
    sameClient: code?.client === client,
    sameRedirect: code?.redirectUri === redirectUri,
    ageMs: code ? house.clock.now() - code.issuedAt : 0,
    isLatest: isLatest(code, codes.values()),
  })
  if (!holds) return { refused: house.rules.refusal.unknown_code() }
  if (code) code.used = true
  const own = code?.named ?? firstLogin(house, client)
  const named = house.rules.authorize.whose(own, [...codes.values()].at(-1)?.named ?? own)
  return { client, ...named, login: named.user ? 'user' : 'account', grant: 'authorization_code' }
}

/** Whether no later code was given to the same client for the same login. */
const isLatest = (code: Code | undefined, all: Iterable<Code>): boolean =>
  [...all].findLast(
    ({ client, named }) =>
      client === code?.client && named.user === code.named.user && named.account === code.named.account,
  ) === code

/** The user behind a code that was never issued: only a fault gets here. */
export function firstLogin({ world }: House, client: Client): Named {
  const account = world.accounts.find(({ name }) => name === client.accounts[0]) ?? world.accounts[0]
  const user = account?.users[0]
  if (!account || !user) throw new Error('the world is empty')
  return { account, user }
}
