import type { Variant } from '../deviation.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { refusalRules } from '../rulebook/refusal.ts'

const { context } = authorizationRules

const shownOf = (
  id: string,
  leaves: Variant['leaves'],
  says: string,
  show: (body: Readonly<Record<string, unknown>>) => object,
): Variant => ({
  id,
  leaves,
  says,
  rule: { token: { shown: (body) => show(body) } },
})

const clients = (
  id: string,
  leaves: Variant['leaves'],
  says: string,
  more: Readonly<Record<string, unknown>>,
): Variant => ({
  id,
  leaves,
  says,
  rule: { token: { shown: (body, login) => (login === 'client' ? { ...body, ...more } : body) } },
})

/** Lawful other readings of the token service and of token validation. */
export const tokenVariants: readonly Variant[] = [
  {
    id: 'auth-context-optional-for-companies',
    leaves: ['A-AUT-02', 'A-AUT-07'],
    says: 'The company list is served without client id and version.',
    rule: {
      context: {
        needs: (item, scope, operation, room) => room !== 'company' && context.needs(item, scope, operation, room),
      },
    },
  },
  {
    id: 'auth-context-missing-forbidden',
    leaves: ['A-AUT-02', 'A-AUT-07'],
    says: 'A call without its context is answered with 403 in the OAuth structure.',
    rule: { context: { refusal: (refused) => ({ ...refused, status: 403, error: 'access_denied' }) } },
  },
  {
    id: 'auth-context-missing-unauthorized',
    leaves: ['A-AUT-02', 'A-AUT-07'],
    says: 'A call without its context is answered with 401 in the OAuth structure, with an error of its own.',
    rule: { context: { refusal: (refused) => ({ ...refused, status: 401, error: 'unknown_client' }) } },
  },
  {
    id: 'auth-no-permission-401',
    leaves: ['A-AUT-13'],
    says: 'A caller without permission is answered with 401 and a Data API error.',
    rule: { data: { forbidden: () => 401 } },
  },
  {
    id: 'auth-foreign-token-invalid-request',
    leaves: ['A-TOK-26'],
    says: 'A local token on another cluster is answered with 400: its account is not known there.',
    rule: { bearer: { refusal: (state) => (state === 'foreign' ? 'invalid_request' : 'invalid_token') } },
  },
  shownOf('token-cluster-url-with-slash', ['A-TOK-05'], 'cluster_url ends in a slash.', (body) => ({
    ...body,
    cluster_url: `${String(body['cluster_url'])}/`,
  })),
  shownOf(
    'token-cluster-url-alias',
    ['A-TOK-05', 'A-DIR-05', 'A-GEN-08'],
    'cluster_url has another host name for the cluster.',
    (body) => ({
      ...body,
      cluster_url: String(body['cluster_url']).replace('127.0.0.1', 'localhost'),
    }),
  ),
  clients('token-client-without-companies', ['A-TOK-09', 'A-TOK-13'], "A client's own token names no company.", {
    companies: [],
  }),
  clients('token-client-null-user', ['A-TOK-08', 'A-TOK-09'], "The user fields of a client's own token are null.", {
    user: null,
    user_email: null,
    user_id: null,
  }),
  {
    id: 'token-refresh-token-null',
    leaves: ['A-TOK-38'],
    says: 'A token response has refresh_token: null.',
    rule: { token: { more: () => ({ refresh_token: null }) } },
  },
  {
    id: 'token-errors-redirect-null',
    leaves: ['A-TOK-30', 'A-TOK-34'],
    says: 'Every OAuth error has saml_redirect_url, null where there is none.',
    rule: {
      refusal: {
        body: (refused, more) => refusalRules.refusal.body(refused, { saml_redirect_url: null, ...more }),
      },
    },
  },
  {
    id: 'token-saml-address-relative',
    leaves: ['A-TOK-34'],
    says: 'saml_redirect_url is relative to the address of the token service.',
    rule: { refusal: { signOnAddress: (address) => address.replace(/^https?:\/\/[^/]+/, '') } },
  },
  {
    id: 'token-unknown-account-unauthorized',
    leaves: ['A-TOK-33', 'A-TOK-35'],
    says: 'A login of an account that does not exist is answered with unauthorized_client.',
    rule: { grant: { unknown: (hasAccount) => (hasAccount ? 'invalid_grant' : 'unauthorized_client') } },
  },
  {
    id: 'password-without-client-empty',
    leaves: ['A-PWD-01'],
    says: 'A password change without client credentials is answered with 401 and no body.',
    rule: { password: { withoutClient: () => 'empty' } },
  },
  {
    id: 'password-without-client-password-error',
    leaves: ['A-PWD-01'],
    says: 'A password change without client credentials is answered with a password error.',
    rule: { password: { withoutClient: () => 'password' } },
  },
]
