import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { isWell, jsonIn, passing, withJson } from './passing.ts'
import { answeringLogins, clientIn, formIn, isPasswordChange, isToken, showingLogins, withForm } from './token-calls.ts'

const lastUserIds = perHouse(() => new Map<string, unknown>())

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const isLoginPage = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && target.includes('/api/oauth2/v1/login')

const changed = (request: PlatformRequest, change: (password: string) => string): PlatformRequest => {
  const form = formIn(request)
  for (const field of ['password', 'old_password', 'new_password']) {
    const given = form.get(field)
    if (given !== null) form.set(field, change(given))
  }
  return withForm(request, form)
}

const wherever = (request: PlatformRequest, change: (password: string) => string): PlatformRequest =>
  isToken(request) || isPasswordChange(request) || isLoginPage(request) ? changed(request, change) : request

/** Passwords that are not kept whole, and responses to a code that say another thing than those to a password. */
export const wholeLoginFaults: readonly Fault[] = [
  passing(
    'passwords-decoded-twice-everywhere',
    ['A-TOK-33'],
    'A password is decoded once more wherever it is taken, so that others open, too.',
    (request, go) => go(wherever(request, formDecoded)),
  ),
  passing(
    'passwords-cut-at-an-ampersand',
    ['A-TOK-33'],
    'What follows an ampersand in a password is dropped wherever it is taken.',
    (request, go) => go(wherever(request, (given) => given.split('&')[0] ?? '')),
  ),
  ...(['user_id', 'account_id'] as const).map((field) =>
    answeringLogins(
      `${field.replace('_', '-')}-counted-by-client`,
      [field === 'user_id' ? 'A-TOK-08' : 'A-TOK-07'],
      `${field} is counted by each client for itself.`,
      (response, _form, request, house) =>
        typeof jsonIn(response)?.[field] === 'number'
          ? withJson(response, (body) => ({
              ...body,
              [field]: Number(body[field]) * 100 + house.world.clients.findIndex(({ id }) => id === clientIn(request)),
            }))
          : response,
    ),
  ),
  answeringLogins(
    'user-id-for-a-code-of-the-password-before',
    ['A-TOK-08'],
    'user_id in the response to a code is that of the user who last logged in by password with the same client.',
    (response, form, request, house) => {
      const id = isWell(response) ? jsonIn(response)?.['user_id'] : undefined
      if (id === undefined) return response
      const grant = form.get('grant_type')
      if (grant === 'password') lastUserIds(house).set(clientIn(request), id)
      const last = lastUserIds(house).get(clientIn(request))
      return grant === 'authorization_code' && last !== undefined
        ? withJson(response, (body) => ({ ...body, user_id: last }))
        : response
    },
  ),
  answeringLogins(
    'companies-of-account-for-a-code',
    ['A-TOK-15'],
    'The response to a code names all companies of the account, whoever approved.',
    (response, form, _request, house) => {
      const account = house.world.accounts.find(({ name }) => name === jsonIn(response)?.['account'])
      return account && form.get('grant_type') === 'authorization_code'
        ? withJson(response, (body) => ({
            ...body,
            companies: account.companies.map(({ id, name, description }) => ({ id, name, description })),
          }))
        : response
    },
  ),
  showingLogins(
    'scope-local-for-a-code',
    ['A-TOK-19'],
    'The response to a code says scope local, whatever the client is.',
    (body, _login, { grant }) => (grant === 'authorization_code' ? { ...body, scope: 'local' } : body),
  ),
]
