import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { askedOf, headerIn, inParts, isBatch, isWell, jsonIn, passing, type Asked, withQuery } from './passing.ts'
import { asksForList, isGet } from './serving.ts'
import { basicOf, issuedIn, withHeader } from './token-calls.ts'

const memory = perHouse(() => ({
  /** Callers of batches, by company. */
  batches: new Map<string, { authorization: string; user: string | undefined }>(),
  /** Context with which a token was used. */
  contexts: new Map<string, { account: string; company: string }>(),
  /** Answers to reads, by token, address and request id. */
  answers: new Map<string, PlatformResponse>(),
}))

/** Reads that serve companies which the user is not assigned to. */
const unassigned: Readonly<Record<string, (asked: Asked) => boolean>> = {
  list: asksForList,
  get: (asked) => isGet(asked) && asked.by === 'id',
  'get-by-external-id': (asked) => isGet(asked) && asked.by === 'externalId',
  query: ({ path }) => path.endsWith('/api/query/v1'),
}
const unassignedFaults: readonly Fault[] = Object.entries(unassigned).map(([way, concerns]) =>
  passing(
    `unassigned-company-open-to-${way}`,
    ['A-TOK-15'],
    `A user reads every company of the account, assigned or not (${way} only).`,
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const token = concerns(asked) ? issuedIn(house, request) : undefined
      const company = asked.query.get('company')
      const { user, account, client } = token ?? {}
      const isForeign =
        user !== undefined &&
        !token?.companies.some(({ name }) => name === company) &&
        account?.companies.some(({ name }) => name === company)
      if (!isForeign || !account || !client) return go(request)
      const form = { grant_type: 'password', username: account.name, password: account.password }
      const login = await go({
        ...request,
        method: 'POST',
        target: '/api/oauth2/v1/token',
        headers: [
          ['Authorization', basicOf(client)],
          ['Content-Type', 'application/x-www-form-urlencoded'],
        ],
        body: Buffer.from(new URLSearchParams(form).toString()),
      })
      const value = String(jsonIn(login)?.['access_token'])
      return go(withHeader(withQuery(request, { access_token: null }), 'Authorization', `Bearer ${value}`))
    },
  ),
)

/** Quiet breaches of how calls are let in that a fifth reader of the document thought up. */
const entryFaults: readonly Fault[] = [
  passing(
    'delete-with-invalid-token-403',
    ['A-AUT-01'],
    'A DELETE with an invalid token is answered with 403.',
    async (request, go) => {
      const response = await go(request)
      return request.method === 'DELETE' && response.status === 401 ? { ...response, status: 403 } : response
    },
  ),
  passing(
    'batch-runs-as-caller-before',
    ['A-BAT-06', 'A-REC-05'],
    'A batch runs with the token of the batch of its company before.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      if (!isBatch(asked) || !issuedIn(house, request)) return go(request)
      const { batches } = memory(house)
      const company = asked.query.get('company') ?? ''
      const own = {
        authorization: headerIn(request, 'authorization') ?? '',
        user: asked.query.get('user') ?? undefined,
      }
      const before = batches.get(company) ?? own
      batches.set(company, own)
      return go(
        withHeader(
          withQuery(request, { user: before.user ?? null, access_token: null }),
          'Authorization',
          before.authorization,
        ),
      )
    },
  ),
  inParts(
    'batch-patch-by-external-id-wants-token',
    ['A-BAT-06', 'A-BAT-05'],
    'A PATCH by external id in a batch is refused unless the part carries a token.',
    (request, go) =>
      request.method === 'PATCH' &&
      askedOf(request).by === 'externalId' &&
      !request.headers.some(([name]) => /^authorization$/i.test(name))
        ? Promise.resolve(
            json(401, { error: 'invalid_token', error_description: 'The access token is not valid or has expired' }),
          )
        : go(request),
  ),
  passing(
    'context-remembered-after-first-use',
    ['A-AUT-07'],
    'Account and company may be left out once a call with the token had them.',
    async (request, go, { house }) => {
      const token = issuedIn(house, request)?.value
      const { query } = askedOf(request)
      const [account, company] = [query.get('account'), query.get('company')]
      const known = token === undefined ? undefined : memory(house).contexts.get(token)
      if (known && !(account && company))
        return go(withQuery(request, { account: account || known.account, company: company || known.company }))
      const response = await go(request)
      if (token !== undefined && account && company && isWell(response))
        memory(house).contexts.set(token, { account, company })
      return response
    },
  ),
  passing(
    'read-replayed-by-request-id-in-query',
    ['A-AUT-08', 'A-DAT-01'],
    'A GET whose request id in the query is that of an earlier one of the same address gets the answer to that one.',
    async (request, go, { house }) => {
      const id = askedOf(request).query.get('requestId')
      const token = issuedIn(house, request)?.value
      if (request.method !== 'GET' || !id || token === undefined) return go(request)
      const { answers } = memory(house)
      const key = `${token}\n${id}\n${withQuery(request, { requestId: null }).target}`
      const known = answers.get(key)
      if (known) return known
      const response = await go(request)
      if (isWell(response)) answers.set(key, response)
      return response
    },
  ),
]

export const fifthCallFaults: readonly Fault[] = [...entryFaults, ...unassignedFaults]
