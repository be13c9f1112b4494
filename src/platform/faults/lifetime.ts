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
  lasts('token-ends-after-an-hour', hours, 'A token is refused one hour after it was issued.'),
  lasts('token-ends-early', 11 * hours, 'A token is refused 11 hours after it was issued.'),
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
    says: 'A new token invalidates the earlier ones of the same client and login.',
    rule: { token: { isRevoked: (later) => later > 0 } },
  },
  {
    id: 'token-two-live',
    breaks: ['A-TOK-37'],
    says: 'Only the two newest tokens of a client and login are valid.',
    rule: { token: { isRevoked: (later) => later > 1 } },
  },
]
