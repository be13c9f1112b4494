import { accountOf, contextRefusal } from './context.ts'
import type { House } from './house.ts'
import type { PlatformResponse } from './http/message.ts'
import type { Call } from './interface.ts'
import type { TokenState } from './rulebook/authorization.ts'
import { passwordsOf } from './token/passwords.ts'
import { presented } from './token/presented.ts'
import { refuse } from './token/refuse.ts'
import { fallbackToken, findToken, tokenValues, type IssuedToken } from './token/store.ts'
import type { WayIn } from './rulebook/people.ts'
import type { Login } from './rulebook/token.ts'
import type { Account, Action, Client, Company, Right, User } from './world/types.ts'

interface CallerUser {
  /** The numeric user id as a string, as in lastChangedBy. */
  readonly id: string
  readonly name: string
  readonly privileges: readonly string[]
  permissions(resource: string, action: Action, way: WayIn, operation?: string): Right
}

/** Whom a request acts as. Tokens of a client or of an account have no user. */
export interface Caller {
  readonly account: Account
  /** Companies of the account that the caller may use. */
  readonly companies: readonly Company[]
  /** The company of the call: always set if it was required. */
  readonly company?: Company
  readonly user?: CallerUser
  readonly client: Client
  readonly scope: 'general' | 'local'
  readonly login: Login
  readonly token: string
  /** The value of lastChangedBy for writes of this call: the id of the user, or of the client that acts for itself. */
  readonly actor: string
}

/** `headers`, `crowd`, `dispatch`: interfaces of part B, whose context stands in headers and names no user. */
export type Room =
  'directory' | 'company' | 'data' | 'batch' | 'headers' | 'crowd' | 'dispatch' | 'scim' | 'user' | 'reporting'

/** Validates token and context of a resource call: who calls, or the refusal (A-AUT). */
export function authenticate(
  call: Call,
  house: House,
  { room, company }: { room: Room; company: boolean },
): Caller | PlatformResponse {
  const token = bearerOf(call, house, room)
  if ('status' in token) return token
  return contextRefusal(call, house, token, { room, company }) ?? callerOf(call, house, token, company)
}

/** Validates the token of a resource call: the token, or the refusal (A-AUT-01..05). */
export function bearerOf(call: Call, house: House, room: Room): IssuedToken | PlatformResponse {
  const { rules } = house
  if (!rules.context.requestId(call.header('X-Request-ID'), call.query.get('requestId'), call.operation))
    return refuse(house, rules.refusal.invalid_request('the request id is missing or not accepted'))
  const shown = presented(call, house)
  if (shown === 'malformed') return refuse(house, rules.refusal.invalid_request('the authorization is malformed'))
  const found =
    shown.token === undefined
      ? undefined
      : findToken(
          house,
          rules.bearer.meant(shown.token, () => tokenValues(house)),
        )
  const state = shown.token === undefined ? 'none' : stateOf(house, call, room, found)
  if (found && state === 'live' && !rules.bearer.serves(found.login, found.grant, found.scope, call.operation))
    return refuse(house, rules.refusal.invalid_token())
  const facts = { given: shown.token, ageMs: found ? house.clock.now() - found.issuedAt : 0 }
  if (!rules.bearer.accepts(state, room, call.operation, facts))
    return refuse(house, rules.refusal[rules.bearer.refusal(state)]('there is no token'))
  return found ?? fallbackToken(house)
}

/** Whom a refused call acts as: only a fault gets here. */
export const supposed = (call: Call, house: House, company: boolean): Caller | PlatformResponse =>
  callerOf(call, house, fallbackToken(house), company)

function stateOf(house: House, call: Call, room: Room, token: IssuedToken | undefined): TokenState {
  if (!token) return 'unknown'
  const { rules, clock } = house
  const now = clock.now()
  const { use } = token
  if (rules.token.isOver(now - token.issuedAt, now - use.lastAt)) return 'expired'
  if (rules.token.isRevoked(token.later(), now - (token.nextAt() ?? now))) return 'expired'
  const life = {
    uses: use.count,
    idleMs: now - use.lastAt,
    isPasswordNewer: passwordsOf(house, token).changedAt >= token.issuedAt,
  }
  use.count += 1
  use.lastAt = now
  if (rules.token.isSpent(life)) return 'expired'
  // The directory is not part of a cluster.
  const isHere = rules.token.isValidIn(token.scope, token.account.cluster, call.cluster, token.requestedScope)
  if (room !== 'directory' && !isHere) return 'foreign'
  return 'live'
}

function callerOf(call: Call, house: House, token: IssuedToken, needsCompany: boolean): Caller | PlatformResponse {
  const { context, token: tokens } = house.rules
  const refused = (why: string) => refuse(house, house.rules.reach.turnedAway(house.rules.refusal.invalid_request(why)))
  const account = accountOf(call, house, token)
  if (!account) return refused('the account does not match the token')
  const isClosed = account === token.account && house.rules.reach.names(call.operation) === 'company'
  const companies = isClosed ? context.companies(token.companies, account.companies, call.operation) : account.companies
  const named = call.query.get('company')
  const names = companies.map(({ name }) => name)
  const place = named ? context.company(named, names) : 0
  const company = context.opens(place, token.login) ? companies[place] : undefined
  const user = tokens.actsAsUser(token.grant) ? token.user : undefined
  if (!company && needsCompany)
    return refused(named ? 'there is no such company' : 'the account has no company for this caller')
  return {
    account,
    companies,
    client: token.client,
    scope: token.scope,
    login: token.login,
    token: token.value,
    actor: user ? String(user.id) : token.client.id,
    ...(company ? { company } : {}),
    ...(user ? { user: callerUser(house, user) } : {}),
  }
}

export const callerUser = (house: House, user: User): CallerUser => ({
  id: String(user.id),
  name: user.name,
  privileges: user.privileges,
  permissions(resource, action, way, operation = '') {
    const group = house.world.groups[user.group]
    const right = (group?.[resource] ?? group?.['*'])?.[action] ?? 'NONE'
    return house.rules.permission.right(right, resource, action, way, operation)
  },
})

export const isRefusal = (caller: Caller | PlatformResponse): caller is PlatformResponse => 'status' in caller
