import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../deviation.ts'
import { addressTold } from '../cluster-address.ts'
import { perHouse } from '../house.ts'
import { json, textAnswer } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { companyRules } from '../rulebook/company.ts'
import { tokenRules } from '../rulebook/token.ts'
import { loginNamed } from '../token/named.ts'
import { changePassword, passwordsOf } from '../token/passwords.ts'
import { clusterOf } from '../world/clusters.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, rewriting, withJson, type Asked } from './passing.ts'
import {
  clientIn,
  formIn,
  invalidToken,
  isPasswordChange,
  isToken,
  issuedIn,
  withForm,
  withHeader,
} from './token-calls.ts'

const memory = perHouse(() => ({
  /** What all logins under way share. */
  latest: undefined as unknown,
  endedAbroad: new Set<string>(),
  wrongUntil: new Map<string, number>(),
  /** The password before the last successful change. */
  loaded: new Map<string, string>(),
  /** The Authorization header of the request before, if it was served. */
  cameIn: undefined as string | undefined,
}))

const badCredentials = (): PlatformResponse =>
  json(400, { error: 'invalid_grant', error_description: 'Bad credentials' })
const isPasswordGrant = (request: PlatformRequest): boolean =>
  isToken(request) && formIn(request).get('grant_type') === 'password'
const isDataRead = ({ method, by }: Asked): boolean => method === 'GET' && by !== undefined && by !== 'content'

function unescapedOnceMore(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Quiet breaches of the token service and of access that an eleventh reader of the document thought up. */
export const eleventhAccessFaults: readonly Fault[] = [
  passing(
    'logins-under-way-share-companies',
    ['A-TOK-15'],
    'Of logins of users that overlap all get the companies of the one that arrived last.',
    async (request, go, { house }) => {
      const response = await go(request)
      const body = isPasswordGrant(request) && isWell(response) ? jsonIn(response) : undefined
      if (typeof body?.['user'] !== 'string') return response
      const shared = memory(house)
      shared.latest = body['companies']
      await pause(25)
      return withJson(response, (told) => ({ ...told, companies: shared.latest }))
    },
  ),
  passing(
    'local-token-ends-at-another-cluster',
    ['A-TOK-21', 'A-TOK-26'],
    'A token of local scope that another cluster refused is refused from then on in its own one, too.',
    async (request, go, { house }) => {
      const { endedAbroad } = memory(house)
      const token = issuedIn(house, request)
      if (token && endedAbroad.has(token.value)) return invalidToken()
      const response = await go(request)
      const isAbroad = token?.scope === 'local' && clusterOf(askedOf(request).path).cluster !== token.account.cluster
      if (isAbroad && response.status === 401) endedAbroad.add(token.value)
      return response
    },
  ),
  {
    id: 'redirect-uri-unescaped-once-more',
    breaks: ['A-TOK-23'],
    says: 'redirect_uri is percent-decoded once more before the redirect.',
    rule: {
      authorize: {
        location: (redirectUri, parameters, responseType) =>
          tokenRules.authorize.location(unescapedOnceMore(redirectUri), parameters, responseType),
      },
    },
  },
  passing(
    'right-password-refused-just-after-a-wrong-one',
    ['A-TOK-33', 'A-TOK-12'],
    'For two seconds after a wrong password the right one of the same user and client is refused, too.',
    async (request, go, { house }) => {
      if (!isPasswordGrant(request)) return go(request)
      const { wrongUntil } = memory(house)
      const key = `${clientIn(request)}\n${formIn(request).get('username')}`
      const now = house.clock.now()
      if (now < (wrongUntil.get(key) ?? 0)) return badCredentials()
      const response = await go(request)
      if (response.status === 400 && jsonIn(response)?.['error'] === 'invalid_grant') wrongUntil.set(key, now + 2000)
      return response
    },
  ),
  passing(
    'refused-change-restores-the-former-password',
    ['A-PWD-17'],
    'A refused change makes the password before the last successful change the one in force again.',
    async (request, go, { house }) => {
      const named = isPasswordChange(request) ? loginNamed(house, formIn(request).get('username') ?? '') : undefined
      if (!named) return go(request)
      const { loaded } = memory(house)
      const key = `${named.account.name}/${named.user?.name ?? ''}`
      const before = passwordsOf(house, named).former[0] ?? ''
      const response = await go(request)
      if (isWell(response)) loaded.set(key, before)
      const former = loaded.get(key)
      const isOfRules = /^MC-(?:0[5-9]|1[0-2])$/.test(String(jsonIn(response)?.['error']))
      if (!isWell(response) && isOfRules && former !== undefined && former !== before)
        changePassword(house, named, former)
      return response
    },
  ),
  rewriting(
    'angle-brackets-filtered-out-of-new-password',
    ['A-PWD-16', 'A-PWD-04'],
    'What stands between < and > is removed from a new password.',
    ({ method, path }) => method === 'POST' && path.endsWith('/change_password'),
    (request) => {
      const form = formIn(request)
      const wanted = form.get('new_password')
      if (wanted === null || !/<[^>]*>/.test(wanted)) return request
      form.set('new_password', wanted.replace(/<[^>]*>/g, ''))
      return withForm(request, form)
    },
  ),
  passing(
    'caller-before-answers-for-who-names-none',
    ['A-AUT-05', 'A-AUT-04'],
    'A read without a token is served as the caller of the request just before it.',
    async (request, go, { house, inBatch }) => {
      if (inBatch) return go(request)
      const shared = memory(house)
      const asked = askedOf(request)
      const own = headerIn(request, 'Authorization')
      const isLent = own === undefined && !asked.query.has('access_token') && isDataRead(asked)
      // The edge tells no connections apart: all requests of a caller that waits for its answers are as good as one.
      const before = shared.cameIn
      const response = await go(isLent && before !== undefined ? withHeader(request, 'Authorization', before) : request)
      shared.cameIn = isWell(response) && /^Bearer /i.test(own ?? '') ? own : undefined
      return response
    },
  ),
  passing(
    'company-list-tells-invalid-token-as-text',
    ['A-AUT-01', 'A-COM-02'],
    'To a caller that accepts text the company list tells an invalid token as two lines of text.',
    async (request, go) => {
      const response = await go(request)
      const isText = /^\s*application\/text\s*(?:;|$)/i.test(headerIn(request, 'Accept') ?? '')
      const { error, error_description: description } = (response.status === 401 && jsonIn(response)) || {}
      return isText && askedOf(request).path.endsWith('/informationService/companies') && error === 'invalid_token'
        ? textAnswer(401, 'application/text;charset=UTF-8', `${error}\n${String(description)}`)
        : response
    },
  ),
  passing(
    'directory-gives-local-callers-their-own-cluster',
    ['A-DIR-01'],
    'The directory tells a caller with a token of local scope the cluster of its own account, whatever is asked for.',
    async (request, go, { house }) => {
      const response = await go(request)
      const token = askedOf(request).path.includes('/directory/v1/accounts/') ? issuedIn(house, request) : undefined
      if (token?.scope !== 'local' || !isWell(response)) return response
      const { cluster } = token.account
      return withJson(response, (body) => ({
        ...body,
        clusterName: cluster,
        URL: addressTold(house, request.origin, cluster),
      }))
    },
  ),
  {
    id: 'companies-without-description-missing-in-text',
    breaks: ['A-COM-05'],
    says: 'The text form leaves out companies without a description.',
    rule: { company: { text: (all) => companyRules.company.text(all.filter(({ description }) => description)) } },
  },
]
