import { randomBytes } from 'node:crypto'
import type { Answer, Call } from './http.ts'
import { oauthRefusal, onlyMethods, Refusal } from './http.ts'
import type { Account, Client, Login, User, World } from './world.ts'

interface Person {
  readonly account: Account
  readonly user?: User
}
export interface Token extends Person {
  readonly client: Client
  readonly expires: number
  readonly by: string
}
/** On whose behalf and where a resource call acts. */
export interface Caller extends Person {
  readonly company?: string
  /** Id for lastChangedBy; choice: without a user, that of the account or of the client. */
  readonly by: string
}

const lifetime = 12 * 60 * 60
const codeLifetime = 60_000

export const policy = {
  minLength: 10,
  minUpper: 1,
  minLower: 2,
  minLetters: 5,
  minDigits: 2,
  minSpecial: 1,
  history: 3,
}

/** Choice: the first broken rule is reported, history last; letters and digits of any script count, all else is special. */
const rules: readonly (readonly [string, string, number, RegExp])[] = [
  ['MC-10', 'Password must contain at least [{0}] special character(s)', policy.minSpecial, /[^\p{L}\p{Nd}]/gu],
  ['MC-07', 'Password must contain at least [{0}] digit(s)', policy.minDigits, /\p{Nd}/gu],
  ['MC-11', 'Password must contain at least [{0}] upper case letter(s)', policy.minUpper, /\p{Lu}/gu],
  ['MC-09', 'Password must contain at least [{0}] lower case letter(s)', policy.minLower, /\p{Ll}/gu],
  ['MC-08', 'Password must contain at least [{0}] letter(s)', policy.minLetters, /\p{L}/gu],
  ['MC-06', 'Password must be at least [{0}] character(s) long', policy.minLength, /./gsu],
]

const html = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
export const clusterAddress = (origin: string, cluster: string): string =>
  cluster === 'EU' ? origin : `${origin}/${cluster.toLowerCase()}`

