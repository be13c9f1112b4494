import { parseCriterion } from '../cql/parse.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isBatch, jsonIn } from '../faults/passing.ts'
import { formIn, isPasswordChange, isToken } from '../faults/token-calls.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { deletedRules } from '../rulebook/deleted.ts'
import { loginNamed } from '../token/named.ts'
import { passwordsOf } from '../token/passwords.ts'
import { through } from './lawful.ts'

const oauth = (error: string, description: string, status = 400): PlatformResponse =>
  json(status, { error, error_description: description })
const ca1 = (status: number, message: string): PlatformResponse => json(status, { error: 'CA-1', message, values: [] })

const isOfPartA = (target: string): boolean =>
  /\/api\/(?:oauth2|data|query)\/|\/directory\/v1\/|\/informationService\/companies/.test(target)

/** Whole JSON numbers of up to 15 digits as others of the same value; no text is touched. */
const asFractions = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])\d+(?![\d.eE])/g, (token) =>
    token.startsWith('"') || token.length > 15
      ? token
      : token.length < 3
        ? `${token}.0`
        : `${token[0]}.${token.slice(1)}E${token.length - 1}`,
  )

const behindMs = 433_000

/** What two names of an item both carry in a call. */
const isTwice = (request: PlatformRequest, header: string, parameter: string): boolean =>
  headerIn(request, header) !== undefined && askedOf(request).query.has(parameter)

const isReadable = (query: string, house: House): boolean => {
  try {
    parseCriterion(house.rules.cql.query(query), house.rules)
    return true
  } catch {
    return false
  }
}

/** What is wrong with a request to the Data API or the Query API, whoever sends it. */
function wrongWith(request: PlatformRequest, house: House): PlatformResponse | undefined {
  const { method, resource, by, query, path } = askedOf(request)
  if (path.endsWith('/api/query/v1'))
    return typeof jsonIn(request)?.['query'] === 'string' ? undefined : ca1(400, 'there is no statement')
  if (resource === undefined || by === undefined) return undefined
  if (!house.world.resources.has(resource)) return ca1(404, 'there is no such resource')
  if (!query.get('dtos')) return ca1(400, 'dtos is missing')
  if (/^P/.test(method)) return jsonIn(request) ? undefined : ca1(400, 'the body is no JSON')
  if (method !== 'GET' || by !== 'list') return undefined
  const size = query.get('pageSize')
  if (size !== null && !/^\d+$/.test(size) && 'status' in house.rules.page.unreadable(size))
    return ca1(400, 'pageSize is no number')
  const search = query.get('query')
  return search === null || isReadable(search, house) ? undefined : ca1(400, 'the query cannot be read')
}

/** Lawful other readings of access that a ninth reader of the document thought up. */
export const ninthAccessVariants: readonly Variant[] = [
  through(
    'numbers-with-fraction-or-exponent',
    ['A-REC-03', 'A-GEN-01', 'A-TOK-03', 'A-TOK-07'],
    'Every whole number of part A has a fraction or an exponent in JSON.',
    async (request, go) => {
      const response = await go(request)
      const isJson = /^application\/json\b/i.test(headerIn(response, 'content-type') ?? '')
      return isJson && isOfPartA(request.target)
        ? { ...response, body: Buffer.from(asFractions(response.body.toString('utf8'))) }
        : response
    },
  ),
  through(
    'anything-sent-twice-refused',
    ['A-AUT-02', 'A-AUT-13'],
    'A call that has its token, client id, client version or request id both as header and in its query is refused, though they are the same.',
    (request, go, { inBatch }) => {
      const twice =
        !inBatch &&
        (isTwice(request, 'Authorization', 'access_token') ||
          isTwice(request, 'X-Client-ID', 'clientId') ||
          isTwice(request, 'X-Client-Version', 'clientVersion') ||
          isTwice(request, 'X-Request-ID', 'requestId'))
      return twice ? Promise.resolve(oauth('invalid_request', 'sent twice')) : go(request)
    },
  ),
  through(
    'token-looked-at-last',
    ['A-AUT-01', 'A-AUT-05'],
    'Whatever else is wrong with a request to the Data API or the Query API is told before its token is looked at.',
    async (request, go, { house }) => (!isBatch(askedOf(request)) && wrongWith(request, house)) || go(request),
  ),
  through(
    'user-looked-at-before-client',
    ['A-TOK-32', 'A-TOK-33', 'A-PWD-01'],
    'A login and a password change tell of a missing or wrong user or password before they tell of a wrong client.',
    async (request, go, { house }) => {
      const response = await go(request)
      const form = formIn(request)
      const field = isPasswordChange(request)
        ? 'old_password'
        : isToken(request) && form.get('grant_type') === 'password'
          ? 'password'
          : undefined
      if (field === undefined || jsonIn(response)?.['error'] !== 'invalid_client') return response
      const [username, password] = [form.get('username'), form.get(field)]
      if (!username || !password) return oauth('invalid_request', 'username and password are due')
      const known = loginNamed(house, username)
      return known && passwordsOf(house, known).former[0] === password
        ? response
        : oauth('invalid_grant', 'Bad credentials')
    },
  ),
  {
    id: 'clock-seven-minutes-behind-untold',
    leaves: ['A-REC-04', 'A-REC-03'],
    says: 'The clock of the service is seven minutes behind that of everybody else, and no answer has a Date.',
    excludes: ['date-header-two-hours-behind'],
    rule: {
      record: { lastChanged: (start) => start - behindMs },
      deleted: { time: (at) => deletedRules.deleted.time(at) - behindMs },
    },
    wire: { last: (response) => ({ ...response, framing: { ...response.framing, undated: true } }) },
  },
  {
    id: 'interim-responses-before-each',
    leaves: ['A-GEN-01'],
    says: 'Every answer comes after the interim responses 102 and 103.',
    wire: { last: (response) => ({ ...response, framing: { ...response.framing, interim: [102, 103] } }) },
  },
]
