import type { Variant } from '../deviation.ts'
import { askedOf, isWell, jsonIn } from '../faults/passing.ts'
import { clientIn, formIn, isPasswordChange, isToken } from '../faults/token-calls.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { tokenRules } from '../rulebook/token.ts'
import { lawful, through } from './lawful.ts'

const tooMany = (waitMs: number, body: unknown = { error: 'slow_down' }): PlatformResponse =>
  json(429, body, [['Retry-After', String(Math.max(1, Math.ceil(waitMs / 1000)))]])

const wrongAtMost = 4
const lockedMs = 10_000
const wrong = perHouse(() => new Map<string, { readonly times: number; readonly last: number }>())

const grantsAtMost = 6
const grantsMs = 10_000
const grants = perHouse(() => new Map<string, readonly number[]>())

const guessesMs = 20_000
const guesses = perHouse(() => new Map<string, readonly number[]>())

/** Whose login a token request asks for. */
const loginIn = (request: PlatformRequest): string =>
  `${clientIn(request)} ${formIn(request).get('username') ?? formIn(request).get('code') ?? ''}`

/** Lawful limits that a fourteenth reader of the document thought up (suites/two-readings). */
export const fourteenthAccessVariants: readonly Variant[] = [
  through(
    'logins-after-wrong-passwords-429',
    ['A-GEN-09'],
    'After four wrong passwords in a row logins and password changes of that name are 429 for ten seconds.',
    async (request, go, { house }) => {
      if (!isToken(request) && !isPasswordChange(request)) return go(request)
      const form = formIn(request)
      const name = form.get('username') ?? form.get('user_name')
      if (name === null) return go(request)
      const now = house.clock.now()
      const { times, last } = wrong(house).get(name) ?? { times: 0, last: 0 }
      const isLocked = times >= wrongAtMost
      if (isLocked && now - last < lockedMs) return tooMany(last + lockedMs - now)
      const response = await go(request)
      const before = isLocked ? 0 : times
      if (isWell(response)) wrong(house).delete(name)
      else if (jsonIn(response)?.['error'] === 'invalid_grant') wrong(house).set(name, { times: before + 1, last: now })
      return response
    },
  ),
  through(
    'six-tokens-in-ten-seconds',
    ['A-GEN-09'],
    'A login gets six tokens within ten seconds; further correct requests are 429 with Retry-After.',
    async (request, go, { house }) => {
      if (!isToken(request)) return go(request)
      const now = house.clock.now()
      const key = loginIn(request)
      const recent = (grants(house).get(key) ?? []).filter((at) => now - at < grantsMs)
      const response = await go(request)
      if (!isWell(response)) return response
      if (recent.length >= grantsAtMost) return tooMany((recent[0] as number) + grantsMs - now)
      grants(house).set(key, [...recent, now])
      return response
    },
  ),
  lawful(['A-TOK-40'], {
    id: 'newest-authorization-code-only',
    says: 'An approval ends the codes of the same user and client that were not redeemed yet.',
    rule: { authorize: { redeems: (facts) => tokenRules.authorize.redeems(facts) && facts.isLatest } },
  }),
  through(
    'guessing-accounts-and-tokens-429',
    ['A-GEN-09'],
    'From the fourth lookup of an unknown account and the eleventh call with an invalid token within 20 seconds such calls are 429.',
    async (request, go, { house }) => {
      const response = await go(request)
      const isDirectory = !askedOf(request).resource && request.target.includes('/directory')
      const isGuess = isDirectory
        ? !isWell(response) || response.body.length < 3
        : response.status === 401 && jsonIn(response)?.['error'] === 'invalid_token'
      if (!isGuess) return response
      const now = house.clock.now()
      const kind = isDirectory ? 'directory' : 'token'
      const recent = (guesses(house).get(kind) ?? []).filter((at) => now - at < guessesMs)
      const most = isDirectory ? 3 : 10
      if (recent.length >= most) return tooMany((recent[recent.length - most] as number) + guessesMs - now)
      guesses(house).set(kind, [...recent, now])
      return response
    },
  ),
]
