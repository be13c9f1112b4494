import type { Fault } from '../deviation.ts'
import { tokenRules } from '../rulebook/token.ts'
import { accessSeams } from '../seams/access.ts'
import { answering, isTokenCall, withStatus, type Seen } from './edits.ts'

const { grant, authorize } = tokenRules

const byCode = (seen: Seen): boolean => isTokenCall(seen) && seen.form.get('grant_type') === 'authorization_code'

/** Quiet breaches of the authorization-code grant (A-TOK-23..25, 35, 39). */
export const codeReadings: readonly Fault[] = [
  {
    id: 'code-unescaped',
    breaks: ['A-TOK-23'],
    says: 'Codes hold a percent sign and stand unencoded in the address.',
    seam: { tokens: { mint: () => accessSeams.tokens.mint().replace(/^.{4}/, 'a%41') } },
    rule: {
      authorize: {
        location: (uri, { code, ...rest }) => `${authorize.location(uri, { ...rest, code: '' })}${code ?? ''}`,
      },
    },
  },
  {
    id: 'response-type-prefix',
    breaks: ['A-TOK-24'],
    says: 'Any response_type that begins with code starts the grant.',
    rule: { authorize: { starts: (type) => type?.startsWith('code') ?? false } },
  },
  {
    id: 'response-type-absent-ok',
    breaks: ['A-TOK-24'],
    says: 'The grant starts without a response_type.',
    rule: { authorize: { starts: (type) => type === undefined || type === 'code' } },
  },
  {
    id: 'implicit-token',
    breaks: ['A-TOK-24'],
    says: 'response_type=token leads to redirect_uri with a token in its fragment.',
    rule: {
      authorize: {
        starts: (type) => type === 'code' || type === 'token',
        location: (uri, { code, ...rest }, type) =>
          type === 'token'
            ? `${uri}#access_token=${code}`
            : authorize.location(uri, { ...(code === undefined ? {} : { code }), ...rest }),
      },
    },
  },
  {
    id: 'code-case-folded',
    breaks: ['A-TOK-25'],
    says: 'A code is compared case-insensitively.',
    rule: {
      authorize: {
        meant: (given, issued) => issued().find((code) => code.toLowerCase() === given.toLowerCase()) ?? given,
      },
    },
  },
  {
    id: 'code-by-prefix',
    breaks: ['A-TOK-25'],
    says: 'Only the first 16 characters of a code are compared.',
    rule: {
      authorize: {
        meant: (given, issued) => issued().find((code) => code.slice(0, 16) === given.slice(0, 16)) ?? given,
      },
    },
  },
  {
    id: 'code-empty-uses-latest',
    breaks: ['A-TOK-25'],
    says: 'An empty code stands for the latest one.',
    rule: { authorize: { meant: (given, issued) => (given === '' ? (issued().at(-1) ?? '') : given) } },
  },
  {
    id: 'barred-code-grant-open',
    breaks: ['A-TOK-35'],
    says: 'The login page lets a user of any account approve any client.',
    rule: {
      grant: {
        allows: (accounts, account, use) => use === 'authorization_code' || grant.allows(accounts, account, use),
      },
    },
  },
  {
    id: 'code-token-of-client',
    breaks: ['A-TOK-39', 'A-REC-05'],
    says: 'A token for an authorization code acts as the client, not as the user who approved it.',
    rule: { token: { actsAsUser: (by) => by !== 'authorization_code' } },
  },
  {
    id: 'redirect-uri-with-query-fails',
    breaks: ['A-TOK-39'],
    says: 'A code for a redirect_uri with a query is refused.',
    wire: answering(
      (seen) => byCode(seen) && (seen.form.get('redirect_uri') ?? '').includes('?'),
      () => withStatus(400, { error: 'invalid_grant', error_description: 'Bad credentials' }),
    ),
  },
]
