import type { Client, ClusterCode, Company } from '../world/types.ts'

export type Scope = 'general' | 'local'
export type Grant = 'client_credentials' | 'password' | 'authorization_code'
/** Whom a token acts for: a user, an account, or a client acting for itself. */
export type Login = 'user' | 'account' | 'client'

/** The call that takes credentials: a grant of the token endpoint, or another form of the token service. */
export type CredentialUse = Grant | 'change_password'

interface CodeFacts {
  readonly issued: boolean
  readonly used: boolean
  readonly sameClient: boolean
  readonly sameRedirect: boolean
  readonly ageMs: number
  /** Whether the same client got no later code for the same login. */
  readonly isLatest: boolean
}

interface ReissueFacts {
  readonly login: Login
  /** Milliseconds since the last token of the same client and login. */
  readonly sinceMs: number
  /** Earlier token requests of the same client and login. */
  readonly asked: number
}

interface ShownFacts {
  readonly client: Client['type']
  readonly grant: Grant
  /** Earlier tokens of the same client and login. */
  readonly earlier: number
}

/** 12 hours. */
export const tokenLifetimeMs = 43_200_000

/** Issued tokens and the token response (A-TOK-01..22, 26, 37, 38). */
const token = {
  /** `idleMs`: time since it was issued or last used. */
  isOver: (ageMs: number, _idleMs: number): boolean => ageMs >= tokenLifetimeMs,
  /** What may end a token before its time: calls made with it, time since the last of them, a new password of its login. */
  isSpent: (_life: { readonly uses: number; readonly idleMs: number; readonly isPasswordNewer: boolean }): boolean =>
    false,
  /** `later`: tokens issued later to the same client and login; `sinceMs`: time since the next of them was issued. */
  isRevoked: (_later: number, _sinceMs: number): boolean => false,
  /** An existing token to issue again; `live` holds those of the same client and login. */
  reissued: (_live: readonly string[], _facts: ReissueFacts): string | undefined => undefined,
  /** Whether a token of a user acts as that user. */
  actsAsUser: (_grant: Grant): boolean => true,
  scope: (type: Client['type'], _requested: string | undefined): Scope =>
    type === 'Admin' || type === 'Store' ? 'general' : 'local',
  isValidIn: (scope: Scope, home: ClusterCode, here: ClusterCode, _requested: string | undefined): boolean =>
    scope === 'general' || home === here,
  /** Whether a login without these privileges gets a token (A-TOK-27). */
  mayHold: (_privileges: readonly string[], _login: Login): boolean => true,
  companies: (all: readonly Company[], assigned: readonly string[], login: Login): readonly Company[] =>
    login === 'user' ? all.filter(({ name }) => assigned.includes(name)) : all,

  /** Whether the token endpoint is also found below /api/oauth2/v2. */
  servesSecond: (): boolean => false,
  status: (): number => 200,
  type: (): unknown => 'Bearer',
  expiresIn: (seconds: number): unknown => seconds,
  cluster: (home: ClusterCode): ClusterCode => home,
  showsUser: (login: Login, _grant: Grant): boolean => login === 'user',
  company: ({ id, name, description }: Company): unknown => ({ id, name, description }),
  /** Fields besides the documented ones. */
  more: (): Readonly<Record<string, unknown>> => ({}),
  /** The whole body, applied last. */
  shown: (body: Readonly<Record<string, unknown>>, _login: Login, _facts: ShownFacts): unknown => body,
}

/** Requirements for a token request (A-TOK-11..17, 22, 28, 31..35). */
const grant = {
  named: (name: string | undefined): Grant | undefined =>
    name === 'client_credentials' || name === 'password' || name === 'authorization_code' ? name : undefined,
  /** Required fields that the form lacks. */
  lacks: (missing: readonly string[]): boolean => missing.length > 0,
  takesForm: (mediaType: string): boolean => mediaType === 'application/x-www-form-urlencoded',
  decode: (raw: string): string => decodeURIComponent(raw.replaceAll('+', ' ')),
  /** Whether client credentials are required, and whether they are read from the Basic header. */
  needsClient: (): boolean => true,
  readsBasic: (): boolean => true,
  /** Whether a client may use a grant (A-TOK-35). */
  permits: (_grant: Grant): boolean => true,
  idHolds: (given: string, id: string, _use: CredentialUse): boolean => given === id,
  /** `others` are the secrets of all clients, or the passwords of all users. */
  secretHolds: (given: string, secret: string, _use: CredentialUse, _others: () => readonly string[]): boolean =>
    given === secret,
  passwordHolds: (given: string, current: string, _use: CredentialUse, _others: () => readonly string[]): boolean =>
    given === current,
  /** The error for a login that does not exist; `hasAccount`: its account does. */
  unknown: (_hasAccount: boolean): 'invalid_grant' | 'unauthorized_client' => 'invalid_grant',
  allows: (accounts: readonly string[], account: string, _use: CredentialUse): boolean => accounts.includes(account),
  /** Whether a client that is not allowed is refused before the password is looked at. */
  barsFirst: (): boolean => true,
  /** Whether a login with an expired password is refused as such; `right`: its password is the expired one. */
  refusesExpired: (right: boolean): boolean => right,
  /** Whether a login name means an account or a user. */
  sameName: (given: string, known: string): boolean => given === known,
  redirectsSignOn: (): boolean => true,
}

/** The authorization-code grant (A-TOK-23..25, 39, 40). */
const authorize = {
  starts: (responseType: string | undefined): boolean => responseType === 'code',
  /** Whether another response_type is refused by a redirect to redirect_uri. */
  refusesByRedirect: (): boolean => false,
  redirectStatus: (): number => 302,
  /** Whether the user logs in and approves on one page, on two, or is not asked at all. */
  pages: (): 'one' | 'two' | 'none' => 'one',
  /** The redirect address after approval. */
  location(
    redirectUri: string,
    parameters: Readonly<Record<string, string>>,
    _responseType: string | undefined = undefined,
  ): string {
    const added = Object.entries(parameters)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&')
    const joint = /[?&]$/.test(redirectUri) || added === '' ? '' : redirectUri.includes('?') ? '&' : '?'
    return `${redirectUri}${joint}${added}`
  },
  /** The code that a caller means by what it sent; `all` are those issued so far. */
  meant: (given: string, _all: () => readonly string[]): string => given,
  /** Whose login a code stands for: the one that approved it, or the latest. */
  whose: <Who>(own: Who, _latest: Who): Who => own,
  /** Whether the token endpoint accepts a code. */
  redeems: (facts: CodeFacts): boolean =>
    facts.issued && !facts.used && facts.sameClient && facts.sameRedirect && facts.ageMs < 10 * 60_000,
}

export const tokenRules = { token, grant, authorize }
