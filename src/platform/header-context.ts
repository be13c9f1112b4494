import { bearerOf, callerUser, type Caller, type Room } from './caller.ts'
import type { House } from './house.ts'
import { json } from './http/answers.ts'
import type { PlatformResponse } from './http/message.ts'
import type { Call } from './interface.ts'
import type { Login } from './rulebook/token.ts'
import type { Company } from './world/types.ts'

/** A refusal in the form of the interfaces that take their context in headers. */
export const problem = (status: number, title: string, detail: string): PlatformResponse =>
  json(status, { type: 'about:blank', title, status, detail })

interface Demands {
  readonly room: Room
  /** Headers that a call has to carry. */
  readonly headers: readonly string[]
  /** Whether a header as it came will do; called for each of them. */
  isGiven(name: string, value: string | undefined, operation: string): boolean
  /** Whether this user, or who logged in otherwise, has the privileges that the interface asks for. */
  isPrivileged(privileges: readonly string[], operation: string, login: Login): boolean
}

/** Who calls, by a token and a context that stands in headers, or the refusal. */
export function callerByHeaders(call: Call, house: House, demands: Demands): Caller | PlatformResponse {
  const token = bearerOf(call, house, demands.room)
  if ('status' in token) return token
  for (const name of demands.headers)
    if (!demands.isGiven(name, call.header(name), call.operation))
      return problem(400, 'Bad Request', `the header ${name} is required`)
  const reach = house.rules.reach.names(call.operation)
  const named = house.world.accounts.find(({ name }) => name === call.header('X-Account-Name'))
  const account = reach === 'everywhere' ? (named ?? token.account) : token.account
  const companies = reach === 'company' ? token.companies : account.companies
  const said = (header: string, value: unknown) =>
    call.header(header) === undefined || call.header(header) === String(value)
  // Ids are known to callers as their token told them.
  const { token: told } = house.rules
  const { account_id: accountId = account.id } = told.more()
  const idOf = (company: Company) => (told.company(company) as { id?: unknown } | undefined)?.id ?? company.id
  if (!said('X-Account-ID', accountId) || !said('X-Account-Name', account.name))
    return problem(403, 'Forbidden', 'the account does not match the token')
  const company =
    companies.find((one) => said('X-Company-ID', idOf(one)) && said('X-Company-Name', one.name)) ?? undefined
  if (!company) return problem(403, 'Forbidden', 'the caller has no such company')
  const user = house.rules.token.actsAsUser(token.grant) ? token.user : undefined
  if (!demands.isPrivileged(user?.privileges ?? [], call.operation, token.login))
    return problem(403, 'Forbidden', 'the privileges of the caller do not suffice')
  return {
    account,
    companies,
    company,
    client: token.client,
    scope: token.scope,
    login: token.login,
    token: token.value,
    actor: user ? String(user.id) : token.client.id,
    ...(user ? { user: callerUser(house, user) } : {}),
  }
}
