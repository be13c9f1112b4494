import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { empty, json, textAnswer } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { companyRules } from '../rulebook/company.ts'
import { tokenLifetimeMs } from '../rulebook/token.ts'
import { directoryRules } from '../rulebook/directory.ts'
import { headerIn, isWell, jsonIn, passing, withJson, type Json } from './passing.ts'
import { answeringLogins, bearerIn, clientIn, isPasswordChange, issuedIn, showingLogins } from './token-calls.ts'

const fiveMinutes = 5 * 60_000
const isCompanyList = ({ target }: PlatformRequest): boolean => target.includes('/informationService/companies')
const isLookup = ({ target }: PlatformRequest): boolean => target.includes('/api/directory/v1/accounts/')
const acceptOf = (request: PlatformRequest): string => headerIn(request, 'Accept') ?? ''

const isNoBase64 = (request: PlatformRequest): boolean => {
  const [, given] = /^Basic (.*)$/is.exec(headerIn(request, 'Authorization') ?? '') ?? []
  return given !== undefined && !/^[A-Za-z\d+/]+={0,2}$/.test(given.trim())
}

/** The answer to the lookup just before, if that found an account. */
const lookedUp = perHouse(() => ({ found: undefined as PlatformResponse | undefined }))

const withoutMember = (body: Json, member: string): Json =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== member))

/** Quiet breaches of access that a twentieth reader of the document thought up (suites/two-readings). */
export const twentiethAccessFaults: readonly Fault[] = [
  showingLogins(
    'tokens-for-codes-said-to-last-a-day',
    ['A-TOK-21'],
    'expires_in of a token for an authorization code is 86400.',
    (body, _login, { grant }) => (grant === 'authorization_code' ? { ...body, expires_in: 86_400 } : body),
  ),
  {
    id: 'expired-token-lives-on-while-in-use',
    breaks: ['A-TOK-21', 'A-AUT-01'],
    says: 'A token that was used in the last five minutes before its twelve hours were over is good for five more.',
    rule: {
      token: {
        isOver: (ageMs, idleMs) =>
          ageMs >= tokenLifetimeMs + fiveMinutes || (ageMs >= tokenLifetimeMs && idleMs >= fiveMinutes),
      },
    },
  },
  showingLogins(
    'user-id-text-for-a-code',
    ['A-TOK-08'],
    'user_id of a token for an authorization code is a string.',
    (body, _login, { grant }) =>
      grant === 'authorization_code' ? { ...body, user_id: String(body['user_id']) } : body,
  ),
  answeringLogins(
    'requested-scope-refused-to-local-clients',
    ['A-TOK-19'],
    'A client of local scope that asks for a token of its own with scope=general is refused with invalid_scope.',
    (response, form) =>
      form.get('grant_type') === 'client_credentials' &&
      form.get('scope') === 'general' &&
      jsonIn(response)?.['scope'] === 'local'
        ? json(400, { error: 'invalid_scope', error_description: 'The scope is not one of the client' })
        : response,
  ),
  answeringLogins(
    'no-description-where-basic-is-no-base64',
    ['A-TOK-30'],
    'The error for a Basic header that is no base64 has no error_description.',
    (response, _form, request) =>
      isNoBase64(request) ? withJson(response, (body) => withoutMember(body, 'error_description')) : response,
  ),
  answeringLogins(
    'unknown-client-400',
    ['A-TOK-32'],
    'invalid_client comes with 400 where there is no client of the id.',
    (response, _form, request, { world }) =>
      jsonIn(response)?.['error'] === 'invalid_client' && !world.clients.some(({ id }) => id === clientIn(request))
        ? { ...response, status: 400 }
        : response,
  ),
  passing(
    'password-values-left-out-where-empty',
    ['A-PWD-03'],
    'A password error that has no values to fill in has no values at all.',
    async (request, go) => {
      const response = await go(request)
      const values = isPasswordChange(request) ? jsonIn(response)?.['values'] : undefined
      return Array.isArray(values) && values.length === 0
        ? withJson(response, (body) => withoutMember(body, 'values'))
        : response
    },
  ),
  passing(
    'company-text-406-for-an-expired-token',
    ['A-AUT-01'],
    'A company list as text is answered with 406 and no body where the token has expired.',
    async (request, go, { house }) => {
      const response = await go(request)
      const isExpired = response.status === 401 && issuedIn(house, request) !== undefined
      return isExpired && isCompanyList(request) && acceptOf(request).includes('text') ? empty(406) : response
    },
  ),
  passing(
    'long-invented-token-403',
    ['A-AUT-01'],
    'An invalid token of more than 2048 characters is answered with 403 by a gateway.',
    async (request, go) => {
      const response = await go(request)
      const isOauth = jsonIn(response)?.['error'] === 'invalid_token'
      return isOauth && bearerIn(request).length > 2048 ? json(403, { Message: 'Forbidden' }) : response
    },
  ),
  passing(
    'directory-unknown-as-the-one-before',
    ['A-DIR-06'],
    'An unknown account that is looked up just after a known one gets the cluster and the address of that.',
    async (request, go, { house }) => {
      if (!isLookup(request)) return go(request)
      const response = await go(request)
      const before = lookedUp(house).found
      lookedUp(house).found = isWell(response) ? response : undefined
      const name = decodeURIComponent(/accounts\/([^?]*)/.exec(request.target)?.[1] ?? '')
      return response.status === 404 && before ? withJson(before, (body) => ({ ...body, accountName: name })) : response
    },
  ),
  {
    id: 'directory-address-renamed-at-the-repeat',
    breaks: ['A-DIR-01'],
    says: 'The second lookup of an account tells its address in the field url.',
    rule: {
      directory: {
        shown: (facts) => {
          const { URL, ...others } = directoryRules.directory.shown(facts) as Json
          return facts.asked === 1 ? { ...others, url: URL } : { ...others, URL }
        },
      },
    },
  },
  {
    id: 'company-text-of-several-as-json-string',
    breaks: ['A-COM-02'],
    says: 'The text form of several companies is a string of JSON.',
    rule: {
      company: {
        text: (companies) => {
          const text = companyRules.company.text(companies)
          return companies.length > 1 ? JSON.stringify(text) : text
        },
      },
    },
  },
  passing(
    'company-list-as-xml-to-browsers',
    ['A-COM-06'],
    'The company list is XML to a caller that accepts HTML.',
    async (request, go) => {
      if (!isCompanyList(request) || !/text\/html/i.test(acceptOf(request))) return go(request)
      const response = await go({
        ...request,
        headers: [...request.headers.filter(([name]) => !/^accept$/i.test(name)), ['Accept', 'application/json']],
      })
      const companies = (jsonIn(response)?.['companies'] ?? []) as Json[]
      const xml = companies.map(
        ({ name }) => `<company><name>${String(name).replaceAll('&', '&amp;')}</name></company>`,
      )
      return isWell(response) ? textAnswer(200, 'application/xml', `<companies>${xml.join('')}</companies>`) : response
    },
  ),
]
