import { basicAuth, formBody, grantForm } from '../target/identities.ts'
import { answer, type Answer } from './answer.ts'
import { queryText, sendAs, type Caller } from './caller.ts'
import type { Login } from './fill-form.ts'
import { walkPages, type CookieJar } from './walk-pages.ts'

interface TokenOptions {
  /** Client credentials other than the identity's own; 'none' sends no Authorization. */
  readonly client?: { readonly id: string; readonly secret: string } | 'none'
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Of the token address, which takes none. */
  readonly query?: Readonly<Record<string, string | undefined>>
}

export interface TokenApi {
  /** POST token with exactly this form (undefined fields are left out). */
  request(form: Readonly<Record<string, string | undefined>>, options?: TokenOptions): Promise<Answer>
  /** The identity's own grant: a token request as a connector would send it. Never served from the cache. */
  obtain(more?: Readonly<Record<string, string | undefined>>, options?: TokenOptions): Promise<Answer>
  /** GET authorize with exactly this query; redirects are not followed. */
  authorize(query: Readonly<Record<string, string | undefined>>): Promise<Answer>
  /**
   * Walks the pages after authorize as a browser would: logs in, approves, stops at the redirect to `redirectUri`. At most ten steps; cookies are
   * those of the session, if there is one. Of several logins each is sent when the page asks again.
   */
  logInAndApprove(
    query: Readonly<Record<string, string | undefined>>,
    login: Login | readonly Login[],
    session?: CookieJar,
  ): Promise<{
    readonly steps: readonly Answer[]
    /** The final Location, if it leads to redirectUri. */
    readonly redirect?: URL
    readonly code?: string
    /** It led to no code, and a page of it is for a script, or has a link in place of a form: only a browser may get on. */
    readonly scripted?: true
  }>
  /** POST change_password with exactly this form. The transport refuses it for any user except that of `identities.password`. */
  changePassword(form: Readonly<Record<string, string | undefined>>, options?: TokenOptions): Promise<Answer>
  /** The identity's cached access token (obtained if needed); throws Blocked if there is none to get. */
  accessToken(): Promise<string>
}

export function tokenApi(caller: Caller): TokenApi {
  const address = `${caller.target.addresses.auth}${caller.target.basePaths.token}`
  const post = async (
    path: string,
    form: Readonly<Record<string, string | undefined>>,
    { client, headers, query = {} }: TokenOptions = {},
  ) => {
    const authorization = client === 'none' ? undefined : basicAuth(client ?? caller.identity.client)
    const exchange = await sendAs(
      caller,
      { method: 'POST', url: `${address}/${path}${queryText(query)}`, body: formBody(form) },
      {
        Authorization: authorization,
        'Content-Type': 'application/x-www-form-urlencoded',
        Accept: 'application/json',
        ...headers,
      },
    )
    return answer(exchange, caller.scope)
  }
  const authorizeUrl = (query: Readonly<Record<string, string | undefined>>) =>
    `${address}/authorize${queryText(query)}`
  return {
    request: (form, options) => post('token', form, options),
    obtain: (more, options) => post('token', { ...grantForm(caller.identity), ...more }, options),
    async authorize(query) {
      return answer(
        await sendAs(caller, { method: 'GET', url: authorizeUrl(query) }, { Accept: 'text/html' }),
        caller.scope,
      )
    },
    logInAndApprove: (query, login, session) =>
      walkPages(caller, authorizeUrl(query), query['redirect_uri'] ?? '', login, session),
    changePassword: (form, options) => post('change_password', form, options),
    accessToken: async () => (await caller.identities.grant(caller.name, caller.scope)).token,
  }
}
