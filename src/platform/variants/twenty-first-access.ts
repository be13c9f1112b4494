import type { Variant } from '../deviation.ts'
import { isWell, jsonIn, withJson, type Json } from '../faults/passing.ts'
import { isToken } from '../faults/token-calls.ts'
import { perHouse } from '../house.ts'
import { json, textAnswer } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { companyRules } from '../rulebook/company.ts'
import { directoryRules } from '../rulebook/directory.ts'
import { passwordRules } from '../rulebook/password.ts'
import { tokenRules } from '../rulebook/token.ts'
import { accessSeams } from '../seams/access.ts'
import { lawful, through } from './lawful.ts'

const memory = perHouse(() => ({ badRequests: 0, lookups: 0, logins: 0 }))

let minted = 0

const page = (status: number): PlatformResponse =>
  textAnswer(status, 'text/html', '<!DOCTYPE html><html><body><h1>Not available</h1></body></html>')

const turned = (body: Json): Json => Object.fromEntries(Object.entries(body).reverse())

const withHeaders = (
  response: PlatformResponse,
  headers: ReadonlyArray<readonly [string, string]>,
): PlatformResponse => ({ ...response, headers: [...response.headers, ...headers] })

const laravel = (text: string): string =>
  `\n${text
    .replaceAll('/', '\\/')
    .replaceAll(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/"expires_in":(\d+)/, '"expires_in":$1.0')
    .replace(
      /"account_id":(\d)(\d+)/,
      (_, first: string, rest: string) => `"account_id":${first}.${rest}e${rest.length}`,
    )}\n\n`

const limits: Readonly<Record<string, string>> = {
  'MC-06': 'minLength',
  'MC-07': 'minDigits',
  'MC-08': 'minLetters',
  'MC-09': 'minLower',
  'MC-10': 'minSpecial',
  'MC-11': 'minUpper',
}

const isLookup = ({ target }: PlatformRequest): boolean => target.includes('/api/directory/v1/accounts/')

