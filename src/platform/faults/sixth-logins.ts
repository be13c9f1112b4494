import type { Fault } from '../deviation.ts'
import type { House } from '../house.ts'
import { redirect } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { passwordRules } from '../rulebook/password.ts'
import { issueCode } from '../token/codes.ts'
import { loginNamed, type Named } from '../token/named.ts'
import { passwordsOf } from '../token/passwords.ts'
import { askedOf, headerIn, jsonIn, passing, withJson } from './passing.ts'
import { formIn, isPasswordChange } from './token-calls.ts'

const { password } = passwordRules

export const cookieIn = (header: string | undefined, name: string): string | undefined => {
  const [, value] = new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(header ?? '') ?? []
  return value === undefined ? undefined : decodeURIComponent(value)
}
export const withCookie = (response: PlatformResponse, name: string, value: string): PlatformResponse => ({
  ...response,
  headers: [...response.headers, ['Set-Cookie', `${name}=${encodeURIComponent(value)}; Path=/`]],
})
export const locationOf = ({ headers }: PlatformResponse): string =>
  headers.find(([name]) => name === 'Location')?.[1] ?? ''

/** A fault of the login page: who may not log in by password is let in with the right one. */
const lettingIn = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  whom: (named: Named, house: House) => boolean,
): Fault =>
  passing(id, breaks, says, async (request, go, { house }) => {
    const form = formIn(request)
    const response = await go(request)
    const isPage = request.method === 'POST' && /\/oauth2\/v1\/login(?:\?|$)/.test(request.target)
    const named = isPage && response.status < 300 ? loginNamed(house, form.get('username') ?? '') : undefined
    const client = house.world.clients.find((known) => known.id === form.get('client_id'))
    if (!named || !client || !whom(named, house)) return response
    if (passwordsOf(house, named).former[0] !== form.get('password')) return response
    const uri = form.get('redirect_uri') ?? ''
    return redirect(302, `${uri}${uri.includes('?') ? '&' : '?'}code=${issueCode(house, client, uri, named)}`)
  })

/** Quiet breaches of change_password and authorize that a sixth reader of the document thought up. */
export const sixthLoginFaults: readonly Fault[] = [
  passing(
    'wrong-client-told-as-password-error',
    ['A-TOK-32', 'A-TOK-30'],
    'change_password tells a wrong client secret in the form of a password error.',
    async (request, go) => {
      const response = await go(request)
      return isPasswordChange(request) && jsonIn(response)?.['error'] === 'invalid_client'
        ? withJson(response, () => ({ error: 'invalid_client', message: 'Client authentication failed', values: [] }))
        : response
    },
  ),
  {
    id: 'password-of-least-length-refused',
    breaks: ['A-PWD-12'],
    says: 'A password of exactly as many characters as there must be at least is refused.',
    rule: {
      password: {
        violated: (code, trial) =>
          password.violated(
            code,
            code === 'MC-06' ? { ...trial, policy: { ...trial.policy, minLength: trial.policy.minLength + 1 } } : trial,
          ),
      },
    },
  },
  {
    id: 'password-of-fewest-kinds-refused',
    breaks: ['A-PWD-07', 'A-PWD-08'],
    says: 'A password with exactly as many capitals or special characters as there must be at least is refused.',
    rule: {
      password: {
        violated(code, trial) {
          const { policy } = trial
          const stricter = { ...policy, minUpper: policy.minUpper + 1, minSpecial: policy.minSpecial + 1 }
          return password.violated(code, code === 'MC-10' || code === 'MC-11' ? { ...trial, policy: stricter } : trial)
        },
      },
    },
  },
  {
    id: 'mc07-number-of-length-rule',
    breaks: ['A-PWD-14'],
    says: 'values of MC-07 holds the least length if the password is too short, too.',
    rule: {
      password: {
        order: () => ['MC-14', 'MC-13', 'MC-07', 'MC-06', 'MC-08', 'MC-09', 'MC-10', 'MC-11', 'MC-05', 'MC-12'],
      },
    },
    seam: {
      passage: {
        async through(request, go, { house }) {
          const response = await go(request)
          const isShort = [...(formIn(request).get('new_password') ?? '')].length < house.policy.minLength
          return isPasswordChange(request) && isShort && jsonIn(response)?.['error'] === 'MC-07'
            ? withJson(response, (body) => ({ ...body, values: [house.policy.minLength] }))
            : response
        },
      },
    },
  },
  lettingIn(
    'sso-user-let-in-at-login-page',
    ['A-TOK-34'],
    'The login page of authorize lets a single sign-on user in with a password.',
    ({ user }) => user?.sso === true,
  ),
  lettingIn(
    'expired-user-let-in-at-login-page',
    ['A-TOK-31'],
    'The login page of authorize lets a user in whose password has expired.',
    (named, house) => passwordsOf(house, named).expired,
  ),
  passing(
    'authorize-back-to-first-address',
    ['A-TOK-23'],
    'In one session authorize leads back to the redirect_uri that it named first.',
    async (request, go) => {
      const { path, query } = askedOf(request)
      const first = cookieIn(headerIn(request, 'cookie'), 'first')
      const response = await go(request)
      if (path.endsWith('/authorize') && response.status < 400 && first === undefined)
        return withCookie(response, 'first', query.get('redirect_uri') ?? '')
      const code = /[?&]code=([^&]+)/.exec(locationOf(response))?.[1]
      return code !== undefined && first !== undefined
        ? redirect(302, `${first}${first.includes('?') ? '&' : '?'}code=${code}`)
        : response
    },
  ),
]
