import type { Fault } from '../deviation.ts'
import { refusalRules } from '../rulebook/refusal.ts'
import { accounts } from '../world/accounts.ts'
import { answering, isTokenCall, knownClient, withStatus, type Seen } from './edits.ts'

const { refusal } = refusalRules

type Body = Readonly<Record<string, unknown>>

const isMalformedBasic = (seen: Seen): boolean =>
  isTokenCall(seen) && /^Basic +(?![A-Za-z0-9+/]+=*$)/i.test(seen.header('Authorization') ?? '')

/** Quiet breaches of the errors of the token service (A-TOK-30..34). */
export const errorReadings: readonly Fault[] = [
  {
    id: 'oauth-description-null',
    breaks: ['A-TOK-30'],
    says: 'saml_redirect and unauthorized_client have no description.',
    rule: {
      refusal: {
        saml_redirect: () => ({ ...refusal.saml_redirect(), description: null }),
        unauthorized_client: () => ({ ...refusal.unauthorized_client(), description: null }),
      },
    },
  },
  {
    id: 'oauth-error-object',
    breaks: ['A-TOK-30', 'A-TOK-28'],
    says: 'The error for a Basic header that is no base64 is an object.',
    wire: answering(isMalformedBasic, () =>
      withStatus(400, { error: { code: 'gateway', message: 'The header is malformed' } }),
    ),
  },
  {
    id: 'oauth-empty-401',
    breaks: ['A-TOK-30', 'A-TOK-28'],
    says: 'A Basic header that is no base64 is answered with 401 and no body.',
    wire: answering(isMalformedBasic, () => ({ status: 401, headers: [], body: Buffer.alloc(0) })),
  },
  {
    id: 'expired-description-period',
    breaks: ['A-TOK-31'],
    says: 'The description of expired_credentials ends with a period.',
    rule: {
      refusal: {
        expired_credentials: () => ({
          ...refusal.expired_credentials(),
          description: `${String(refusal.expired_credentials().description)}.`,
        }),
      },
    },
  },
  {
    id: 'unknown-client-invalid-grant',
    breaks: ['A-TOK-32'],
    says: 'An unknown client id is answered with invalid_grant.',
    wire: answering(
      (seen, { body }) =>
        isTokenCall(seen) && body.includes('"invalid_client"') && !knownClient(seen.header('Authorization') ?? ''),
      () => withStatus(400, { error: 'invalid_grant', error_description: 'Bad credentials' }),
    ),
  },
  {
    id: 'unknown-user-404',
    breaks: ['A-TOK-33'],
    says: 'An unknown user is answered with 404.',
    wire: answering(
      (seen, { body }) =>
        isTokenCall(seen) &&
        body.includes('"invalid_grant"') &&
        seen.form.get('grant_type') === 'password' &&
        !accounts.some(({ name, users }) =>
          [name, ...users.map((user) => `${name}/${user.name}`)].includes(seen.form.get('username') ?? ''),
        ),
      () => withStatus(404, { error: 'user_not_found', error_description: 'There is no such user' }),
    ),
  },
  {
    id: 'password-trimmed',
    breaks: ['A-TOK-33'],
    says: 'Blanks around a password are ignored.',
    rule: { grant: { passwordHolds: (given, current) => given.trim() === current.trim() } },
  },
  {
    id: 'password-72-bytes',
    breaks: ['A-TOK-33'],
    says: 'Only the first 72 characters of a password are compared.',
    rule: { grant: { passwordHolds: (given, current) => given.slice(0, 72) === current.slice(0, 72) } },
  },
  {
    id: 'saml-302',
    breaks: ['A-TOK-34'],
    says: 'A caller that accepts HTML is redirected to the identity provider instead of getting saml_redirect.',
    wire: answering(
      (seen, { status }) => isTokenCall(seen) && status === 403 && /text\/html/.test(seen.header('Accept') ?? ''),
      ({ body }) => ({
        status: 302,
        headers: [['Location', String((JSON.parse(body.toString('utf8')) as Body)['saml_redirect_url'])]],
        body: Buffer.alloc(0),
      }),
    ),
  },
]
