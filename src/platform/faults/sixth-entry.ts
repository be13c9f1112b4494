import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json, redirect, textAnswer } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { passwordRules } from '../rulebook/password.ts'
import { issueCode } from '../token/codes.ts'
import { loginNamed } from '../token/named.ts'
import { findToken } from '../token/store.ts'
import { clusterOf } from '../world/clusters.ts'
import { askedOf, batchMemory, isBatch, isWell, jsonIn, passing, reshaping, withJson, withQuery } from './passing.ts'
import { actingAs, bearerIn, clientIn, formIn, headerIn, isPasswordChange, isToken } from './token-calls.ts'

const memory = perHouse(() => ({
  answers: new Map<string, { readonly at: number; readonly response: PlatformResponse }>(),
  /** The id of the first user of each client. */
  firstUsers: new Map<string, string>(),
}))

const { password } = passwordRules
const invalidToken = json(401, { error: 'invalid_token', error_description: 'The access token is not valid' })
const writes = ['POST', 'PUT', 'PATCH', 'DELETE']

/** How long an answer is given again. */
const fresh = 5000
const minute = 60_000

const firstCompany = batchMemory<{ name?: string }>(() => ({}))

const cookieIn = (header: string | undefined, name: string): string | undefined => {
  const [, value] = new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(header ?? '') ?? []
  return value === undefined ? undefined : decodeURIComponent(value)
}
const withCookie = (response: PlatformResponse, name: string, value: string): PlatformResponse => ({
  ...response,
  headers: [...response.headers, ['Set-Cookie', `${name}=${encodeURIComponent(value)}; Path=/`]],
})
const locationOf = ({ headers }: PlatformResponse): string => headers.find(([name]) => name === 'Location')?.[1] ?? ''