/** Lawful servers of access that a twenty-first reader of the document thought up: whole ones, and what they do the second time (suites/two-readings). */
export const twentyFirstAccessVariants: readonly Variant[] = [
  {
    id: 'tokens-bare-and-of-two-lengths',
    leaves: ['A-TOK-01', 'A-TOK-02', 'A-TOK-21'],
    excludes: ['account-id-beyond-doubles'],
    says: 'Tokens have 24 and 31 characters in turn; token_type is BEARER, expires_in 43199, the fields stand in reverse order every other time, and the media type has no parameter.',
    rule: { token: { type: () => 'BEARER', expiresIn: (seconds) => seconds - 1 } },
    seam: {
      tokens: {
        mint: (of) => {
          minted += 1
          return accessSeams.tokens.mint(of).slice(0, minted % 2 === 1 ? 24 : 31)
        },
      },
      passage: {
        through: async (request, go, { house }) => {
          const response = await go(request)
          if (!isToken(request) || !isWell(response)) return response
          const state = memory(house)
          state.logins += 1
          const answer = json(response.status, jsonIn(response) ?? {})
          const typed = { ...answer, headers: [['Content-Type', 'application/json'] as const] }
          return state.logins % 2 === 0 ? withJson(typed, turned) : typed
        },
      },
    },
  },
  {
    id: 'tokens-of-a-talkative-server',
    leaves: ['A-TOK-08', 'A-TOK-41', 'A-TOK-18'],
    says: 'A token of 3000 characters comes with more fields, nested settings of each company, the owner of the account as user of its login, cookies and Vary three times.',
    rule: {
      token: {
        company: (company) => ({
          ...(tokenRules.token.company(company) as Json),
          permissionGroupId: `G${company.id}`,
          strictEncryptionPolicy: false,
          settings: { language: 'en', modules: ['dispatch', { name: 'crowd', enabled: true }] },
        }),
        shown: (body, login) => ({
          ...body,
          jti: 'a7c1',
          iat: 1_700_000_000,
          nbf: 1_700_000_000,
          issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
          authorities: ['ROLE_USER'],
          tenant_id: null,
          organization: { name: body['account'] },
          ...(login === 'account' ? { user: 'owner', user_email: 'owner@example.com', user_id: 1 } : {}),
        }),
      },
    },
    seam: {
      tokens: {
        mint: (of) =>
          of ? `eyJhbGciOiJSUzI1NiJ9.${'QUJD'.repeat(740)}.${accessSeams.tokens.mint(of)}` : accessSeams.tokens.mint(),
      },
      passage: {
        through: async (request, go) => {
          const response = await go(request)
          return isToken(request)
            ? withHeaders(response, [
                ['Set-Cookie', 'JSESSIONID=F00; Path=/; HttpOnly'],
                ['Pragma', 'no-cache'],
                ['X-Frame-Options', 'DENY'],
                ['Vary', 'Origin'],
                ['Vary', 'Access-Control-Request-Method'],
                ['Vary', 'Access-Control-Request-Headers'],
              ])
            : response
        },
      },
    },
  },
  {
    id: 'token-response-amid-blank-lines',
    leaves: ['A-TOK-03', 'A-TOK-07'],
    says: 'A token response stands between line feeds, in ASCII with slashes escaped, its numbers with a fraction or an exponent; every other one ends its connection.',
    // It reads numbers in the bytes of answers, which others write in their own way.
    alone: true,
    seam: {
      passage: {
        through: async (request, go, { house }) => {
          const response = await go(request)
          if (!isToken(request) || !isWell(response)) return response
          const state = memory(house)
          state.logins += 1
          const answer = { ...response, body: Buffer.from(laravel(response.body.toString('utf8')), 'latin1') }
          return state.logins % 2 === 0 ? withHeaders(answer, [['Connection', 'close']]) : answer
        },
      },
    },
  },
  through(
    'second-bad-token-request-429-as-page',
    ['A-TOK-28', 'A-GEN-09'],
    'Every other token request that lacks a field or names an unknown grant is answered with 429 and a page.',
    async (request, go, { house }) => {
      const response = await go(request)
      const error = jsonIn(response)?.['error']
      if (!isToken(request) || (error !== 'invalid_request' && error !== 'unsupported_grant_type')) return response
      const state = memory(house)
      state.badRequests += 1
      return state.badRequests % 2 === 0 ? page(429) : response
    },
  ),
  {
    id: 'password-errors-with-all-that-is-violated',
    leaves: ['A-PWD-14', 'A-PWD-15', 'A-PWD-03'],
    says: 'A password error holds its number in the message, two texts in values and the other violated rules besides; the length is told first, digits last.',
    rule: {
      password: {
        order: () => ['MC-14', 'MC-13', 'MC-06', 'MC-11', 'MC-10', 'MC-09', 'MC-08', 'MC-07', 'MC-05', 'MC-12'],
        message: (code, needed) =>
          String(passwordRules.password.message(code, needed)).replace('{0}', String(needed ?? '{0}')),
        values: (needed, code) => (needed === undefined ? [] : [String(needed), limits[code]]),
        error: (body, broken) => ({
          ...body,
          details: Array.from({ length: Math.max(0, broken() - 1) }, (_, at) => ({
            error: `MC-${11 - at}`,
            message: 'another rule is violated',
            values: [],
          })),
        }),
      },
    },
  },
  {
    id: 'directory-names-nodes-in-turn',
    leaves: ['A-GEN-08', 'A-DIR-01', 'A-DIR-05'],
    says: 'Lookups name two nodes of the cluster in turn, each with a path, one with a slash at its end, and more fields; the token response has the plain address.',
    rule: {
      directory: {
        shown: (facts) => {
          const shown = directoryRules.directory.shown(facts) as { URL: string }
          const node = `${shown.URL.replace(/\/$/, '')}/${facts.asked % 2 === 0 ? 'n3/' : 'n7'}`
          return { ...shown, URL: node, alternateUrls: [node], tenant: null, status: 'active', validUntil: null }
        },
      },
    },
    wire: {
      request: (request) => ({ ...request, target: request.target.replace(/\/n[37]\/+/, '/') }),
    },
  },
  through(
    'directory-unknown-200-empty-and-404-in-turn',
    ['A-DIR-04', 'A-DIR-06'],
    'An unknown account is answered with 200 and an empty object, the next one with 404 and a page; known ones may be kept for an hour.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!isLookup(request)) return response
      if (isWell(response))
        return withHeaders(response, [
          ['Cache-Control', 'max-age=3600'],
          ['Age', '17'],
        ])
      if (response.status !== 404) return response
      const state = memory(house)
      state.lookups += 1
      return state.lookups % 2 === 1 ? json(200, {}) : page(404)
    },
  ),
  lawful(['A-COM-06', 'A-COM-03'], {
    id: 'company-list-is-text-to-whoever-takes-anything',
    says: 'Without Accept, and for any media type, the company list is text; JSON comes only where it is named.',
    rule: {
      company: {
        form: (accepted) =>
          companyRules.company.form(accepted) ??
          (accepted.length === 0 || accepted.includes('*/*') ? 'application/text' : undefined),
      },
    },
  }),
  lawful(['A-TOK-23', 'A-TOK-39'], {
    id: 'codes-with-a-plus-as-it-is',
    says: 'Authorization codes hold a plus sign, which stands in the address of the redirect as it is.',
    seam: {
      tokens: {
        mint: (of) => (of ? accessSeams.tokens.mint(of) : accessSeams.tokens.mint().replace(/^(.{8})/, '$1+')),
      },
    },
    rule: {
      authorize: {
        location: (redirectUri, parameters, type) =>
          tokenRules.authorize.location(redirectUri, parameters, type).replaceAll('%2B', '+'),
      },
    },
  }),
]
