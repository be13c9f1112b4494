import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json, textAnswer } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { findToken } from '../token/store.ts'
import { clusterOf } from '../world/clusters.ts'
import {
  askedOf,
  batchMemory,
  headerIn,
  isBatch,
  isWell,
  jsonIn,
  passing,
  reshaping,
  withJson,
  withQuery,
} from './passing.ts'
import { actingAs, bearerIn, clientIn, isToken } from './token-calls.ts'

const memory = perHouse(() => ({
  answers: new Map<string, { readonly at: number; readonly response: PlatformResponse }>(),
  /** The id of the first user of each client. */
  firstUsers: new Map<string, string>(),
}))

const invalidToken = json(401, { error: 'invalid_token', error_description: 'The access token is not valid' })
const writes = ['POST', 'PUT', 'PATCH', 'DELETE']

/** How long an answer is given again. */
const fresh = 5000
const minute = 60_000

const firstCompany = batchMemory<{ name?: string }>(() => ({}))

/** Quiet breaches of how calls are let in that a sixth reader of the document thought up. */
export const sixthEntryFaults: readonly Fault[] = [
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
  ...(['company-list', 'data-list', 'deleted-listing'] as const).map((list) =>
    passing(
      `empty-to-a-token-in-the-query-on-${list}`,
      ['A-AUT-04'],
      `What a token in the query asks for is empty (${list} only).`,
      async (request, go) => {
        const response = await go(request)
        const { by, path, query, method } = askedOf(request)
        const isThis =
          list === 'company-list' ? path.endsWith('/companies') : by === (list === 'data-list' ? 'list' : 'deleted')
        return method === 'GET' && isThis && isWell(response) && query.has('access_token')
          ? withJson(response, (body) =>
              Object.fromEntries(
                Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
              ),
            )
          : response
      },
    ),
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
