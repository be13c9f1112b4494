import type { Fault } from '../deviation.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { tokenLifetimeMs } from '../rulebook/token.ts'

const { bearer } = authorizationRules

const minutes = 60_000

/** Quiet breaches of the life of a token (A-TOK-20, 21, 26, 37). */
export const lifeReadings: readonly Fault[] = [
  {
    id: 'same-token-same-second',
    breaks: ['A-TOK-20'],
    says: 'Two token requests of a login within one second get the same token.',
    rule: { token: { reissued: (live, { sinceMs }) => (sinceMs < 1000 ? live.at(-1) : undefined) } },
  },
  {
    id: 'client-token-cached',
    breaks: ['A-TOK-20'],
    says: 'A client gets the token that it already has.',
    rule: { token: { reissued: (live, { login }) => (login === 'client' ? live.at(-1) : undefined) } },
  },
  {
    id: 'same-token-per-user-node',
    breaks: ['A-TOK-20'],
    says: 'The token requests of a login get the same two tokens in turn.',
    rule: { token: { reissued: (live, { asked }) => (live.length > 1 ? live.at(asked % 2) : undefined) } },
  },
  {
    id: 'sliding-expiry',
    breaks: ['A-TOK-21'],
    says: 'Each use of a token gives it 12 hours more.',
    rule: { token: { isOver: (_age, idle) => idle >= tokenLifetimeMs } },
  },
  {
    id: 'expired-as-400',
    breaks: ['A-TOK-21', 'A-AUT-01'],
    says: 'An expired token is answered with 400 invalid_request.',
    rule: { bearer: { refusal: (state) => (state === 'expired' ? 'invalid_request' : 'invalid_token') } },
  },
  {
    id: 'local-ok-on-companies',
    breaks: ['A-TOK-26'],
    says: 'The company list accepts a token of local scope in every cluster.',
    rule: {
      bearer: {
        accepts: (state, room, operation) =>
          (state === 'foreign' && room === 'company') || bearer.accepts(state, room, operation),
      },
    },
  },
  {
    id: 'later-token-cuts-to-5min',
    breaks: ['A-TOK-37'],
    says: 'A token is valid for five more minutes once a later one is issued.',
    rule: { token: { isRevoked: (later, sinceMs) => later > 0 && sinceMs > 5 * minutes } },
  },
]
