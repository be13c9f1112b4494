import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, withJson } from './passing.ts'
import { pause } from './pause.ts'
import { answeringLogins, clientIn, formIn, isToken, withForm } from './token-calls.ts'

const memory = perHouse(() => ({
  account: undefined as unknown,
  accountId: undefined as unknown,
  /** The account that was looked up last. */
  name: undefined as unknown,
  /** Passwords by client and login. */
  passwords: new Map<string, string>(),
  companies: undefined as Buffer | undefined,
}))

/** What a request for an account, a company or a token takes from the one before it or beside it. */
export const sweptAccessFaults: readonly Fault[] = [
  answeringLogins(
    'token-account-of-the-login-before',
    ['A-TOK-06'],
    'A login is told the account of the login before.',
    (response, _form, _request, house) => {
      if (!isWell(response)) return response
      const kept = memory(house)
      const before = kept.account
      kept.account = jsonIn(response)?.['account']
      return before === undefined ? response : withJson(response, (body) => ({ ...body, account: before }))
    },
  ),
  answeringLogins(
    'token-account-id-of-the-first-login',
    ['A-TOK-07'],
    'Every login is told the account_id of the first.',
    (response, _form, _request, house) => {
      if (!isWell(response)) return response
      const first = (memory(house).accountId ??= jsonIn(response)?.['account_id'])
      return withJson(response, (body) => ({ ...body, account_id: first }))
    },
  ),
  passing(
    'token-missing-password-is-that-before',
    ['A-TOK-28'],
    'A login without password is let in with the one that its client sent for it before.',
    (request, go, { house }) => {
      const form = formIn(request)
      if (!isToken(request) || form.get('grant_type') !== 'password') return go(request)
      const { passwords } = memory(house)
      const [who, password] = [`${clientIn(request)}\n${form.get('username') ?? ''}`, form.get('password')]
      if (password !== null) {
        passwords.set(who, password)
        return go(request)
      }
      const before = passwords.get(who)
      if (before !== undefined) form.set('password', before)
      return go(withForm(request, form))
    },
  ),
  passing(
    'directory-name-of-lookup-before',
    ['A-DIR-01'],
    'The directory names the account that was looked up before.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!askedOf(request).path.includes('/directory/v1/accounts/') || !isWell(response)) return response
      const kept = memory(house)
      const before = kept.name
      kept.name = jsonIn(response)?.['accountName']
      return before === undefined ? response : withJson(response, (body) => ({ ...body, accountName: before }))
    },
  ),
  passing(
    'companies-as-text-at-once-of-the-last',
    ['A-COM-02', 'A-COM-05'],
    'Of text lists of companies that overlap, all are the one that was asked for last.',
    async (request, go, { house }) => {
      const response = await go(request)
      const isText = /^application\/text/.test(headerIn(request, 'accept') ?? '')
      if (!askedOf(request).path.endsWith('/informationService/companies') || !isText || !isWell(response))
        return response
      const kept = memory(house)
      kept.companies = response.body
      await pause()
      return { ...response, body: kept.companies }
    },
  ),
]
