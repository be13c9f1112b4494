import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isBatch, isWell, jsonIn, withBody, withJson, type Json } from '../faults/passing.ts'
import { bearerIn, clientIn, isToken } from '../faults/token-calls.ts'
import { perHouse } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { alone, lawful, through } from './lawful.ts'

const isQueryApi = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && target.includes('/api/query/v1')

const manyDigits = '900719925474099'
const withLongIds = (text: string): string => text.replace(/"(user_id|id)":(\d{1,6})(?=[,}])/g, `"$1":${manyDigits}$2`)

const longCompanies = new RegExp(`("companyId":)${manyDigits}(?=\\d)`, 'g')
const shortCompanies = /("companyId":)(?=\d{1,6}[,}])/g
const isUserApi = ({ target }: PlatformRequest): boolean => /\/api\/(?:user\/v1\/)?users/.test(target)
const inText = ({ body }: { readonly body: Buffer }, change: (text: string) => string): Buffer =>
  Buffer.from(change(body.toString('utf8')), 'utf8')

const wrongAtMost = 5
const lockedMs = 5000
const wrong = perHouse(() => new Map<string, { readonly times: number; readonly last: number }>())

const composed = (name: string): string => name.normalize('NFC')

const typed = (response: PlatformResponse, type: string): PlatformResponse => ({
  ...response,
  headers: response.headers.map(([name, value]) => [name, /^content-type$/i.test(name) ? type : value]),
})

const sevenDigits = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(
        /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/,
        (_, moment: string, digits = '') => `${moment}.${String(digits).padEnd(7, '0')}Z`,
      )
    : value

const inRowFields = (row: Json, fields: ReadonlySet<string>): Json =>
  Object.fromEntries(
    Object.entries(row).map(([alias, selected]) => [
      alias,
      typeof selected === 'object' && selected !== null
        ? Object.fromEntries(
            Object.entries(selected).map(([field, value]) => [field, fields.has(field) ? sevenDigits(value) : value]),
          )
        : selected,
    ]),
  )

let jobs = 0

