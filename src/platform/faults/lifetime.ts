import type { Fault } from '../deviation.ts'

const hours = 3_600_000

const lasts = (id: string, ms: number, says: string): Fault => ({
  id,
  breaks: ['A-TOK-21'],
  says,
  rule: { token: { isOver: (age) => age >= ms } },
})

/** Faults of the lifetime and reach of tokens (A-TOK-20, 21, 26, 37). */
export const lifetimeFaults: readonly Fault[] = [
  {
    id: 'token-reissued',
    breaks: ['A-TOK-20'],
    says: 'A token that is still live is handed out again.',
    rule: { token: { reissued: (live) => live.at(-1) } },
  },
  {
    id: 'token-expires-in-a-day',
    breaks: ['A-TOK-21'],
    says: 'expires_in promises 24 hours.',
    rule: { token: { expiresIn: () => 86_400 } },
  },
  {
    id: 'token-expires-in-an-hour',
    breaks: ['A-TOK-21'],
    says: 'expires_in promises one hour.',
    rule: { token: { expiresIn: () => 3600 } },
  },
  lasts('token-ends-after-an-hour', hours, 'A token is refused from one hour after its issue.'),
  lasts('token-ends-early', 11 * hours, 'A token is refused from 11 hours after its issue.'),
  lasts('token-ends-late', 13 * hours, 'A token is accepted for 13 hours.'),
  lasts('token-never-ends', Number.POSITIVE_INFINITY, 'A token never expires.'),
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
    says: 'A new token ends the earlier ones of the same client and login.',
    rule: { token: { isRevoked: (later) => later > 0 } },
  },
  {
    id: 'token-two-live',
    breaks: ['A-TOK-37'],
    says: 'Of one client and login only the two newest tokens are live.',
    rule: { token: { isRevoked: (later) => later > 1 } },
  },
]
