import type { Variant } from '../deviation.ts'
import { companyRules } from '../rulebook/company.ts'
import { passwordRules } from '../rulebook/password.ts'
import { refusalRules } from '../rulebook/refusal.ts'

const { password } = passwordRules

const scimCompany = ({ name, description }: Record<string, unknown>, at: number) => ({
  permissionGroupId: at + 1,
  name,
  description,
})

/** Lawful other readings of tokens, passwords, validation, directory and company list. */
export const accessVariants: readonly Variant[] = [
  {
    id: 'token-type-lower-case',
    leaves: ['A-TOK-02'],
    says: 'token_type is bearer in lower case.',
    rule: { token: { type: () => 'bearer' } },
  },
  {
    id: 'token-type-upper-case',
    leaves: ['A-TOK-02'],
    says: 'token_type is BEARER in upper case.',
    rule: { token: { type: () => 'BEARER' } },
  },
  {
    id: 'token-expires-in-second-less',
    leaves: ['A-TOK-21'],
    says: 'expires_in of a new token is 43199.',
    rule: { token: { expiresIn: (seconds) => seconds - 1 } },
  },
  {
    id: 'token-more-fields',
    leaves: ['A-TOK-41'],
    says: 'A token response has additional fields.',
    rule: { token: { more: () => ({ authorities: ['USER'], tenant_id: null, jti: null }) } },
  },
  {
    id: 'token-company-more-fields',
    leaves: ['A-TOK-09'],
    says: 'Companies in a token response have additional fields.',
    rule: {
      token: {
        company: ({ id, name, description }) => ({
          id,
          name,
          description,
          strictEncryptionPolicy: false,
          personId: null,
        }),
      },
    },
  },
  {
    id: 'token-scim-form',
    leaves: ['A-TOK-10', 'A-TOK-41'],
    says: "A client's own token is answered in the form used with SCIM.",
    rule: {
      token: {
        shown: (body, login) =>
          login === 'client'
            ? {
                ...body,
                tenant_id: null,
                companies: (body['companies'] as Array<Record<string, unknown>>).map(scimCompany),
              }
            : body,
      },
    },
  },
  {
    id: 'token-account-login-with-user',
    leaves: ['A-TOK-08'],
    says: 'A login with the account name alone also returns user fields.',
    rule: { token: { showsUser: (login) => login !== 'client' } },
  },
  {
    id: 'token-unprivileged-refused',
    leaves: ['A-TOK-27'],
    says: 'A user without privileges, or with those of a guest, gets no token.',
    rule: {
      token: { mayHold: (privileges, login) => login !== 'user' || privileges.some((name) => name !== 'GUEST') },
    },
  },
  {
    id: 'token-error-more-fields',
    leaves: ['A-TOK-30'],
    says: 'OAuth errors have additional fields.',
    rule: {
      refusal: {
        body: (refused, more) => ({ ...(refusalRules.refusal.body(refused, more) as object), timestamp: 0, trace: [] }),
      },
    },
  },
  {
    id: 'token-bad-request-status-401',
    leaves: ['A-TOK-28'],
    says: 'An incomplete token request is answered with 401 invalid_client.',
    rule: {
      refusal: { bad_token_request: (_error, why) => ({ status: 401, error: 'invalid_client', description: why }) },
    },
  },
  {
    id: 'authorize-code-reusable',
    leaves: ['A-TOK-40'],
    says: 'A code can be redeemed again, with another redirect_uri, at any age.',
    rule: { authorize: { redeems: ({ issued }) => issued } },
  },
  {
    id: 'authorize-invented-code-invalid-request',
    leaves: ['A-TOK-40'],
    says: 'A code that was never issued is answered with invalid_request.',
    rule: {
      refusal: { unknown_code: () => ({ status: 400, error: 'invalid_request', description: 'The code is unknown' }) },
    },
  },
  {
    id: 'authorize-other-type-invalid-request',
    leaves: ['A-TOK-24'],
    says: 'An unsupported response_type is answered with 400 invalid_request.',
    rule: {
      refusal: {
        bad_response_type: () => ({
          status: 400,
          error: 'invalid_request',
          description: 'The response type must be code',
        }),
      },
    },
  },
  {
    id: 'authorize-two-pages',
    leaves: ['A-TOK-23'],
    says: 'Login and approval are two pages.',
    rule: { authorize: { pages: () => 'two' } },
  },
  {
    id: 'authorize-see-other',
    leaves: ['A-TOK-23'],
    says: 'authorize redirects with 303.',
    rule: { authorize: { redirectStatus: () => 303 } },
  },
  {
    id: 'password-message-filled',
    leaves: ['A-PWD-14', 'A-PWD-03'],
    says: 'Messages of password errors begin with the code and hold the number; values is empty.',
    rule: {
      password: {
        message: (code, needed) => `${code}: ${String(password.message(code, needed)).replace('{0}', String(needed))}`,
        values: () => [],
      },
    },
  },
  {
    id: 'password-values-text',
    leaves: ['A-PWD-03', 'A-PWD-14'],
    says: 'values of a password error holds strings.',
    rule: { password: { values: (needed) => (needed === undefined ? [] : [String(needed)]) } },
  },
  {
    id: 'password-error-children',
    leaves: ['A-PWD-03'],
    says: 'Password errors have children.',
    rule: { password: { error: (body) => ({ ...body, children: [{ ...body, children: [] }] }) } },
  },
  {
    id: 'password-error-status-200',
    leaves: ['A-PWD-15'],
    says: 'Password errors come with status 200.',
    rule: { password: { errorStatus: () => 200 } },
  },
  {
    id: 'password-error-status-403',
    leaves: ['A-PWD-15'],
    says: 'Password errors come with status 403.',
    rule: { password: { errorStatus: () => 403 } },
  },
  {
    id: 'password-changed-status-201',
    leaves: ['A-PWD-15'],
    says: 'A password change is answered with 201.',
    rule: { password: { changedStatus: () => 201 } },
  },
  {
    id: 'password-last-rule-first',
    leaves: ['A-PWD-15'],
    says: 'If several rules are violated, a different one is reported.',
    rule: { password: { order: () => password.order().toReversed() } },
  },
  {
    id: 'password-wrong-old-bad-credentials',
    leaves: ['A-PWD-15'],
    says: 'A wrong old password is answered with invalid_grant.',
    rule: { password: { wrongOld: () => 'invalid_grant' } },
  },
  {
    id: 'auth-no-token-bad-request',
    leaves: ['A-AUT-05'],
    says: 'A call without a token is answered with 400 invalid_request.',
    rule: { bearer: { refusal: (state) => (state === 'none' ? 'invalid_request' : 'invalid_token') } },
  },
  {
    id: 'auth-header-token-wins',
    leaves: ['A-AUT-13'],
    says: 'If two different tokens are sent, the one in the header is used.',
    rule: { bearer: { chosen: (header) => header } },
  },
  {
    id: 'auth-query-context-wins',
    leaves: ['A-AUT-13'],
    says: 'If two different client ids or versions are sent, the one in the query is used.',
    rule: {
      context: { clientId: (header, query) => query ?? header, clientVersion: (header, query) => query ?? header },
    },
  },
  {
    id: 'auth-query-plus-literal',
    leaves: ['A-AUT-10'],
    says: 'A plus sign in a query is a literal plus sign.',
    rule: { context: { decode: (raw) => decodeURIComponent(raw) } },
  },
  {
    id: 'directory-unknown-status-400',
    leaves: ['A-DIR-04'],
    says: 'An unknown account is answered with 400.',
    rule: { directory: { unknownStatus: () => 400 } },
  },
  {
    id: 'directory-long-path-only',
    leaves: ['A-DIR-07'],
    says: 'The directory is not available at the shorter path.',
    rule: { directory: { servesShortPath: () => false } },
  },
  {
    id: 'directory-unlisted-cluster',
    leaves: ['A-GEN-02'],
    says: 'The directory returns a cluster code that the documents do not list.',
    rule: {
      directory: {
        shown: ({ accountName, cluster, address }) => ({
          accountName,
          clusterName: `${cluster}2`,
          URL: address(cluster),
        }),
      },
    },
  },
  {
    id: 'company-text-ends-with-newline',
    leaves: ['A-COM-07'],
    says: 'The text form ends with a newline.',
    rule: { company: { text: (companies) => companies.map(({ name }) => `${name}\n`).join('') } },
  },
  {
    id: 'company-status-203',
    leaves: ['A-COM-07'],
    says: 'The company list is answered with 203.',
    rule: { company: { status: () => 203 } },
  },
  {
    id: 'company-any-accept-served',
    leaves: ['A-COM-06'],
    says: 'A call without a usable Accept is answered with JSON.',
    rule: { company: { form: (accepted) => companyRules.company.form(accepted) ?? 'application/json' } },
  },
]
