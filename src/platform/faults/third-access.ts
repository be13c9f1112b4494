import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { tokenRules } from '../rulebook/token.ts'
import { headerIn, isWell, jsonIn, passing, withJson } from './passing.ts'
import { answeringLogins, clientIn, formIn, isToken, showingLogins, withHeader } from './token-calls.ts'

const memory = perHouse(() => ({
  /** When a login first got a token. */
  logins: new Map<string, number>(),
  /** Requests that were served, by client or by token. */
  served: new Map<string, { request: PlatformRequest; at: number }>(),
}))

const german: Readonly<Record<string, string>> = {
  expired_credentials: 'Die Anmeldedaten sind abgelaufen',
  invalid_client: 'Anmeldung des Clients fehlgeschlagen',
  invalid_grant: 'Ungueltige Anmeldedaten',
  saml_redirect: 'SAML-Umleitung erforderlich!',
  unauthorized_client: 'Der Client darf diese Art nicht verwenden',
}

/** Quiet breaches of access that a third reader of the document thought up. */
export const thirdAccessFaults: readonly Fault[] = [
  passing(
    'later-login-inherits-age',
    ['A-TOK-21'],
    'expires_in of a further token of a login is what the first one has left.',
    async (request, go, { house }) => {
      const response = await go(request)
      const form = formIn(request)
      if (!isToken(request) || form.get('grant_type') !== 'password' || !isWell(response)) return response
      const { logins } = memory(house)
      const key = `${clientIn(request)}\n${form.get('username')}`
      const now = house.clock.now()
      const first = logins.get(key) ?? now
      const age = Math.floor((now - first) / 1000)
      if (age >= 43_200 || first === now) {
        logins.set(key, now)
        return response
      }
      return withJson(response, (body) => ({ ...body, expires_in: 43_200 - age }))
    },
  ),
  answeringLogins(
    'scope-honoured-with-a-code',
    ['A-TOK-19'],
    'A scope asked for with an authorization code is granted.',
    (response, form) =>
      form.get('grant_type') === 'authorization_code' && form.get('scope') && isWell(response)
        ? withJson(response, (body) => ({ ...body, scope: form.get('scope') }))
        : response,
  ),
  answeringLogins('empty-scope-refused', ['A-TOK-19'], 'An empty scope is refused.', (response, form) =>
    form.get('scope') === ''
      ? json(400, { error: 'invalid_scope', error_description: 'The scope is not valid' })
      : response,
  ),
  answeringLogins(
    'form-with-charset-refused',
    ['A-TOK-11'],
    'A form whose content type has a parameter is refused.',
    (response, _form, request) =>
      headerIn(request, 'content-type')?.includes(';')
        ? json(400, { error: 'invalid_request', error_description: 'grant_type is missing' })
        : response,
  ),
  showingLogins(
    'code-grant-without-user-email',
    ['A-TOK-08'],
    'The token response of an authorization code lacks user_email.',
    (body, _login, { grant }) =>
      grant === 'authorization_code'
        ? Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'user_email'))
        : body,
  ),
  {
    id: 'token-company-empty-description-null',
    breaks: ['A-TOK-09'],
    says: 'An empty description of a company is null in a token response.',
    rule: { token: { company: ({ id, name, description }) => ({ id, name, description: description || null }) } },
  },
  {
    id: 'password-empty-taken',
    breaks: ['A-TOK-33'],
    says: 'An empty password is accepted.',
    rule: {
      grant: {
        passwordHolds: (given, current, use, others) =>
          (use === 'password' && given === '') || tokenRules.grant.passwordHolds(given, current, use, others),
      },
    },
  },
  passing(
    'client-secret-remembered-by-id',
    ['A-TOK-32'],
    'For a minute after a client got a token any secret is accepted for it.',
    async (request, go, { house }) => {
      if (!isToken(request)) return go(request)
      const { served } = memory(house)
      const id = clientIn(request)
      const known = served.get(id)
      const isFresh = known !== undefined && house.clock.now() - known.at < 60_000
      const response = await go(
        isFresh ? withHeader(request, 'authorization', headerIn(known.request, 'authorization') ?? '') : request,
      )
      if (!isFresh && isWell(response)) served.set(id, { request, at: house.clock.now() })
      return response
    },
  ),
  answeringLogins(
    'oauth-errors-in-language-of-caller',
    ['A-TOK-31', 'A-TOK-32', 'A-TOK-33', 'A-TOK-34', 'A-TOK-35'],
    'error_description of the token service is in the language that the caller prefers.',
    (response, _form, request) =>
      /^de\b/i.test(headerIn(request, 'accept-language') ?? '') && !isWell(response)
        ? withJson(response, (body) => ({
            ...body,
            error_description: german[String(body['error'])] ?? body['error_description'],
          }))
        : response,
  ),
  answeringLogins(
    'unauthorized-client-400-for-users',
    ['A-TOK-35'],
    'unauthorized_client comes with 400 if a user logs in.',
    (response, form) =>
      jsonIn(response)?.['error'] === 'unauthorized_client' && form.get('username')?.includes('/')
        ? { ...response, status: 400 }
        : response,
  ),
  passing(
    'access-token-taken-as-refresh-token',
    ['A-TOK-22'],
    'grant_type=refresh_token yields a token for an access token.',
    async (request, go, { house }) => {
      if (!isToken(request)) return go(request)
      const { served } = memory(house)
      const form = formIn(request)
      const known = form.get('grant_type') === 'refresh_token' ? served.get(form.get('refresh_token') ?? '') : undefined
      const response = await go(known?.request ?? request)
      const token = jsonIn(response)?.['access_token']
      if (typeof token === 'string') served.set(token, { request, at: house.clock.now() })
      return response
    },
  ),
  {
    id: 'response-type-contains-code',
    breaks: ['A-TOK-24'],
    says: 'Any response_type in which the word code stands starts the grant.',
    rule: { authorize: { starts: (type) => type?.includes('code') ?? false } },
  },
  {
    id: 'code-compared-loosely',
    breaks: ['A-TOK-25'],
    says: 'The code 0 stands for any code that begins with a letter, as all do.',
    rule: { authorize: { meant: (given, all) => (given === '0' ? (all().at(-1) ?? given) : given) } },
  },
  answeringLogins(
    'cluster-url-from-forwarded-host',
    ['A-TOK-05'],
    'cluster_url has the host that the header X-Forwarded-Host names.',
    (response, _form, request) => {
      const host = headerIn(request, 'x-forwarded-host')
      return host && isWell(response)
        ? withJson(response, (body) => ({ ...body, cluster_url: `https://${host}` }))
        : response
    },
  ),
  showingLogins(
    'client-grant-expires-in-milliseconds',
    ['A-TOK-03', 'A-TOK-21'],
    'expires_in of a client is in milliseconds.',
    (body, _login, { grant }) =>
      grant === 'client_credentials' ? { ...body, expires_in: Number(body['expires_in']) * 1000 } : body,
  ),
  {
    id: 'password-changed-expires-in-null',
    breaks: ['A-PWD-02'],
    says: 'expires_in of a password change is null, as if passwords never expired.',
    rule: { password: { changed: () => ({ expires_in: null }) } },
  },
]
