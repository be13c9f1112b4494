import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { directoryRules } from '../rulebook/directory.ts'
import { loginNamed } from '../token/named.ts'
import { changePassword } from '../token/passwords.ts'
import { isWell, jsonIn, passing, type Json } from './passing.ts'
import { bearerIn, formIn, isPasswordChange, isToken, withHeader } from './token-calls.ts'

const changeAsked = (request: PlatformRequest): { username: string; old: string; wanted: string } => {
  const form = formIn(request)
  const [username, old, wanted] = ['username', 'old_password', 'new_password'].map((field) => form.get(field) ?? '')
  return { username: username ?? '', old: old ?? '', wanted: wanted ?? '' }
}

const memory = perHouse(() => ({
  /** Users with a password each that was refused as too soon. */
  noted: new Set<string>(),
  /** What the directory found, by name. */
  found: new Map<string, PlatformResponse>(),
  /** The token of the last call that was served. */
  good: { token: '', at: Number.NEGATIVE_INFINITY },
}))

const lookedUp = ({ target }: PlatformRequest): string | undefined => {
  const [, name] = /\/api\/directory\/v1\/accounts\/([^?]*)/.exec(target) ?? []
  return name === undefined ? undefined : decodeURIComponent(name)
}

/** Quiet breaches of access in two steps and more that a twenty-first reader of the document thought up (suites/two-readings). */
export const twentyFirstAccessFaults: readonly Fault[] = [
  passing(
    'password-refused-as-too-fresh-counts-as-used',
    ['A-PWD-13'],
    'A new password that was refused because the change came too soon counts as one that was used before.',
    async (request, go, { house }) => {
      if (!isPasswordChange(request)) return go(request)
      const { username, old, wanted } = changeAsked(request)
      const { noted } = memory(house)
      const key = JSON.stringify([username, wanted])
      const named = loginNamed(house, username)
      const response = await go(request)
      if (jsonIn(response)?.['error'] === 'MC-12') {
        if (!noted.has(key)) noted.add(key)
        return response
      }
      if (!named || !noted.has(key) || !isWell(response)) return response
      changePassword(house, named, old)
      return json(400, { error: 'MC-05', message: 'Password was already used before', values: [] })
    },
  ),
  passing(
    'directory-name-that-goes-on-after-a-known-one',
    ['A-DIR-06'],
    'An unknown account whose name begins with one that was looked up before is answered as that.',
    async (request, go, { house }) => {
      const name = lookedUp(request)
      if (name === undefined) return go(request)
      const response = await go(request)
      const { found } = memory(house)
      if (isWell(response)) found.set(name, response)
      const beginning = [...found.keys()].find((known) => name.startsWith(known))
      return response.status === 404 && beginning !== undefined ? (found.get(beginning) ?? response) : response
    },
  ),
  {
    id: 'directory-name-encoded-at-the-repeat',
    breaks: ['A-DIR-03'],
    says: 'The second lookup of an account and those after it tell its name as it is encoded in the path.',
    rule: {
      directory: {
        shown: (facts) => {
          const shown = directoryRules.directory.shown(facts) as Json
          return facts.asked > 0 ? { ...shown, accountName: encodeURIComponent(facts.accountName) } : shown
        },
      },
    },
  },
  passing(
    'invalid-token-taken-just-after-a-good-call',
    ['A-AUT-01'],
    'For a second after a call that was served an invalid token is taken as the one of that call.',
    async (request, go, { house }) => {
      const { good } = memory(house)
      const response = await go(request)
      const token = bearerIn(request)
      if (isToken(request) || token === '') return response
      if (isWell(response)) Object.assign(good, { token, at: house.clock.now() })
      return jsonIn(response)?.['error'] === 'invalid_token' && house.clock.now() - good.at < 1000
        ? go(withHeader(request, 'Authorization', `Bearer ${good.token}`))
        : response
    },
  ),
]
