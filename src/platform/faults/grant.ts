import type { Fault } from '../deviation.ts'
import { tokenRules } from '../rulebook/token.ts'

const { grant } = tokenRules

const unsupported = (id: string, name: string, statement: string, says: string): Fault => ({
  id,
  breaks: ['A-TOK-12', statement],
  says,
  rule: { grant: { named: (asked) => (asked === name ? undefined : grant.named(asked)) } },
})

const excused = (id: string, field: string): Fault => ({
  id,
  breaks: ['A-TOK-28'],
  says: `A token request without ${field} yields a token.`,
  rule: {
    grant: {
      lacks: (missing) => missing.some((name) => name !== field),
      passwordHolds: (given, current) => given === current || given === '',
    },
  },
})

/** Faults of the token request and its grants (A-TOK-11..15, 19, 22, 28). */
export const grantFaults: readonly Fault[] = [
  {
    id: 'token-basic-refused',
    breaks: ['A-TOK-11'],
    says: 'Client credentials are read from the form only, not from the Basic header.',
    rule: { grant: { readsBasic: () => false } },
  },
  {
    id: 'token-form-plus-kept',
    breaks: ['A-TOK-11'],
    says: 'A plus sign in a form is not decoded as a space.',
    rule: { grant: { decode: (raw) => decodeURIComponent(raw) } },
  },
  {
    id: 'token-form-not-decoded',
    breaks: ['A-TOK-11'],
    says: 'Percent-encoded characters in a form are not decoded.',
    rule: { grant: { decode: (raw) => raw } },
  },
  {
    id: 'token-form-type-refused',
    breaks: ['A-TOK-11'],
    says: 'A token request is accepted only as JSON.',
    rule: { grant: { takesForm: (type) => type === 'application/json' } },
  },
  unsupported(
    'token-client-grant-unsupported',
    'client_credentials',
    'A-TOK-13',
    'The grant type client_credentials is not supported.',
  ),
  unsupported('token-password-grant-unsupported', 'password', 'A-TOK-15', 'The grant type password is not supported.'),
  unsupported(
    'token-code-grant-unsupported',
    'authorization_code',
    'A-TOK-39',
    'The grant type authorization_code is not supported.',
  ),
  {
    id: 'token-account-login-first-company',
    breaks: ['A-TOK-14'],
    says: 'A login with the account name alone sees only the first company of the account.',
    rule: {
      token: {
        companies: (all, assigned, login) =>
          login === 'account' ? all.slice(0, 1) : tokenRules.token.companies(all, assigned, login),
      },
    },
  },
  {
    id: 'token-account-login-refused',
    breaks: ['A-TOK-14'],
    says: 'A login with the account name alone is refused.',
    rule: { token: { mayHold: (_privileges, login) => login !== 'account' } },
  },
  {
    id: 'token-user-sees-all-companies',
    breaks: ['A-TOK-15'],
    says: 'A company user sees every company of the account.',
    rule: { token: { companies: (all) => all } },
  },
  {
    id: 'token-user-sees-no-company',
    breaks: ['A-TOK-15'],
    says: 'A company user sees no company.',
    rule: { token: { companies: (all, _assigned, login) => (login === 'user' ? [] : all) } },
  },
  {
    id: 'token-requested-scope-honoured',
    breaks: ['A-TOK-19'],
    says: 'A requested scope is granted.',
    rule: {
      token: {
        scope: (type, requested) =>
          requested === 'general' || requested === 'local' ? requested : tokenRules.token.scope(type, undefined),
      },
    },
  },
  {
    id: 'token-scope-always-general',
    breaks: ['A-TOK-19'],
    says: 'Every client gets general scope.',
    rule: { token: { scope: () => 'general' } },
  },
  {
    id: 'token-scope-always-local',
    breaks: ['A-TOK-19', 'A-TOK-26'],
    says: 'Every client gets local scope.',
    rule: { token: { scope: () => 'local' } },
  },
  {
    id: 'token-refresh-grant-supported',
    breaks: ['A-TOK-22'],
    says: 'grant_type=refresh_token yields a token.',
    rule: { grant: { named: (asked) => (asked === 'refresh_token' ? 'client_credentials' : grant.named(asked)) } },
  },
  {
    id: 'token-unknown-grant-accepted',
    breaks: ['A-TOK-28'],
    says: 'An unknown grant_type is treated as client_credentials.',
    rule: {
      grant: {
        named: (asked) =>
          asked === undefined || asked === 'refresh_token' ? undefined : (grant.named(asked) ?? 'client_credentials'),
      },
    },
  },
  {
    id: 'token-missing-grant-accepted',
    breaks: ['A-TOK-12', 'A-TOK-28'],
    says: 'A missing grant_type is treated as client_credentials.',
    rule: { grant: { named: (asked) => (asked === undefined ? 'client_credentials' : grant.named(asked)) } },
  },
  excused('token-missing-password-accepted', 'password'),
  {
    id: 'token-client-credentials-optional',
    breaks: ['A-TOK-11', 'A-TOK-28'],
    says: 'A token request without client credentials yields a token.',
    rule: { grant: { needsClient: () => false } },
  },
  {
    id: 'token-bad-request-status-500',
    breaks: ['A-TOK-28'],
    says: 'A token request that lacks grant_type or a required field is answered with 500.',
    rule: { refusal: { bad_token_request: (error, why) => ({ status: 500, error, description: why }) } },
  },
  {
    id: 'token-bad-request-status-200',
    breaks: ['A-TOK-28'],
    says: 'A token request that lacks grant_type or a required field is refused with status 200.',
    rule: { refusal: { bad_token_request: (error, why) => ({ status: 200, error, description: why }) } },
  },
]
