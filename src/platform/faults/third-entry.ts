import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json, textAnswer } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { findToken } from '../token/store.ts'
import { clusterOf } from '../world/clusters.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, rewriting, withJson } from './passing.ts'
import { bearerIn } from './token-calls.ts'

const memory = perHouse(() => ({
  downloads: new Map<string, { response: PlatformResponse; at: number }>(),
  /** Companies last shown in an account. */
  lists: new Map<string, readonly unknown[]>(),
}))

/** Quiet breaches of how calls are let in, and of the company list, that a third reader of the document thought up. */
export const thirdEntryFaults: readonly Fault[] = [
  passing(
    'general-token-late-elsewhere',
    ['A-TOK-26'],
    "A token of general scope is refused outside the account's cluster for ten seconds.",
    async (request, go, { house }) => {
      const token = findToken(house, bearerIn(request))
      const here = clusterOf(askedOf(request).path).cluster
      return token?.scope === 'general' && token.account.cluster !== here && house.clock.now() - token.issuedAt < 10_000
        ? json(401, { error: 'invalid_token', error_description: 'The access token is not valid or has expired' })
        : go(request)
    },
  ),
  passing(
    'older-download-from-edge-cache',
    ['A-AUT-01'],
    'What the older attachment address served is served to anybody for five minutes.',
    async (request, go, { house }) => {
      if (request.method !== 'GET' || !request.target.includes('/attachmentService')) return go(request)
      const { downloads } = memory(house)
      const key = askedOf(request).query.get('guid') ?? ''
      const known = downloads.get(key)
      if (known && house.clock.now() - known.at < 300_000) return known.response
      const response = await go(request)
      if (isWell(response)) downloads.set(key, { response, at: house.clock.now() })
      return response
    },
  ),
  passing(
    'attachment-content-html-401',
    ['A-AUT-01'],
    'The content of an attachment is refused to an invalid token with a page of HTML.',
    async (request, go) => {
      const response = await go(request)
      return askedOf(request).by === 'content' && response.status === 401
        ? textAnswer(401, 'text/html;charset=UTF-8', '<html><body>Unauthorized</body></html>')
        : response
    },
  ),
  rewriting(
    'accept-with-parameter-gives-text',
    ['A-COM-01'],
    'Accept: application/json with a parameter gets the text form.',
    ({ path }) => path.endsWith('/companies'),
    (request) =>
      /^application\/json\s*;/i.test(headerIn(request, 'accept') ?? '')
        ? {
            ...request,
            headers: request.headers.map(([name, value]) => [
              name,
              /^accept$/i.test(name) ? 'application/text' : value,
            ]),
          }
        : request,
  ),
  passing(
    'company-list-cached-by-account',
    ['A-COM-04'],
    'A user without a company is shown the companies that a colleague was shown before.',
    async (request, go, { house }) => {
      const response = await go(request)
      const account = findToken(house, bearerIn(request))?.account.name
      const listed = jsonIn(response)?.['companies']
      if (!askedOf(request).path.endsWith('/companies') || account === undefined || !Array.isArray(listed))
        return response
      const { lists } = memory(house)
      const known = lists.get(account)
      if (listed.length > 0) lists.set(account, listed as unknown[])
      return listed.length === 0 && known ? withJson(response, (body) => ({ ...body, companies: known })) : response
    },
  ),
  passing(
    'delete-by-external-id-answers-text',
    ['A-GEN-01'],
    'A DELETE by external id is answered with the word OK as plain text.',
    async (request, go) => {
      const response = await go(request)
      const { method, by } = askedOf(request)
      return method === 'DELETE' && by === 'externalId' && isWell(response)
        ? textAnswer(200, 'text/plain', 'OK')
        : response
    },
  ),
]
