import type { Answer } from '../../src/clients/answer.ts'
import type { Api } from '../../src/clients/api.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import { parseExactly } from '../../src/exchange/json.ts'
import { must } from '../../src/kit/must.ts'
import { namesOf, sameName } from '../../src/kit/names.ts'
import { rely } from '../../src/kit/rely.ts'
import { Unexercised } from '../../src/kit/unexercised.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { grant, validation } from './requirements.ts'

export const hours = 3_600_000
export const minutes = 60_000

export interface TokenResponse {
  readonly access_token: string
  readonly scope?: unknown
  readonly account?: unknown
  readonly user?: unknown
  readonly user_email?: unknown
  readonly user_id?: unknown
  readonly cluster_url?: unknown
  readonly expires_in?: unknown
  readonly companies?: unknown
  readonly [more: string]: unknown
}

export const holdsToken = (answer: Answer): boolean => {
  const { access_token: token } = objectOf(answer)
  return typeof token === 'string' && token !== ''
}

/** A granted token request: status 200 with a token. */
export function granted(answer: Answer): TokenResponse {
  must.status(answer, 200)
  must.hold('a token response with an access_token', holdsToken(answer), answer.text)
  return objectOf(answer) as TokenResponse
}

/** A company among those of a token. Names of companies are found in any letter case, so the target file may write it in another. */
export const mustName = (what: string, { companies: all }: { readonly companies?: unknown }, company: string): void =>
  must.hold(
    `${what}: ${company} among them`,
    namesOf(all).some((name) => sameName(name, company)),
    namesOf(all),
  )

/** The same, with numbers that a double would round as texts of their digits. */
export function grantedExactly(answer: Answer): TokenResponse {
  granted(answer)
  return parseExactly(answer.text) as TokenResponse
}

/** Whether it is the form used with SCIM, by what the document shows of that: no user, and companies of permission groups or a tenant. */
const isOfScim = ({ user, user_email: email, user_id: id, companies: all, ...more }: TokenResponse): boolean => {
  if ((user ?? email ?? id ?? undefined) !== undefined) return false
  const held = Array.isArray(all) ? (all as ReadonlyArray<Readonly<Record<string, unknown>> | null>) : []
  const isOfGroups = held.some((one) => one?.['permissionGroupId'] !== undefined && one['id'] === undefined)
  return isOfGroups || ('tenant_id' in more && held.every((one) => one?.['id'] === undefined))
}

/** A field of the full form; which of them the form used with SCIM carries is not shown (A-TOK-41). */
export function fieldOf(given: TokenResponse, name: string): unknown {
  const value = given[name] ?? undefined
  if (value === undefined && isOfScim(given))
    throw new Unexercised(`the token response has the form used with SCIM, and no ${name}`)
  return given[name]
}

/** A new token, never from the cache: for checks about the life of a token. */
export const freshToken = (api: Api): Promise<string> =>
  rely(grant['success-is-200'], async () => granted(await api.token.obtain()).access_token)

/** The counter-check for a refusal: the same identity gets a token with a correct request. */
export const servedOtherwise = async (api: Api): Promise<void> => void (await freshToken(api))

export function noToken(answer: Answer): void {
  must.hold('an answer without an access_token', !holdsToken(answer), answer.text)
}

type Route = (api: Api, options?: CallOptions) => Promise<Answer>

/** Two resource calls that read only: the plainest one of the platform, and one of the Data API. */
export const companies: Route = (api, options) => api.company.list('application/json', options)
export const records: Route = (api, options) => api.data.list('ServiceCall', options)

/** A resource call served: a 2xx with the list it asked for. */
export function served(answer: Answer): void {
  must.success(answer)
  const { companies: listed, data } = objectOf(answer)
  must.be('companies or data', listed ?? data, 'an array', answer)
}

/** Another cluster refuses a token of local scope, or sends its caller home. */
export function mustNotServe(abroad: Answer): void {
  if (abroad.status >= 300 && abroad.status < 400)
    must.absent('list of companies or records', objectOf(abroad)['companies'] ?? objectOf(abroad)['data'])
  else must.refused4xx(abroad)
}

/** The control for a refusal: the plain call is served. If it is not, that is the finding, not the refusal. */
export const control = (call: Promise<Answer>): Promise<void> =>
  rely(validation['token-in-header'], async () => {
    const answer = await call
    // What a login may do is another matter: a client's own, say, need not be let see companies.
    if (answer.status === 403 && objectOf(answer)['error'] !== 'invalid_token')
      throw new Unexercised('the login has no right to the plain call by which its token is tried')
    served(answer)
  })

/** `<account>/<user>` in its two parts; the user is absent for an account login. */
export function partsOf(username: string): { account: string; user?: string } {
  const slash = username.indexOf('/')
  return slash < 0 ? { account: username } : { account: username.slice(0, slash), user: username.slice(slash + 1) }
}

/** The user that a token response names: with its account before it, or alone. */
export const userAlone = ({ account, user }: { readonly account?: unknown; readonly user?: unknown }): unknown => {
  const parts = typeof user === 'string' ? partsOf(user) : undefined
  return parts?.user !== undefined && sameName(parts.account, account) ? parts.user : user
}

/** The address that a token response names serves its token. */
export async function mustServe(api: Api, given: TokenResponse): Promise<void> {
  const { access_token: value } = given
  const base = fieldOf(given, 'cluster_url')
  must.be('cluster_url', base, 'an absolute URL')
  await control(companies(api, { token: { value } }))
  served(await companies(api, { base: base as string, token: { value } }))
}
