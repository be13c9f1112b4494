import { requirements } from '../../../src/kit/requirements.ts'

export const lifetime = requirements('token', {
  'new-token-each-time': {
    level: 'must',
    says: 'Each token request generates a new token.',
    sources: ['A-TOK-20'],
    traffic: ['same-token-per-user-node', 'token-reissued'],
  },
  'twelve-hours': {
    level: 'must',
    says: 'A token is valid for 12 hours after it was issued, says so in expires_in, and is then refused with invalid_token.',
    sources: ['A-TOK-21'],
    traffic: [
      'token-expires-in-an-hour',
      'token-expires-in-a-day',
      'token-spent-by-three-calls',
      'later-login-inherits-age',
    ],
    contract: [
      'tokens-for-codes-said-to-last-a-day',
      'code-grant-expires-in-milliseconds',
      'client-grant-expires-in-milliseconds',
      'account-login-expires-in-milliseconds',
      'expires-milliseconds-for-general',
      'token-expires-in-milliseconds',
      'token-expires-in-a-day',
    ],
  },
  'earlier-token-stays-valid': {
    level: 'must',
    says: 'A token stays valid for its full 12 hours even when newer tokens are issued.',
    sources: ['A-TOK-37'],
  },
})
