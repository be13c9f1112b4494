import type { House } from './house.ts'
import type { PlatformResponse } from './http/message.ts'
import type { Call } from './interface.ts'
import type { ContextItem } from './rulebook/authorization.ts'
import { refuse } from './token/refuse.ts'
import type { IssuedToken } from './token/store.ts'
import type { Account } from './world/types.ts'

/** The context that a call states (A-AUT-06, 09). */
const said = (call: Call, { rules }: House): Record<ContextItem, string | undefined> => ({
  clientId: rules.context.clientId(call.header('X-Client-ID'), call.query.get('clientId'), call.operation),
  clientVersion: rules.context.clientVersion(
    call.header('X-Client-Version'),
    call.query.get('clientVersion'),
    call.operation,
  ),
  account: call.query.get('account'),
  company: call.query.get('company'),
  user: call.query.get('user'),
})

/** The account that a call is for: the token's own, or with general scope another one that the client may access. */
export function accountOf(call: Call, house: House, token: IssuedToken): Account | undefined {
  const named = call.query.get('account')
  if (house.rules.reach.names(call.operation) === 'everywhere')
    return house.world.accounts.find(({ name }) => name === named) ?? token.account
  if (named === undefined || named === token.account.name) return token.account
  if (token.scope === 'local' || !token.client.accounts.includes(named)) return undefined
  return house.world.accounts.find(({ name }) => name === named)
}

/** Refuses a call that lacks context its scope requires, or names a user other than the token's. */
export function contextRefusal(
  call: Call,
  house: House,
  token: IssuedToken,
  { room, company: needsCompany }: { readonly room: string; readonly company: boolean },
): PlatformResponse | undefined {
  const given = said(call, house)
  const { context, refusal } = house.rules
  const refused = (why: string) => refuse(house, context.refusal(refusal.invalid_request(why)))
  for (const item of ['clientId', 'clientVersion', 'account', 'company', 'user'] as const) {
    if (item === 'company' && !needsCompany) continue
    if (item === 'user' && (token.login !== 'user' || room === 'headers')) continue
    if (!context.isGiven(given[item]) && context.needs(item, token.scope, call.operation, room))
      return refused(`${item} is missing`)
  }
  const own = [token.user?.name, `${token.account.name}/${token.user?.name}`]
  if (token.scope === 'local' && token.user && given.user && !own.includes(given.user))
    return refused('the user does not match the token')
  return undefined
}
