import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { Passage } from '../seams/passage.ts'
import { findToken, issueToken, tokenValues } from '../token/store.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, recordsIn, withJson, withQuery } from './passing.ts'
import { formIn, invalidToken, isToken, issuedIn } from './token-calls.ts'

const twelveHoursMs = 12 * 3_600_000
const plain = (id: unknown): string => String(id).replaceAll('-', '').toUpperCase()

const ended = perHouse(() => new Set<string>())
const without = perHouse(() => new Set<string>())

/** A PUT of an attachment that is not there, served as its creation. */
export async function creatingInstead(request: PlatformRequest, go: Passage): Promise<PlatformResponse> {
  const { method, resource, by, name = '', path } = askedOf(request)
  const isMeant = resource === 'Attachment' && method === 'PUT' && (by === 'id' || by === 'externalId')
  if (!isMeant) return go(request)
  const there = await go({ ...request, method: 'GET', body: Buffer.alloc(0) })
  if (there.status !== 404) return go(request)
  const target = request.target.replace(path, path.replace(/\/Attachment\/.*$/, '/Attachment'))
  return go(
    withJson({ ...request, method: 'POST', target }, (sent) => ({
      ...sent,
      [by === 'id' ? 'id' : 'externalId']: name,
    })),
  )
}

/** Breaches of tokens and attachments where another way leads to the same: a code, the query, a write that is no POST. */
export const leftOverAccessFaults: readonly Fault[] = [
  passing(
    'token-of-a-code-ends-with-a-login-by-password',
    ['A-TOK-37'],
    'A login by password ends the tokens that the same user got with codes.',
    async (request, go, { house }) => {
      const used = issuedIn(house, request)
      if (used && ended(house).has(used.value)) return invalidToken()
      const response = await go(request)
      if (isToken(request) && isWell(response) && formIn(request).get('grant_type') === 'password') {
        const given = findToken(house, String(jsonIn(response)?.['access_token']))
        for (const one of tokenValues(house).map((value) => findToken(house, value)))
          if (one?.grant === 'authorization_code' && one.user?.id === given?.user?.id) ended(house).add(one.value)
      }
      return response
    },
  ),
  passing(
    'expired-token-of-the-query-accepted',
    ['A-AUT-01', 'A-TOK-21'],
    'A token in the query is looked up, but its age is not looked at.',
    (request, go, { house }) => {
      const value = askedOf(request).query.get('access_token')
      const token = headerIn(request, 'Authorization') === undefined && value ? findToken(house, value) : undefined
      return go(
        token && house.clock.now() - token.issuedAt > twelveHoursMs
          ? withQuery(request, { access_token: issueToken(house, token, token.requestedScope).value })
          : request,
      )
    },
  ),
  passing(
    'attachment-content-of-a-post-alone',
    ['A-ATT-03', 'A-DAT-06'],
    'A PUT creates an attachment that is not there, without its content.',
    async (request, go, { house }) => {
      const { method, resource, by, name } = askedOf(request)
      if (resource !== 'Attachment') return go(request)
      if (method === 'GET') {
        const response = await go(request)
        const isEmpty = by === 'content' && without(house).has(plain(name)) && isWell(response)
        return isEmpty ? { ...response, body: Buffer.alloc(0) } : response
      }
      const response = await creatingInstead(request, go)
      if (method !== 'POST') for (const { id } of recordsIn(jsonIn(response))) without(house).add(plain(id))
      return response
    },
  ),
]