export function createAccess(world: World) {
  const tokens = new Map<string, Token>()
  const codes = new Map<string, Person & { client: Client; redirect: string; expires: number }>()
  const accountNamed = (name: string | undefined) => world.accounts.find((account) => account.name === name)
  const companiesOf = ({ account, user }: Person) =>
    account.companies.filter((company) => user === undefined || user.companies.includes(company.name))

  function formOf(call: Call): URLSearchParams {
    // Choice: another content type is an invalid request, not 415.
    if (!/^application\/x-www-form-urlencoded\b/i.test(call.headers['content-type'] ?? ''))
      throw oauthRefusal(400, 'invalid_request', 'A form is expected')
    return new URLSearchParams(call.body)
  }

  function field(form: URLSearchParams, name: string): string {
    const value = form.get(name)
    if (value === null) throw oauthRefusal(400, 'invalid_request', `Missing ${name}`)
    return value
  }

  function clientOf(call: Call): Client {
    const [, encoded] = /^basic +(\S+)$/i.exec(call.headers.authorization ?? '') ?? []
    const pair = Buffer.from(encoded ?? '', 'base64').toString()
    const found = world.clients.find((client) => `${client.id}:${client.secret}` === pair)
    // Choice: absent or malformed client authentication is answered like a wrong one.
    if (found === undefined) throw oauthRefusal(401, 'invalid_client', 'Client authentication failed')
    return found
  }

  /** Choice: single sign-on comes before the password, the client's permission after it, expiry last. */
  function logIn(
    origin: string,
    client: Client,
    username: string,
    password: string,
    expiredToo = false,
  ): Person & { login: Login } {
    const slash = username.indexOf('/')
    const account = accountNamed(slash < 0 ? username : username.slice(0, slash))
    const user = slash < 0 ? undefined : account?.users.find((one) => one.name === username.slice(slash + 1))
    const login: Login | undefined = slash < 0 ? account : user
    if (login?.sso === true) {
      throw oauthRefusal(403, 'saml_redirect', 'SAML redirect is required!', {
        saml_redirect_url: `${origin}/saml/login?RelayState=${encodeURIComponent(username)}`,
      })
    }
    if (account === undefined || login === undefined || login.password !== password)
      throw oauthRefusal(400, 'invalid_grant', 'Bad credentials')
    mayUse(client, account)
    if (login.expired && !expiredToo) throw oauthRefusal(400, 'expired_credentials', 'User credentials have expired')
    return { account, login, ...(user && { user }) }
  }

  function mayUse(client: Client, account: Account | undefined): Account {
    if (account === undefined || client.accounts?.includes(account.name) === false) {
      throw oauthRefusal(401, 'unauthorized_client', 'Client is not authorized to use this grant type')
    }
    return account
  }

  function redeem(client: Client, form: URLSearchParams): Person {
    const code = field(form, 'code')
    const redirect = field(form, 'redirect_uri')
    const grant = codes.get(code)
    // Choice: a code is used up by its first trial, even a failing one, and dies after a minute.
    codes.delete(code)
    if (grant === undefined || grant.client !== client || grant.redirect !== redirect || grant.expires <= Date.now()) {
      throw oauthRefusal(400, 'invalid_grant', 'Bad credentials')
    }
    return grant
  }

  function token(call: Call): Answer {
    onlyMethods(call, 'POST')
    const client = clientOf(call)
    const form = formOf(call)
    const grant = field(form, 'grant_type')
    let person: Person
    if (grant === 'client_credentials') person = { account: mayUse(client, accountNamed(client.home)) }
    else if (grant === 'password') person = logIn(call.origin, client, field(form, 'username'), field(form, 'password'))
    else if (grant === 'authorization_code') person = redeem(client, form)
    else throw oauthRefusal(400, 'unsupported_grant_type', 'Unsupported grant type')
    const { account, user } = person
    const by = grant === 'client_credentials' ? client.id : String((user ?? account).id)
    const value = randomBytes(24).toString('base64url')
    tokens.set(value, { account, ...(user && { user }), client, by, expires: Date.now() + lifetime * 1000 })
    return {
      status: 200,
      headers: { 'cache-control': 'no-store' },
      json: {
        // Choice: capitalised type; the user's fields are left out where no user is authorised.
        access_token: value,
        token_type: 'Bearer',
        expires_in: lifetime,
        scope: client.scope,
        cluster_url: clusterAddress(call.origin, account.cluster),
        account: account.name,
        account_id: account.id,
        ...(user && { user: user.name, user_email: `${user.name}@${account.name}.example`, user_id: user.id }),
        companies: companiesOf(person),
      },
    }
  }

  function changePassword(call: Call): Answer {
    onlyMethods(call, 'POST')
    const client = clientOf(call)
    const form = formOf(call)
    const next = field(form, 'new_password')
    // Choice: a wrong old password is invalid_grant like any wrong password; an expired one may be changed.
    const { login } = logIn(call.origin, client, field(form, 'username'), field(form, 'old_password'), true)
    const refuse = (error: string, message: string, values: unknown[]) =>
      new Refusal({ status: 400, json: { error, message, values } })
    if (next === '') throw refuse('MC-13', 'Password is not valid', [])
    for (const [code, message, least, pattern] of rules) {
      if ((next.match(pattern) ?? []).length < least) throw refuse(code, message, [least])
    }
    // Choice: the current password counts as used, besides the remembered former ones.
    if ([login.password, ...login.former].includes(next)) throw refuse('MC-05', 'Password was already used before', [])
    login.former.unshift(login.password)
    login.former.splice(policy.history)
    login.password = next
    login.expired = false
    // Choice: expires_in tells when the new password expires, in seconds; issued tokens stay valid.
    return { status: 200, json: { expires_in: 90 * 24 * 60 * 60 } }
  }

  function authorize(call: Call, confirming: boolean): Answer {
    onlyMethods(call, 'GET', ...(confirming ? ['POST'] : []))
    const given = call.method === 'POST' ? formOf(call) : new URLSearchParams([...call.query])
    const client = world.clients.find((one) => one.id === given.get('client_id'))
    const redirect = given.get('redirect_uri') ?? ''
    // Choice: only registered addresses are redirected to; otherwise the answer is an error without redirect.
    if (client === undefined || !client.redirects.includes(redirect))
      throw oauthRefusal(400, 'invalid_request', 'Unknown client or redirect address')
    const back = (name: string, value: string): Answer => {
      const to = new URL(redirect)
      to.searchParams.append(name, value)
      if (given.has('state')) to.searchParams.append('state', given.get('state') ?? '')
      return { status: 302, headers: { location: to.href, 'cache-control': 'no-store' } }
    }
    if (given.get('response_type') !== 'code') return back('error', 'unsupported_response_type')
    if (!confirming) {
      const query = [...given].map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
      return { status: 302, headers: { location: `${call.origin}/api/oauth2/v1/authorize/confirm?${query}` } }
    }
    if (call.method === 'GET') return page(200, given)
    if (given.has('deny')) return back('error', 'access_denied')
    try {
      const { account, user } = logIn(call.origin, client, given.get('username') ?? '', given.get('password') ?? '')
      const code = randomBytes(16).toString('hex')
      codes.set(code, { account, ...(user && { user }), client, redirect, expires: Date.now() + codeLifetime })
      return back('code', code)
    } catch (error) {
      // Choice: a failed login shows the page again, with the status the token endpoint would have given.
      if (error instanceof Refusal) return page(error.answer.status, given, 'The login failed.')
      throw error
    }
  }

  function page(status: number, given: URLSearchParams, problem = ''): Answer {
    const hidden = ['response_type', 'client_id', 'redirect_uri', 'state']
      .filter((name) => given.has(name))
      .map((name) => `<input type="hidden" name="${name}" value="${html(given.get(name) ?? '')}">`)
      .join('')
    const text = `<!doctype html><title>Confirm access</title><p>${problem}</p><form method="post" action="confirm">${hidden}
<label>Account or account/user <input name="username"></label> <label>Password <input type="password" name="password"></label>
<button type="submit">Approve</button> <button type="submit" name="deny" value="1">Deny</button></form>`
    return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, text }
  }

  /** The token in the header of a call, unless it does not hold in the addressed cluster. */
  function holderOf(call: Call): Token | undefined {
    const held = tokens.get(/^bearer +(\S+)$/i.exec(call.headers.authorization ?? '')?.[1] ?? '')
    const here = held?.client.scope === 'general' || held?.account.cluster === call.cluster
    return held !== undefined && here && held.expires > Date.now() ? held : undefined
  }

  /** Token first, then the context of the call. */
  function callerOf(call: Call, companyNeeded: boolean): Caller {
    const bad = (why: string) => oauthRefusal(400, 'invalid_request', why)
    const header = call.headers.authorization
    const inHeader = header === undefined ? undefined : /^bearer +(\S+)$/i.exec(header)?.[1]
    const value = inHeader ?? call.query.get('access_token')
    // Choice: a call without any bearer token is an invalid request, as are two different tokens.
    if (value === undefined || (inHeader !== undefined && (call.query.get('access_token') ?? inHeader) !== inHeader))
      throw bad('One bearer token is expected')
    const held = tokens.get(value)
    const local = held?.client.scope === 'local'
    if (held === undefined || held.expires <= Date.now() || (local && held.account.cluster !== call.cluster)) {
      throw oauthRefusal(401, 'invalid_token', 'The token is not valid here')
    }
    const { user, by } = held
    const accountName = call.query.get('account')
    const userName = call.query.get('user')
    if (local) {
      for (const [head, name] of [
        ['x-client-id', 'clientId'],
        ['x-client-version', 'clientVersion'],
      ] as const) {
        if (!(call.headers[head] || call.query.get(name))) throw bad(`Missing ${head} or ${name}`)
      }
      if (accountName === undefined) throw bad('Missing account')
      if (user !== undefined && userName === undefined) throw bad('Missing user')
      // Choice: a local token does not hold for an account other than its own.
      if (accountName !== held.account.name)
        throw oauthRefusal(401, 'invalid_token', 'The token is for another account')
    }
    // Choice: a named user must be the token's; without a user in the token the name is ignored.
    if (userName !== undefined && user !== undefined && userName !== user.name)
      throw bad('The token is for another user')
    // Choice: a general token may name any account of the addressed cluster, and means its own when it names none.
    const account = accountName === undefined ? held.account : accountNamed(accountName)
    if (account === undefined || account.cluster !== call.cluster) throw bad('No such account in this cluster')
    const person: Person = { account, ...(user && account === held.account && { user }) }
    // Choice: the company list asks for no company, since it serves to find one, and ignores one that is named.
    if (!companyNeeded) return { ...person, by }
    const named = call.query.get('company')
    const open = companiesOf(person).map((one) => one.name)
    // Choice: a general token that names no company means the first of its companies.
    const company = named ?? (local ? undefined : open[0])
    if (company === undefined || !open.includes(company)) throw bad('Missing company, or not one of the caller')
    return { ...person, by, company }
  }

  return { token, changePassword, authorize, callerOf, holderOf, companiesOf, accountNamed }
}
