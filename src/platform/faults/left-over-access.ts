import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { findToken, issueToken, tokenValues } from '../token/store.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, recordsIn, withQuery } from './passing.ts'
import { formIn, invalidToken, isToken, issuedIn } from './token-calls.ts'

const twelveHoursMs = 12 * 3_600_000
const plain = (id: unknown): string => String(id).replaceAll('-', '').toUpperCase()

const ended = perHouse(() => new Set<string>())
const posted = perHouse(() => new Set<string>())
const without = perHouse(() => new Set<string>())

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
    ['A-ATT-03', 'A-DAT-06', 'A-DAT-15'],
    'An attachment that a PUT or PATCH creates has no content.',
    async (request, go, { house }) => {
      const { method, resource, by, name } = askedOf(request)
      if (resource !== 'Attachment') return go(request)
      const response = await go(request)
      if (!isWell(response)) return response
      if (by === 'content') return without(house).has(plain(name)) ? { ...response, body: Buffer.alloc(0) } : response
      for (const { id } of method === 'GET' ? [] : recordsIn(jsonIn(response))) {
        if (method === 'POST') posted(house).add(plain(id))
        else if (!posted(house).has(plain(id))) without(house).add(plain(id))
      }
      return response
    },
  ),
]
