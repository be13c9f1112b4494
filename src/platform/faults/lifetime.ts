import type { Fault } from '../deviation.ts'
import type { House } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'
import { tokenLifetimeMs } from '../rulebook/token.ts'
import { issueToken } from '../token/store.ts'
import { clusterOf } from '../world/clusters.ts'
import { askedOf, passing, withQuery } from './passing.ts'
import { invalidToken, issuedIn, withHeader } from './token-calls.ts'

const hours = 3_600_000

/** The age of a token of general scope, and whether it is used in the cluster of its account; undefined for any other request. */
function generalUse(house: House, request: PlatformRequest) {
  const token = issuedIn(house, request)
  if (token?.scope !== 'general') return undefined
  const { cluster } = clusterOf(askedOf(request).path)
  return { token, ageMs: house.clock.now() - token.issuedAt, isHome: token.account.cluster === cluster }
}

const generalNeverEnds = (id: string, says: string, isMeant: (isHome: boolean) => boolean): Fault =>
  passing(id, ['A-TOK-21', 'A-AUT-01'], says, (request, go, { house }) => {
    const use = generalUse(house, request)
    if (!use || use.ageMs < tokenLifetimeMs || !isMeant(use.isHome)) return go(request)
    const { value } = issueToken(house, use.token, use.token.requestedScope)
    return go(
      askedOf(request).query.has('access_token')
        ? withQuery(request, { access_token: value })
        : withHeader(request, 'Authorization', `Bearer ${value}`),
    )
  })

const lasts = (id: string, ms: number, says: string): Fault => ({
  id,
  breaks: ['A-TOK-21'],
  says,
  rule: { token: { isOver: (age) => age >= ms } },
})

const spent = (id: string, isSpent: Rulebook['token']['isSpent'], says: string): Fault => ({
  id,
  breaks: ['A-TOK-21'],
  says,
  rule: { token: { isSpent } },
})

/** Faults of the lifetime and reach of tokens (A-TOK-20, 21, 26, 37). */
export const lifetimeFaults: readonly Fault[] = [
  {
    id: 'token-reissued',
    breaks: ['A-TOK-20'],
    says: 'A token that is still valid is issued again.',
    rule: { token: { reissued: (live) => live.at(-1) } },
  },
  {
    id: 'token-expires-in-a-day',
    breaks: ['A-TOK-21'],
    says: 'expires_in says 24 hours.',
    rule: { token: { expiresIn: () => 86_400 } },
  },
  {
    id: 'token-expires-in-an-hour',
    breaks: ['A-TOK-21'],
    says: 'expires_in says one hour.',
    rule: { token: { expiresIn: () => 3600 } },
  },
  lasts('token-ends-after-five-seconds', 5000, 'A token is refused five seconds after it was issued.'),
  lasts('token-ends-after-a-minute', 60_000, 'A token is refused one minute after it was issued.'),
  lasts('token-ends-after-ten-minutes', 600_000, 'A token is refused ten minutes after it was issued.'),
  spent(
    'token-ends-when-idle',
    ({ idleMs }) => idleMs > 1_200_000,
    'A token is refused after 20 minutes without a call.',
  ),
  spent('token-spent-by-three-calls', ({ uses }) => uses >= 3, 'A token is good for three calls.'),
  spent('token-spent-by-thirty-calls', ({ uses }) => uses >= 30, 'A token is good for thirty calls.'),
  spent(
    'token-ends-with-password',
    ({ isPasswordNewer }) => isPasswordNewer,
    'A token is refused once the password of its user was changed.',
  ),
  lasts('token-ends-after-an-hour', hours, 'A token is refused one hour after it was issued.'),
  lasts('token-ends-early', 11 * hours, 'A token is refused 11 hours after it was issued.'),
  lasts('token-ends-late', 13 * hours, 'A token is accepted for 13 hours.'),
  lasts('token-never-ends', Number.POSITIVE_INFINITY, 'A token never expires.'),
  generalNeverEnds(
    'general-token-never-ends-elsewhere',
    "A token of general scope is not looked at for its end outside the account's cluster.",
    (isHome) => !isHome,
  ),
  generalNeverEnds('general-token-never-ends', 'A token of general scope never expires.', () => true),
  passing(
    'general-token-ends-early-elsewhere',
    ['A-TOK-21', 'A-TOK-26'],
    "A token of general scope is refused outside the account's cluster 11 hours after it was issued.",
    async (request, go, { house }) => {
      const use = generalUse(house, request)
      return use && !use.isHome && use.ageMs >= 11 * hours ? invalidToken() : go(request)
    },
  ),
  {
    id: 'token-general-refused-elsewhere',
    breaks: ['A-TOK-26'],
    says: "A token of general scope is refused outside the account's cluster.",
    rule: { token: { isValidIn: (_scope, home, here) => home === here } },
  },
  {
    id: 'token-local-accepted-elsewhere',
    breaks: ['A-TOK-26'],
    says: 'A token of local scope is accepted in every cluster.',
    rule: { token: { isValidIn: () => true } },
  },
  {
    id: 'token-revoked-by-next',
    breaks: ['A-TOK-37'],
    says: 'A new token invalidates the earlier ones of the same client and login.',
    rule: { token: { isRevoked: (later) => later > 0 } },
  },
  {
    id: 'token-ten-live',
    breaks: ['A-TOK-37'],
    says: 'Only the ten newest tokens of a client and login are valid.',
    rule: { token: { isRevoked: (later) => later > 9 } },
  },
  {
    id: 'token-two-live',
    breaks: ['A-TOK-37'],
    says: 'Only the two newest tokens of a client and login are valid.',
    rule: { token: { isRevoked: (later) => later > 1 } },
  },
]
