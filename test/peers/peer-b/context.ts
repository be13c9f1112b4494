import type { Records } from '../data.ts'
import type { Call } from '../http.ts'
import { oauthRefusal } from '../http.ts'
import type { Values } from '../peer/model.ts'
import type { Caller, createAccess, Token } from '../token.ts'
import type { Account, World } from '../world.ts'
import type { State } from './state.ts'

export type Privilege = 'ADMINISTRATOR' | 'SUPERUSER'
export type Company = Account['companies'][number]
/** Who calls, and for which company. */
export interface Place {
  readonly holder: Token
  readonly account: Account
  readonly company: Company
  readonly caller: Caller
  readonly records: Records
  /** Key of what belongs to this company. */
  readonly at: string
}

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Choice: what one of these interfaces cannot make sense of is answered in the structure of the token errors. */
export const invalid = (what: string) => oauthRefusal(400, 'invalid_request', `Not valid: ${what}`)
export const forbidden = (what: string) => oauthRefusal(403, 'access_denied', what)
export const missing = (what: string) => oauthRefusal(404, 'not_found', `No such ${what}`)

export function jsonOf(call: Call): Values {
  let body: unknown
  try {
    body = JSON.parse(call.body)
  } catch {
    throw invalid('body')
  }
  if (!isObject(body)) throw invalid('body')
  return body
}

export function textIn(body: Values, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value.trim() === '') throw invalid(name)
  return value
}

export const headerOf = (call: Call, name: string): string => {
  const value = call.headers[name.toLowerCase()]
  return typeof value === 'string' ? value.trim() : ''
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/
/** Choice: a date-time without an offset is none. */
export const momentOf = (value: unknown): number =>
  typeof value === 'string' && dateTime.test(value) ? Date.parse(value) : NaN

export function createContext(
  world: World,
  access: ReturnType<typeof createAccess>,
  recordsOf: (caller: Caller) => Records,
  state: State,
) {
  function holderOf(call: Call): Token {
    // Choice: here a token counts in the header only, where the interfaces ask for it.
    const holder = access.holderOf(call)
    if (holder === undefined) throw oauthRefusal(401, 'invalid_token', 'A valid token is expected in the header')
    return holder
  }

  /** Choice: an account's own login is an administrator, a client on its own a superuser. */
  const privilegeOf = ({ user, by, client }: Token): Privilege | undefined =>
    user === undefined ? (by === client.id ? 'SUPERUSER' : 'ADMINISTRATOR') : user.privilege

  function privileged(call: Call, ...needed: Privilege[]): Token {
    const holder = holderOf(call)
    const privilege = privilegeOf(holder)
    // Choice: a token got without the privilege is no token for the interface, so 401 and not 403.
    if (privilege === undefined || !needed.includes(privilege))
      throw oauthRefusal(401, 'invalid_token', 'The token was received without the privileges this interface needs')
    return holder
  }

  function accountOf(call: Call, holder: Token, name: string): Account | undefined {
    const account = world.accounts.find((one) => one.name === name && one.cluster === call.cluster)
    // Choice: an account out of the token's reach is forbidden, one that nobody has is a wrong parameter.
    if (account !== undefined && account !== holder.account && holder.client.scope === 'local')
      throw forbidden('The token does not reach that account')
    return account
  }

  function placeOf(holder: Token, account: Account, name: string): Place {
    const user = account === holder.account ? holder.user : undefined
    const company = access
      .companiesOf({ account, ...(user && { user }) })
      .find((one) => one.name === name || String(one.id) === name)
    if (company === undefined) throw forbidden('The company is none of the caller')
    const caller: Caller = { account, ...(user && { user }), by: holder.by, company: company.name }
    return { holder, account, company, caller, records: recordsOf(caller), at: `${account.id}/${company.id}` }
  }

  /** The place that headers name; those in `needed` may not be missing. */
  function placed(call: Call, holder: Token, needed: readonly string[]): Place {
    // Choice: a header that is missing or empty is 400, also where that is not among the listed statuses.
    const absent = needed.find((name) => headerOf(call, name) === '')
    if (absent !== undefined) throw invalid(`missing header ${absent}`)
    const account = accountOf(call, holder, headerOf(call, 'x-account-name'))
    // Choice: an account or company that is unknown, or whose id and name do not belong together, is forbidden.
    if (account === undefined) throw forbidden('No such account')
    const place = placeOf(holder, account, headerOf(call, 'x-company-name'))
    for (const [header, id] of [
      ['x-account-id', account.id],
      ['x-company-id', place.company.id],
    ] as const)
      if (needed.some((name) => name.toLowerCase() === header) && headerOf(call, header) !== String(id))
        throw forbidden(`${header} does not fit the name`)
    return place
  }

  return { world, state, holderOf, privileged, accountOf, placeOf, placed, companiesOf: access.companiesOf }
}
export type Context = ReturnType<typeof createContext>
