import type { Variant } from '../deviation.ts'
import { askedOf } from '../faults/passing.ts'
import { perHouse } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import { passwordRules } from '../rulebook/password.ts'
import { accessSeams } from '../seams/access.ts'
import type { Company } from '../world/types.ts'
import { alone, lawful, through } from './lawful.ts'
import { heldWithin } from '../held-within.ts'

const { password } = passwordRules
const { tokens } = accessSeams

const partsAtMost = 50
const partsMs = 1000
const served = perHouse(() => ({ parts: [] as number[], begun: undefined as number | undefined }))

const turnMs = 400
const time = heldWithin<number>()
const branch: Company = { id: 990_101, permissionGroupId: 1, name: 'Branch under test', description: 'for a while' }
/** The companies of a login, one of which is there every other while. */
const changing = (companies: readonly Company[]): readonly Company[] => {
  const others = companies.filter(({ id }) => id !== branch.id)
  if (others.length === 0) return others
  return Math.floor((time.get() ?? 0) / turnMs) % 2 === 0 ? others : [...others, branch]
}

const dataCalls = /\/api\/data\/v4\/[A-Za-z]+(?:\/.*)?$/
const allowed = (path: string): string =>
  /\/v4\/[A-Za-z]+\/?$/.test(path)
    ? 'GET, POST'
    : /\/(?:deleted|content)$/.test(path)
      ? 'GET'
      : 'GET, PUT, PATCH, DELETE'

/** Lawful servers of tokens, companies and calls that a sixteenth reader of the document thought up (suites/two-readings). */
export const sixteenthAccessVariants: readonly Variant[] = [
  lawful(['A-TOK-39'], {
    id: 'codes-in-padded-base64',
    says: 'Authorization codes hold plus, slash and two equals signs, which are encoded in the address of the redirect.',
    seam: {
      tokens: { mint: (of) => (of ? tokens.mint() : tokens.mint().replace(/^(.{8})(.*)$/, '$1+/$2==')) },
    },
  }),
  alone({
    id: 'parts-beyond-fifty-in-a-second-429',
    leaves: ['A-GEN-09'],
    says: 'In a batch that is not transactional, parts for the Data API beyond the fiftieth within a second are answered with 429 and Retry-After.',
    seam: {
      passage: {
        part: async (request, go, { house, transactional }) => {
          if (transactional || !dataCalls.test(askedOf(request).path)) return go(request)
          const state = served(house)
          const now = house.clock.now()
          state.parts = state.parts.filter((at) => now - at < partsMs)
          if (state.parts.length >= partsAtMost) return json(429, { error: 'slow_down' }, [['Retry-After', '1']])
          state.parts.push(now)
          return go(request)
        },
      },
    },
  }),
  lawful(['A-PWD-14'], {
    id: 'mc06-filled-in-the-others-in-values',
    says: 'The number of MC-06 stands in the message and values is empty; those of other password rules stand in values.',
    rule: {
      password: {
        message: (code, needed) =>
          code === 'MC-06'
            ? String(password.message(code, needed)).replace('{0}', String(needed))
            : password.message(code, needed),
        values: (needed, code) => (code === 'MC-06' ? [] : password.values(needed, code)),
      },
    },
  }),
  through(
    'data-head-405-options-204',
    ['A-AUT-05'],
    'HEAD of the Data API is refused with 405 and what is allowed, OPTIONS is answered 204 without a token.',
    (request, go) => {
      const { method, path } = askedOf(request)
      if (!dataCalls.test(path)) return go(request)
      if (method === 'OPTIONS') return Promise.resolve(empty(204, [['Allow', allowed(path)]]))
      return method === 'HEAD' ? Promise.resolve(empty(405, [['Allow', allowed(path)]])) : go(request)
    },
  ),
  alone({
    id: 'a-company-comes-and-goes',
    leaves: ['A-TOK-15', 'A-COM-05'],
    says: 'Every other 400 ms all logins that have a company have one more, in token responses and in the company list.',
    rule: {
      token: {
        companies: (all, assigned, login) =>
          changing(login === 'user' ? all.filter(({ name }) => assigned.includes(name)) : all),
      },
      company: { listed: changing },
    },
    seam: {
      passage: {
        through: (request, go, { house }) => {
          const begun = (served(house).begun ??= house.clock.now())
          return time.run(house.clock.now() - begun, () => go(request))
        },
      },
    },
  }),
]
