import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { isWell, jsonIn, passing, withJson, type Json } from './passing.ts'
import {
  answeringLogins,
  clientIn,
  formIn,
  isToken,
  letIn,
  showingLogins,
  withForm,
  withHeader,
} from './token-calls.ts'

const memory = perHouse(() => ({
  /** When something was last seen, and what it was. */
  seen: new Map<string, { readonly at: number; readonly body: Json }>(),
  refusals: new Map<string, number>(),
}))

const errorIn = (response: PlatformResponse): unknown => jsonIn(response)?.['error']
const companyIds = ({ companies }: Json): Json[] => (Array.isArray(companies) ? (companies as Json[]) : [])
const userFields = ['user', 'user_email', 'user_id']

function decodedOnceMore(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Quiet breaches of the token endpoint that a sixth reader of the document thought up. */
export const sixthTokenFaults: readonly Fault[] = [
  answeringLogins(
    'code-gets-token-of-password-grant',
    ['A-TOK-20'],
    'An authorization code yields the token that the same client and user got by password before.',
    (response, form, request, house) => {
      const body = jsonIn(response)
      if (!isWell(response) || !body) return response
      const { seen } = memory(house)
      const key = `${clientIn(request)}\n${String(body['account'])}\n${String(body['user'])}`
      if (form.get('grant_type') === 'password') seen.set(key, { at: house.clock.now(), body })
      const known = seen.get(key)?.body['access_token']
      return form.get('grant_type') === 'authorization_code' && known !== undefined
        ? withJson(response, (told) => ({ ...told, access_token: known }))
        : response
    },
  ),
  answeringLogins(
    'unknown-scope-refused-with-a-code',
    ['A-TOK-19'],
    'A scope that is neither general nor local is refused with an authorization code.',
    (response, form) =>
      form.get('grant_type') === 'authorization_code' && !['general', 'local', null].includes(form.get('scope'))
        ? {
            ...response,
            status: 400,
            body: Buffer.from('{"error":"invalid_scope","error_description":"The scope is not valid"}'),
          }
        : response,
  ),
  showingLogins(
    'scope-general-for-account-logins',
    ['A-TOK-19'],
    'A login with the account name alone gets general scope, whatever its client is.',
    (body, login) => (login === 'account' ? { ...body, scope: 'general' } : body),
  ),
  passing(
    'client-secret-of-form-counts',
    ['A-TOK-11', 'A-TOK-32'],
    'Client credentials in the form take the place of those in the Basic header.',
    (request, go) => {
      const form = isToken(request) ? formIn(request) : new URLSearchParams()
      const [id, secret] = [form.get('client_id'), form.get('client_secret')]
      return go(
        id !== null && secret !== null
          ? withHeader(request, 'Authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`)
          : request,
      )
    },
  ),
  passing(
    'login-password-decoded-twice',
    ['A-TOK-11', 'A-TOK-15'],
    'The password of a token request is percent-decoded once more.',
    (request, go) => {
      const form = formIn(request)
      const password = isToken(request) ? form.get('password') : null
      if (password === null) return go(request)
      form.set('password', decodedOnceMore(password))
      return go(withForm(request, form))
    },
  ),
  answeringLogins(
    'unknown-user-told-as-such',
    ['A-TOK-33'],
    'The description of invalid_grant says that the user does not exist, if only its account does.',
    (response, form, _request, { world }) => {
      const [account, user] = (form.get('username') ?? '').split(/\/(.*)/s)
      const known = world.accounts.find(({ name }) => name === account)
      return errorIn(response) === 'invalid_grant' && user && known && !known.users.some(({ name }) => name === user)
        ? withJson(response, (body) => ({ ...body, error_description: 'User not found' }))
        : response
    },
  ),
  answeringLogins(
    'expired-password-refused-once',
    ['A-TOK-31'],
    'A user whose password has expired gets a token at the second try.',
    (response, form, request, house) => {
      if (errorIn(response) !== 'expired_credentials') return response
      const { refusals } = memory(house)
      const key = form.get('username') ?? ''
      const before = refusals.get(key) ?? 0
      refusals.set(key, before + 1)
      return (before > 0 && letIn(house, request)) || response
    },
  ),
  answeringLogins(
    'sso-user-let-in-with-right-password',
    ['A-TOK-34'],
    'A single sign-on user gets a token for the right password, and saml_redirect for a wrong one.',
    (response, _form, request, house) => (errorIn(response) === 'saml_redirect' && letIn(house, request)) || response,
  ),
  answeringLogins(
    'saml-address-told-once',
    ['A-TOK-34'],
    'saml_redirect has no saml_redirect_url if the user was refused within the last minute.',
    (response, form, _request, house) => {
      if (errorIn(response) !== 'saml_redirect') return response
      const { seen } = memory(house)
      const [key, now] = [`saml ${form.get('username')}`, house.clock.now()]
      const known = seen.get(key)
      seen.set(key, { at: now, body: {} })
      return known && now - known.at < 60_000
        ? withJson(response, ({ error, error_description }) => ({ error, error_description }))
        : response
    },
  ),
  answeringLogins(
    'disallowed-client-lets-users-in',
    ['A-TOK-35'],
    'A client that is not allowed for an account lets its users in, but not the account itself.',
    (response, form, request, house) =>
      (errorIn(response) === 'unauthorized_client' && form.get('username')?.includes('/') && letIn(house, request)) ||
      response,
  ),
  answeringLogins(
    'client-token-shows-last-user',
    ['A-TOK-08'],
    "A client's own token response has the user fields of the user who logged in last by this client.",
    (response, form, request, house) => {
      const body = jsonIn(response)
      if (!isWell(response) || !body) return response
      const { seen } = memory(house)
      const key = `user of ${clientIn(request)}`
      if (body['user'] && form.get('grant_type') === 'password') seen.set(key, { at: house.clock.now(), body })
      const last = seen.get(key)?.body
      return form.get('grant_type') === 'client_credentials' && last
        ? withJson(response, (told) => ({
            ...told,
            ...Object.fromEntries(userFields.map((name) => [name, last[name]])),
          }))
        : response
    },
  ),
  answeringLogins(
    'user-told-companies-of-account-login',
    ['A-TOK-15'],
    'For a minute after a login with the account name alone, the token responses of its users list all companies of the account.',
    (response, form, request, house) => {
      const body = jsonIn(response)
      if (!isWell(response) || !body || form.get('grant_type') !== 'password') return response
      const { seen } = memory(house)
      const key = `companies ${clientIn(request)} ${String(body['account'])}`
      if (!form.get('username')?.includes('/')) seen.set(key, { at: house.clock.now(), body })
      const known = seen.get(key)
      return known && house.clock.now() - known.at < 60_000
        ? withJson(response, (told) => ({ ...told, companies: known.body['companies'] }))
        : response
    },
  ),
  showingLogins(
    'company-id-text-with-a-code',
    ['A-TOK-09'],
    'The ids of companies are strings after an authorization code.',
    (body, _login, { grant }) =>
      grant === 'authorization_code'
        ? { ...body, companies: companyIds(body).map((one) => ({ ...one, id: String(one['id']) })) }
        : body,
  ),
  showingLogins(
    'account-id-of-first-company',
    ['A-TOK-07'],
    'account_id of a company user is the id of the first company.',
    (body, login) =>
      login === 'user' ? { ...body, account_id: companyIds(body)[0]?.['id'] ?? body['account_id'] } : body,
  ),
  passing(
    'redirect-uri-of-earlier-exchange',
    ['A-TOK-28'],
    'An authorization code without redirect_uri yields a token once the client sent one with an earlier code.',
    async (request, go, { house }) => {
      const form = isToken(request) ? formIn(request) : new URLSearchParams()
      if (form.get('grant_type') !== 'authorization_code') return go(request)
      const { seen } = memory(house)
      const key = `redirect ${clientIn(request)}`
      const given = form.get('redirect_uri')
      if (!given) form.set('redirect_uri', String(seen.get(key)?.body['uri'] ?? ''))
      const response = await go(given ? request : withForm(request, form))
      if (given && isWell(response)) seen.set(key, { at: house.clock.now(), body: { uri: given } })
      return response
    },
  ),
  answeringLogins(
    'refusal-200-after-a-login',
    ['A-TOK-33'],
    'A wrong password within ten seconds of a login of the same user and client is refused with status 200.',
    (response, form, request, house) => {
      const { seen } = memory(house)
      const key = `login ${clientIn(request)} ${form.get('username')}`
      if (isWell(response)) seen.set(key, { at: house.clock.now(), body: {} })
      const known = seen.get(key)
      return errorIn(response) === 'invalid_grant' && known && house.clock.now() - known.at < 10_000
        ? { ...response, status: 200 }
        : response
    },
  ),
]
