import type { Fault } from '../deviation.ts'
import { refusalRules, type Refusal } from '../rulebook/refusal.ts'

const { refusal } = refusalRules

type Stated = 'expired_credentials' | 'invalid_client' | 'invalid_grant' | 'saml_redirect' | 'unauthorized_client'

const changed = (id: string, error: Stated, statement: string, says: string, change: Partial<Refusal>): Fault => ({
  id,
  breaks: [statement],
  says,
  rule: { refusal: { [error]: () => ({ ...refusal[error](), ...change }) } },
})

/** Each documented error with a different status, error code or description. */
const misstated = (error: Stated, statement: string, status: number, word: string): Fault[] => {
  const name = `token-${error.replaceAll('_', '-')}`
  return [
    changed(`${name}-status`, error, statement, `${error} comes with status ${status}.`, { status }),
    changed(`${name}-word`, error, statement, `The error is ${word} instead of ${error}.`, { error: word }),
    changed(`${name}-text`, error, statement, `The description of ${error} has different text.`, {
      description: 'Something went wrong',
    }),
  ]
}

/** Faults of the errors of the token service (A-TOK-30..35). */
export const tokenErrorFaults: readonly Fault[] = [
  {
    id: 'token-error-without-description',
    breaks: ['A-TOK-30'],
    says: 'OAuth errors lack error_description.',
    rule: { refusal: { body: ({ error }, more) => ({ error, ...more }) } },
  },
  {
    id: 'token-error-object',
    breaks: ['A-TOK-30'],
    says: 'error of an OAuth error is an object.',
    rule: {
      refusal: {
        body: ({ error, description }, more) => ({ error: { code: error }, error_description: description, ...more }),
      },
    },
  },
  {
    id: 'token-error-description-array',
    breaks: ['A-TOK-30'],
    says: 'error_description of an OAuth error is an array.',
    rule: {
      refusal: { body: ({ error, description }, more) => ({ error, error_description: [description], ...more }) },
    },
  },
  ...misstated('expired_credentials', 'A-TOK-31', 401, 'invalid_grant'),
  {
    id: 'token-expired-password-accepted',
    breaks: ['A-TOK-31'],
    says: 'An expired password yields a token.',
    rule: { grant: { refusesExpired: () => false } },
  },
  ...misstated('invalid_client', 'A-TOK-32', 400, 'unauthorized'),
  {
    id: 'token-secret-unchecked',
    breaks: ['A-TOK-32'],
    says: 'Any client secret is accepted.',
    rule: { grant: { secretHolds: () => true } },
  },
  {
    id: 'token-secret-ignores-case',
    breaks: ['A-TOK-32'],
    says: 'The client secret is compared case-insensitively.',
    rule: { grant: { secretHolds: (given, secret) => given.toLowerCase() === secret.toLowerCase() } },
  },
  ...misstated('invalid_grant', 'A-TOK-33', 401, 'access_denied'),
  {
    id: 'token-password-unchecked',
    breaks: ['A-TOK-33'],
    says: 'Any password is accepted.',
    rule: { grant: { passwordHolds: () => true } },
  },
  {
    id: 'token-password-ignores-case',
    breaks: ['A-TOK-33'],
    says: 'The password is compared case-insensitively.',
    rule: { grant: { passwordHolds: (given, current) => given.toLowerCase() === current.toLowerCase() } },
  },
  ...misstated('saml_redirect', 'A-TOK-34', 302, 'redirect'),
  {
    id: 'token-saml-address-missing',
    breaks: ['A-TOK-34'],
    says: 'saml_redirect has no saml_redirect_url.',
    rule: { refusal: { signOnAddress: () => undefined } },
  },
  {
    id: 'token-saml-address-object',
    breaks: ['A-TOK-34'],
    says: 'saml_redirect_url is an object.',
    rule: { refusal: { signOnAddress: (address) => ({ href: address }) } },
  },
  {
    id: 'token-sso-password-accepted',
    breaks: ['A-TOK-34'],
    says: 'A single sign-on user gets a token with a password.',
    rule: { grant: { redirectsSignOn: () => false } },
  },
  ...misstated('unauthorized_client', 'A-TOK-35', 403, 'invalid_client'),
  {
    id: 'token-disallowed-client-accepted',
    breaks: ['A-TOK-35'],
    says: 'A client gets a token for an account it may not access.',
    rule: { grant: { allows: () => true } },
  },
]
