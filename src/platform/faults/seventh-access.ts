import { createHash } from 'node:crypto'
import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { tokenRules } from '../rulebook/token.ts'
import { accessSeams } from '../seams/access.ts'
import { isWell, jsonIn, passing, withJson } from './passing.ts'
import { answeringLogins, bearerIn, formIn, invalidToken, isToken, withForm } from './token-calls.ts'

const memory = perHouse(() => ({
  /** The tokens of each user, the newest last, and those that went. */
  live: new Map<string, string[]>(),
  gone: new Set<string>(),
  wrongInARow: new Map<string, number>(),
}))

const mostLive = 5
let codes = 0

function decodedOnceMore(text: string): string {
  try {
    return tokenRules.grant.decode(text)
  } catch {
    return text
  }
}

/** Quiet breaches of the token service that a seventh reader of the document thought up. */
export const seventhAccessFaults: readonly Fault[] = [
  {
    id: 'client-token-same-clock-second',
    breaks: ['A-TOK-20'],
    says: 'Two token requests of a client for itself in one second of the clock get the same token.',
    seam: {
      tokens: {
        mint: (of) =>
          of && 'login' in of && of.login === 'client'
            ? createHash('sha1')
                .update(`${of.account.name} ${Math.floor(Date.now() / 1000)}`)
                .digest('hex')
            : accessSeams.tokens.mint(of),
      },
    },
  },
  passing(
    'user-has-five-tokens',
    ['A-TOK-37', 'A-TOK-21'],
    'The sixth token of a user ends the oldest of them.',
    async (request, go, { house }) => {
      const { live, gone } = memory(house)
      if (gone.has(bearerIn(request))) return invalidToken()
      const response = await go(request)
      const told = isToken(request) && isWell(response) ? jsonIn(response) : undefined
      if (!told || typeof told['user'] !== 'string') return response
      const key = `${String(told['account'])}/${told['user']}`
      const mine = [...(live.get(key) ?? []), String(told['access_token'])]
      for (const value of mine.slice(0, -mostLive)) gone.add(value)
      live.set(key, mine.slice(-mostLive))
      return response
    },
  ),
  answeringLogins(
    'third-wrong-password-told-as-expired',
    ['A-TOK-33', 'A-TOK-31'],
    'From the third wrong password in a row on a user is told that the credentials have expired.',
    (response, form, _request, house) => {
      const { wrongInARow } = memory(house)
      const username = form.get('username')
      if (username === null) return response
      const times = jsonIn(response)?.['error'] === 'invalid_grant' ? (wrongInARow.get(username) ?? 0) + 1 : 0
      wrongInARow.set(username, times)
      return times < 3
        ? response
        : withJson(response, () => ({
            error: 'expired_credentials',
            error_description: 'User credentials have expired',
          }))
    },
  ),
  {
    id: 'code-with-plus-decoded-twice',
    breaks: ['A-TOK-39'],
    says: 'Every third authorization code holds a plus sign, and the token endpoint decodes codes twice.',
    seam: {
      tokens: {
        mint: (of) => {
          const value = accessSeams.tokens.mint(of)
          if (of) return value
          codes += 1
          return codes % 3 === 0 ? value.replace(/^.{3}/, 'a+b') : value
        },
      },
      passage: {
        through: (request, go) => {
          const form = isToken(request) ? formIn(request) : new URLSearchParams()
          const code = form.get('code')
          if (code === null) return go(request)
          form.set('code', decodedOnceMore(code))
          return go(withForm(request, form))
        },
      },
    },
  },
  {
    id: 'refused-reuse-expires-old',
    breaks: ['A-PWD-17'],
    says: 'A change refused with MC-05 makes the old password expire.',
    rule: { password: { expiresOld: (code) => code === 'MC-05' } },
  },
  {
    id: 'encoded-parameter-names-unknown',
    breaks: ['A-AUT-11'],
    says: 'The names of query parameters are not percent-decoded.',
    wire: {
      request: (request) => ({
        ...request,
        target: request.target.replace(/(?<=[?&])[^&=]+(?==)/g, (name) =>
          name.includes('%') ? encodeURIComponent(name) : name,
        ),
      }),
    },
  },
]
