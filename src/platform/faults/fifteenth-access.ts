import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { loginNamed } from '../token/named.ts'
import { tokenAnswer } from '../token/response.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, withJson } from './passing.ts'
import { clientIn, formIn, isPasswordChange, isToken, issuedIn } from './token-calls.ts'

const memory = perHouse(() => ({
  /** Credentials that once held: client, user name and password. */
  verified: new Set<string>(),
  /** By account: its companies as text. */
  listed: new Map<string, PlatformResponse>(),
}))

const credentials = (client: string, username: string, password: string): string =>
  JSON.stringify([client, username, password])

/** Quiet breaches of the token service and the company list that a fifteenth reader of the document thought up. */
export const fifteenthAccessFaults: readonly Fault[] = [
  passing(
    'client-credentials-in-urlsafe-base64-only',
    ['A-TOK-11'],
    'Client credentials whose base64 has a plus sign or a slash are refused.',
    async (request, go) =>
      isToken(request) && /^Basic .*[+/]/i.test(headerIn(request, 'authorization') ?? '')
        ? json(401, { error: 'invalid_client', error_description: 'Client authentication failed' })
        : go(request),
  ),
  passing(
    'scope-in-the-query-honoured',
    ['A-TOK-19'],
    'A scope in the query of the token address is taken over, unlike one in the form.',
    async (request, go) => {
      const scope = isToken(request) ? askedOf(request).query.get('scope') : null
      const response = await go(request)
      return scope !== null && isWell(response) ? withJson(response, (body) => ({ ...body, scope })) : response
    },
  ),
  passing(
    'old-password-lives-on-for-other-clients',
    ['A-PWD-16'],
    'A password that was changed still logs in by another client that had used it before.',
    async (request, go, { house }) => {
      const { verified } = memory(house)
      const client = clientIn(request)
      const form = formIn(request)
      if (isPasswordChange(request)) {
        const response = await go(request)
        if (isWell(response))
          verified.delete(credentials(client, form.get('username') ?? '', form.get('old_password') ?? ''))
        return response
      }
      if (!isToken(request) || form.get('grant_type') !== 'password') return go(request)
      const key = credentials(client, form.get('username') ?? '', form.get('password') ?? '')
      const response = await go(request)
      if (isWell(response)) verified.add(key)
      const named = loginNamed(house, form.get('username') ?? '')
      const known = house.world.clients.find(({ id }) => id === client)
      const isRefused = jsonIn(response)?.['error'] === 'invalid_grant'
      if (!isRefused || !verified.has(key) || !named || !known) return response
      const admission = { client: known, ...named, login: named.user ? 'user' : 'account', grant: 'password' } as const
      return tokenAnswer(house, admission, request.origin, undefined)
    },
  ),
  passing(
    'companies-as-text-of-the-first-user',
    ['A-COM-05'],
    'The company list as text is kept for the account: its second user gets that of the first.',
    async (request, go, { house }) => {
      const response = await go(request)
      const isText = /^application\/text\b/.test(headerIn(response, 'content-type') ?? '')
      const account = isText ? issuedIn(house, request)?.account.name : undefined
      if (account === undefined || !isWell(response)) return response
      const { listed } = memory(house)
      const first = listed.get(account) ?? response
      listed.set(account, first)
      return first
    },
  ),
]