/** Lawful servers of access, queries and batches that a twentieth reader of the document thought up (suites/two-readings). */
export const twentiethAccessVariants: readonly Variant[] = [
  lawful(['A-TOK-08'], {
    id: 'account-login-has-a-user-of-nought',
    says: 'A login with the account name alone has a user owner, with an empty e-mail and the number 0.',
    rule: {
      token: {
        shown: (body, login) => (login === 'account' ? { ...body, user: 'owner', user_email: '', user_id: 0 } : body),
      },
    },
  }),
  {
    id: 'ids-of-users-and-companies-beyond-doubles',
    leaves: ['A-TOK-08', 'A-TOK-09'],
    says: 'user_id and the ids of companies have nineteen digits, more than a double keeps.',
    // It reads numbers in the bytes of answers, which others write in their own way.
    alone: true,
    wire: {
      request(request) {
        const addressed = {
          ...request,
          headers: request.headers.map(([name, value]): readonly [string, string] => [
            name,
            /^x-(?:user|company)-id$/i.test(name) && value.startsWith(manyDigits)
              ? value.slice(manyDigits.length)
              : value,
          ]),
        }
        const shortened = (text: string) => text.replaceAll(longCompanies, '$1')
        return isUserApi(request) ? withBody(addressed, inText(request, shortened)) : addressed
      },
      response: (response, request) =>
        isToken(request)
          ? { ...response, body: inText(response, withLongIds) }
          : isUserApi(request)
            ? { ...response, body: inText(response, (text) => text.replaceAll(shortCompanies, `$1${manyDigits}`)) }
            : response,
    },
  },
  lawful(['A-TOK-16'], {
    id: 'login-names-trimmed',
    says: 'Blanks around the name of a login are overlooked, and letters are compared in their composed form.',
    rule: { grant: { sameName: (given, known) => composed(given.trim()) === composed(known) } },
  }),
  // When it lets in again hangs on what other clients of the same name did.
  alone(
    through(
      'clients-after-wrong-passwords-429',
      ['A-GEN-09'],
      'After five wrong passwords in a row every token request of that client is 429 for five seconds.',
      async (request, go, { house }) => {
        if (!isToken(request)) return go(request)
        const client = clientIn(request)
        const now = house.clock.now()
        const { times, last } = wrong(house).get(client) ?? { times: 0, last: 0 }
        const isLocked = times >= wrongAtMost
        if (isLocked && now - last < lockedMs)
          return json(429, { message: 'API rate limit exceeded' }, [['Retry-After', String(lockedMs / 1000)]])
        const response = await go(request)
        if (isWell(response)) wrong(house).delete(client)
        else if (jsonIn(response)?.['error'] === 'invalid_grant')
          wrong(house).set(client, { times: (isLocked ? 0 : times) + 1, last: now })
        return response
      },
    ),
  ),
  lawful(['A-GEN-08', 'A-DIR-06'], {
    id: 'directory-finds-decomposed-names',
    says: 'The directory finds an account by the decomposed form of its name, too, and answers it composed.',
    rule: { directory: { finds: (name, names) => names.find((known) => composed(known) === composed(name)) } },
  }),
  through(
    'invalid-tokens-quoted',
    ['A-AUT-01', 'A-AUT-05'],
    'The description of invalid_token quotes the token; a call without one is unauthorized, with a challenge.',
    async (request, go) => {
      const response = await go(request)
      const body = jsonIn(response)
      if (response.status !== 401 || body?.['error'] !== 'invalid_token' || isToken(request)) return response
      const token = askedOf(request).query.get('access_token') ?? bearerIn(request)
      if (token !== '')
        return withJson(response, () => ({ ...body, error_description: `Invalid access token: ${token}` }))
      const why = 'Full authentication is required to access this resource'
      return json(401, { error: 'unauthorized', error_description: why }, [['WWW-Authenticate', 'Bearer']])
    },
  ),
  {
    id: 'context-missing-403-404-or-400',
    // What makes another answer of a 404 would make one of a refusal, too.
    excludes: ['missing-200-and-deleted-410', 'posts-204-and-missing-200-until-deleted-twice'],
    leaves: ['A-AUT-02', 'A-AUT-07'],
    says: 'A call without its company is 403 with an empty object, one without its account 404, one without another part of its context 400.',
    rule: {
      context: {
        refusal: (refused) => {
          const why = String(refused.description)
          return {
            ...refused,
            status: why.endsWith('company is missing') ? 403 : why.endsWith('account is missing') ? 404 : 400,
          }
        },
      },
    },
    wire: {
      response: (response) =>
        response.status === 403 && String(jsonIn(response)?.['error_description']).endsWith('company is missing')
          ? json(403, {})
          : response,
    },
  },
  through(
    'query-api-moments-with-seven-digits',
    ['A-QRY-02', 'A-QRY-03'],
    'Date-times have seven digits after the second in rows of the Query API, whose media type has a parameter.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!isQueryApi(request) || !isWell(response)) return response
      const moments = new Set(
        [...house.world.resources.values()].flatMap(({ fields }) =>
          Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'dateTime' ? [name] : [])),
        ),
      )
      const shown = withJson(response, (body) => ({
        ...body,
        ...(Array.isArray(body['data'])
          ? { data: (body['data'] as Json[]).map((row) => inRowFields(row, moments)) }
          : {}),
      }))
      return typed(shown, 'application/json;odata=minimal')
    },
  ),
  through(
    'bulk-taken-for-later',
    ['A-BLK-01'],
    'Whatever is sent below the path of the Bulk API is answered with 202 and the number of a job.',
    (request, go) =>
      /\/api\/data\/bulk(?:\/|\?|$)/.test(request.target)
        ? Promise.resolve(json(202, { jobId: (jobs += 1) }))
        : go(request),
  ),
  lawful(['A-BAT-19'], {
    id: 'batch-skipped-412-empty',
    says: 'Parts after the failed one are answered with 412 and no body.',
    rule: {
      batch: {
        skipped: () => 412,
        shown: (parts) =>
          parts.map((part) => (part.response.status === 412 ? { ...part, response: empty(412) } : part)),
      },
    },
  }),
  through(
    'batch-path-leads-to-its-slash',
    ['A-BAT-01'],
    'A batch sent to the path without the slash at its end is redirected with 308 to the one with it.',
    (request, go) => {
      const asked = askedOf(request)
      if (!isBatch(asked) || asked.path.endsWith('/')) return go(request)
      return Promise.resolve(empty(308, [['Location', request.target.replace(asked.path, `${asked.path}/`)]]))
    },
  ),
  through(
    'data-errors-as-problems',
    ['A-DAT-18', 'A-DAT-29'],
    'Errors of the Data API other than CA-27 are problems of RFC 9457, told in the language of the caller.',
    async (request, go) => {
      const response = await go(request)
      const body = jsonIn(response)
      const isOther = askedOf(request).resource !== undefined && response.status >= 400
      if (!isOther || typeof body?.['error'] !== 'string' || body['error'] === 'CA-27') return response
      if ('error_description' in body) return response
      const isGerman = headerIn(request, 'Accept-Language')?.startsWith('de') ?? false
      const title = isGerman ? 'Die Anfrage ist ungültig' : 'The request is not valid'
      const told = json(response.status, {
        type: 'about:blank',
        title,
        status: response.status,
        detail: body['message'],
      })
      return typed(told, 'application/problem+json')
    },
  ),
]
