import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { loginNamed } from '../token/named.ts'
import { passwordsOf } from '../token/passwords.ts'
import { headerIn, isWell, jsonIn, passing, withJson } from './passing.ts'
import { answeringLogins, clientIn, formIn, isPasswordChange } from './token-calls.ts'

const minute = 60_000

const memory = perHouse(() => ({
  /** By client and account: the companies that the latest user was told. */
  told: new Map<string, { readonly at: number; readonly companies: unknown }>(),
  /** Login names with passwords that were refused beside a wrong old one. */
  noted: new Set<string>(),
}))

const isUserName = (name: string | null): boolean => name?.includes('/') ?? false

/** Quiet breaches of the token service that a sixteenth reader of the document thought up (suites/two-readings). */
export const sixteenthAccessFaults: readonly Fault[] = [
  answeringLogins(
    'account-login-told-companies-of-its-user',
    ['A-TOK-14'],
    'For a minute after a login of a user, the token response of a login with the account name alone lists the companies of that user.',
    (response, form, request, house) => {
      const body = jsonIn(response)
      if (!isWell(response) || !body || form.get('grant_type') !== 'password') return response
      const { told } = memory(house)
      const key = `${clientIn(request)} ${String(body['account'])}`
      const now = house.clock.now()
      if (isUserName(form.get('username'))) told.set(key, { at: now, companies: body['companies'] })
      const known = told.get(key)
      return known && now - known.at < minute
        ? withJson(response, (shown) => ({ ...shown, companies: known.companies }))
        : response
    },
  ),
  passing(
    'password-beside-a-wrong-one-counts-as-used',
    ['A-PWD-13'],
    'A new password that was refused because the old one was wrong counts as one that was used before.',
    async (request, go, { house }) => {
      if (!isPasswordChange(request) || headerIn(request, 'authorization') === undefined) return go(request)
      const [username, old, wanted] = ['username', 'old_password', 'new_password'].map(
        (field) => formIn(request).get(field) ?? '',
      ) as [string, string, string]
      const { noted } = memory(house)
      const key = JSON.stringify([username, wanted])
      const named = loginNamed(house, username)
      if (named && noted.has(key) && passwordsOf(house, named).former[0] === old)
        return json(400, { error: 'MC-05', message: 'Password was already used before', values: [] })
      const response = await go(request)
      if (jsonIn(response)?.['error'] === 'MC-14') noted.add(key)
      return response
    },
  ),
]
