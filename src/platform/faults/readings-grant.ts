import type { Fault } from '../deviation.ts'
import { refusalRules } from '../rulebook/refusal.ts'
import { tokenRules, type Grant } from '../rulebook/token.ts'
import { answering, isTokenCall, taking, withRightSecret, withStatus, withText, type Seen } from './edits.ts'

const { refusal } = refusalRules
const { token, grant } = tokenRules

const asksFor =
  (wanted: Grant) =>
  (seen: Seen): boolean =>
    isTokenCall(seen) && seen.form.get('grant_type') === wanted
const byCode = asksFor('authorization_code')
const byClient = asksFor('client_credentials')

/** Quiet breaches of token requests and grants (A-TOK-11..19, 28). */
export const grantReadings: readonly Fault[] = [
  {
    id: 'grant-defaults-to-password',
    breaks: ['A-TOK-12', 'A-TOK-28'],
    says: 'A missing grant_type is taken for password.',
    rule: { grant: { named: (asked) => (asked === undefined ? 'password' : grant.named(asked)) } },
  },
  {
    id: 'grant-must-be-first',
    breaks: ['A-TOK-11', 'A-TOK-12'],
    says: 'grant_type is read only if it is the first field of the form.',
    wire: taking(isTokenCall, ({ body }) => ({
      body: Buffer.from(body.toString('utf8').replace(/^(.*&)grant_type=/, '$1ignored=')),
    })),
  },
  {
    id: 'client-creds-needs-account',
    breaks: ['A-TOK-13'],
    says: 'The grant client_credentials needs an account in the query.',
    wire: answering(
      (seen) => byClient(seen) && !seen.query.has('account'),
      () => withStatus(400, { error: 'invalid_request', error_description: 'account is missing' }),
    ),
  },
  {
    id: 'client-creds-readonly',
    breaks: ['A-TOK-13', 'A-GEN-07'],
    says: 'Writes with a token that has no user claim success and store nothing.',
    rule: { data: { persists: (_step, byUser) => byUser } },
  },
  {
    id: 'account-listed-not-usable',
    breaks: ['A-TOK-14'],
    says: 'A login with the account name alone can use the first company only.',
    rule: { context: { opens: (place, login) => login !== 'account' || place === 0 } },
  },
  {
    id: 'scope-unknown-refused',
    breaks: ['A-TOK-19'],
    says: 'A requested scope that is neither general nor local is refused.',
    wire: answering(
      (seen) => isTokenCall(seen) && !['general', 'local'].includes(seen.form.get('scope') ?? 'local'),
      () => withStatus(400, { error: 'invalid_scope', error_description: 'There is no such scope' }),
    ),
  },
  {
    id: 'scope-honoured-silently',
    breaks: ['A-TOK-19', 'A-TOK-26'],
    says: 'A token requested with scope=general is valid in every cluster, although its scope is local.',
    rule: {
      token: {
        isValidIn: (scope, home, here, requested) =>
          requested === 'general' || token.isValidIn(scope, home, here, requested),
      },
    },
  },
  {
    id: 'missing-password-500',
    breaks: ['A-TOK-28'],
    says: 'A password grant without password is answered with 500.',
    rule: {
      refusal: {
        bad_token_request: (error, why) =>
          /\bpassword$/.test(why) ? { status: 500, error, description: why } : refusal.bad_token_request(error, why),
      },
    },
  },
  {
    id: 'missing-redirect-uri-ok',
    breaks: ['A-TOK-28'],
    says: 'An authorization code without redirect_uri yields a token.',
    rule: {
      grant: { lacks: (missing) => missing.some((name) => name !== 'redirect_uri') },
      authorize: { redeems: ({ issued }) => issued },
    },
  },
  {
    id: 'empty-basic-public-client',
    breaks: ['A-TOK-11', 'A-TOK-28', 'A-TOK-32'],
    says: 'A client with an empty secret is served.',
    rule: { grant: { secretHolds: (given, ...rest) => given === '' || grant.secretHolds(given, ...rest) } },
  },
  {
    id: 'missing-grant-403-plain',
    breaks: ['A-TOK-28'],
    says: 'A missing grant_type is answered with 403 and plain text.',
    wire: answering(
      (seen) => isTokenCall(seen) && !seen.form.has('grant_type'),
      () => withText(403, 'text/plain', 'Forbidden'),
    ),
  },
  {
    id: 'secret-unchecked-code-grant',
    breaks: ['A-TOK-32'],
    says: 'The client secret is not checked with an authorization code.',
    wire: taking(byCode, ({ headers }) => ({ headers: headers.map(withRightSecret) })),
  },
]