/** Quiet breaches of change_password, authorize and how calls are let in that a sixth reader of the document thought up. */
export const sixthEntryFaults: readonly Fault[] = [
  passing(
    'wrong-client-told-as-password-error',
    ['A-TOK-32', 'A-TOK-30'],
    'change_password tells a wrong client secret in the form of a password error.',
    async (request, go) => {
      const response = await go(request)
      return isPasswordChange(request) && jsonIn(response)?.['error'] === 'invalid_client'
        ? withJson(response, () => ({ error: 'invalid_client', message: 'Client authentication failed', values: [] }))
        : response
    },
  ),
  {
    id: 'password-of-least-length-refused',
    breaks: ['A-PWD-12'],
    says: 'A password of exactly as many characters as there must be at least is refused.',
    rule: {
      password: {
        violated: (code, trial) =>
          password.violated(
            code,
            code === 'MC-06' ? { ...trial, policy: { ...trial.policy, minLength: trial.policy.minLength + 1 } } : trial,
          ),
      },
    },
  },
  {
    id: 'password-of-fewest-kinds-refused',
    breaks: ['A-PWD-07', 'A-PWD-08'],
    says: 'A password with exactly as many capitals or special characters as there must be at least is refused.',
    rule: {
      password: {
        violated(code, trial) {
          const { policy } = trial
          const stricter = { ...policy, minUpper: policy.minUpper + 1, minSpecial: policy.minSpecial + 1 }
          return password.violated(code, code === 'MC-10' || code === 'MC-11' ? { ...trial, policy: stricter } : trial)
        },
      },
    },
  },
  {
    id: 'mc07-number-of-length-rule',
    breaks: ['A-PWD-14'],
    says: 'values of MC-07 holds the least length if the password is too short, too.',
    rule: {
      password: {
        order: () => ['MC-14', 'MC-13', 'MC-07', 'MC-06', 'MC-08', 'MC-09', 'MC-10', 'MC-11', 'MC-05', 'MC-12'],
      },
    },
    seam: {
      passage: {
        async through(request, go, { house }) {
          const response = await go(request)
          const isShort = [...(formIn(request).get('new_password') ?? '')].length < house.policy.minLength
          return isPasswordChange(request) && isShort && jsonIn(response)?.['error'] === 'MC-07'
            ? withJson(response, (body) => ({ ...body, values: [house.policy.minLength] }))
            : response
        },
      },
    },
  },
  passing(
    'authorize-back-to-first-address',
    ['A-TOK-23'],
    'In one session authorize leads back to the redirect_uri that it named first.',
    async (request, go) => {
      const { path, query } = askedOf(request)
      const first = cookieIn(headerIn(request, 'cookie'), 'first')
      const response = await go(request)
      if (path.endsWith('/authorize') && response.status < 400 && first === undefined)
        return withCookie(response, 'first', query.get('redirect_uri') ?? '')
      const code = /[?&]code=([^&]+)/.exec(locationOf(response))?.[1]
      return code !== undefined && first !== undefined
        ? redirect(302, `${first}${first.includes('?') ? '&' : '?'}code=${code}`)
        : response
    },
  ),
  passing(
    'second-client-not-approved',
    ['A-TOK-23'],
    'A user who approved one client in a session is not asked about another one.',
    async (request, go, { house }) => {
      const { path, query } = askedOf(request)
      const user = cookieIn(headerIn(request, 'cookie'), 'user')
      const named = user === undefined ? undefined : loginNamed(house, user)
      const client = house.world.clients.find(({ id }) => id === query.get('client_id'))
      if (path.endsWith('/authorize') && named && client && query.get('response_type') === 'code') {
        const uri = query.get('redirect_uri') ?? ''
        return redirect(302, `${uri}${uri.includes('?') ? '&' : '?'}code=${issueCode(house, client, uri, named)}`)
      }
      const response = await go(request)
      return /[?&]code=/.test(locationOf(response))
        ? withCookie(response, 'user', formIn(request).get('username') ?? '')
        : response
    },
  ),
  passing(
    'company-list-kept-whatever-accept',
    ['A-COM-02', 'A-COM-01'],
    'For five seconds a company list is answered again to the same token, whatever Accept says.',
    async (request, go, { house }) => {
      if (!askedOf(request).path.endsWith('/companies')) return go(request)
      const { answers } = memory(house)
      const [key, now] = [request.target + bearerIn(request), house.clock.now()]
      const known = answers.get(key)
      if (known && now - known.at < fresh) return known.response
      const response = await go(request)
      if (isWell(response)) answers.set(key, { at: now, response })
      return response
    },
  ),
  passing(
    'general-token-refused-for-writes-elsewhere',
    ['A-TOK-26'],
    "A token of general scope is refused for writes outside the account's cluster.",
    (request, go, { house }) => {
      const token = findToken(house, bearerIn(request))
      const isAbroad = token?.scope === 'general' && token.account.cluster !== clusterOf(askedOf(request).path).cluster
      return isAbroad && writes.includes(request.method) ? Promise.resolve(invalidToken) : go(request)
    },
  ),
  passing(
    'get-with-known-request-id-from-memory',
    ['A-AUT-08'],
    'A GET with the request id and address of one within the last minute gets the answer of that one.',
    async (request, go, { house }) => {
      const id = headerIn(request, 'x-request-id')
      if (request.method !== 'GET' || id === undefined) return go(request)
      const { answers } = memory(house)
      const [key, now] = [`${id} ${request.target}`, house.clock.now()]
      const known = answers.get(key)
      if (known && now - known.at < minute) return known.response
      const response = await go(request)
      answers.set(key, { at: now, response })
      return response
    },
  ),
  reshaping(
    'list-with-request-id-empty',
    ['A-AUT-08', 'A-DAT-02'],
    'A list whose request id stands in the query is empty.',
    ({ method, by, query }) => method === 'GET' && by === 'list' && query.has('requestId'),
    (body) => ({ ...body, data: [] }),
  ),
  {
    id: 'batch-company-of-first-part',
    breaks: ['A-BAT-03'],
    says: 'All parts of a batch work in the company of the first one.',
    seam: {
      passage: {
        part(request, go, way) {
          const known = firstCompany(way)
          const named = askedOf(request).query.get('company')
          if (named === null) return go(request)
          known.name ??= named
          return go(withQuery(request, { company: known.name }))
        },
      },
    },
  },
  passing(
    'company-of-others-by-external-id',
    ['A-TOK-15'],
    'A company user is served by external id in a company of the account that is not among the own ones.',
    (request, go, { house }) => {
      const { by, query } = askedOf(request)
      const token = findToken(house, bearerIn(request))
      const company = query.get('company')
      if (by !== 'externalId' || !token || company === null) return go(request)
      const user = token.account.users.find(({ companies }) => companies.includes(company))
      return user && !token.companies.some(({ name }) => name === company)
        ? go(actingAs(house, withQuery(request, { user: user.name }), { account: token.account, user }))
        : go(request)
    },
  ),
  {
    id: 'lower-hex-kept-in-context',
    breaks: ['A-AUT-11'],
    says: 'Escapes in lower-case hex are not decoded in account and company.',
    wire: {
      request: (request) => ({
        ...request,
        target: request.target.replace(/(?<=[?&])([^&=]*)=([^&]*)/g, (pair, name: string, value: string) =>
          /^(?:account|company)$/.test(decodeURIComponent(name))
            ? `${name}=${value.replace(/%(?=[0-9a-f][a-f]|[a-f][0-9])/g, '%25')}`
            : pair,
        ),
      }),
    },
  },
  passing(
    'invalid-token-data-form-on-delete',
    ['A-AUT-01'],
    'An invalid token is told in the form of a Data API error on DELETE and on the deleted listing.',
    async (request, go) => {
      const response = await go(request)
      const { method, by, resource } = askedOf(request)
      return response.status === 401 && resource !== undefined && (method === 'DELETE' || by === 'deleted')
        ? withJson(response, () => ({ error: 'invalid_token', message: 'The access token is not valid', values: [] }))
        : response
    },
  ),
  passing(
    'batch-bad-token-told-in-parts',
    ['A-AUT-01'],
    'A batch with an invalid token is answered with 200 and with 401 in each part.',
    async (request, go) => {
      const response = await go(request)
      if (!isBatch(askedOf(request)) || response.status !== 401) return response
      const inner = `HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nContent-Length: ${response.body.length}\r\n\r\n${response.body.toString()}`
      const parts = request.body.toString('latin1').match(/application\/http/g) ?? []
      const written = parts.map(() => `--told\r\nContent-Type: application/http\r\n\r\n${inner}\r\n`)
      return textAnswer(200, 'multipart/mixed; boundary=told', `${written.join('')}--told--\r\n`)
    },
  ),
  passing(
    'me-of-first-user-of-client',
    ['A-CQL-06'],
    'me() stands for the user who first logged in by the client of the caller.',
    async (request, go, { house }) => {
      const { firstUsers } = memory(house)
      const client = findToken(house, bearerIn(request))?.client.id ?? ''
      const first = firstUsers.get(client)
      const response = await go(
        first === undefined
          ? request
          : { ...request, target: request.target.replace(/me(?:\(|%28)(?:\)|%29)/i, `%22${first}%22`) },
      )
      const user = isToken(request) ? jsonIn(response)?.['user_id'] : undefined
      if (typeof user === 'number' && !firstUsers.has(clientIn(request)))
        firstUsers.set(clientIn(request), String(user))
      return response
    },
  ),
]
