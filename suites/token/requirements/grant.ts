import { requirements } from '../../../src/kit/requirements.ts'

export const grant = requirements('token', {
  'basic-and-form': {
    level: 'must',
    says: 'The token endpoint accepts a POST with a form body and the client credentials in HTTP Basic authentication.',
    sources: ['A-TOK-11'],
  },
  'basic-and-form-sent': {
    level: 'must',
    says: 'A caller sends token requests as a form, with client id and secret in HTTP Basic authentication.',
    sources: ['A-TOK-11'],
    side: 'client',
  },
  'grant-type-required': {
    level: 'must',
    says: 'A token request names its grant in grant_type; without one, or with one the service does not offer, no token is issued.',
    sources: ['A-TOK-12'],
  },
  'grant-type-sent': {
    level: 'must',
    says: 'A caller sends one of the three grant types with each token request.',
    sources: ['A-TOK-12'],
    side: 'client',
  },
  'client-credentials': {
    level: 'must',
    says: 'The grant client_credentials needs nothing beyond client id and secret.',
    sources: ['A-TOK-13'],
    needs: ['client-grant'],
  },
  'account-login': {
    level: 'must',
    says: 'A password grant with the account name alone gives access to all companies of the account.',
    sources: ['A-TOK-14'],
    needs: ['account-grant'],
  },
  'company-user-login': {
    level: 'must',
    says: "A password grant with account/user logs that user in, with the companies that the user's subscription and permissions allow.",
    sources: ['A-TOK-15'],
  },
  'elsewhere-closed': {
    level: 'must',
    says: 'A user who has other companies only, of the same account or of another, is told nothing of a company and changes nothing there.',
    sources: ['A-TOK-15'],
  },
  'no-refresh': {
    level: 'must',
    says: 'A caller gets a new token with a new token request, never with a refresh grant.',
    sources: ['A-CON-13'],
    side: 'client',
  },
  'password-fields-sent': {
    level: 'must',
    says: 'A caller sends username and password with the password grant.',
    sources: ['A-TOK-16'],
    side: 'client',
  },
  'code-fields-sent': {
    level: 'must',
    says: 'A caller sends code and redirect_uri with the authorization-code grant, and the code is one it received at the redirect.',
    sources: ['A-TOK-17'],
    side: 'client',
  },
  'success-is-200': {
    level: 'must',
    says: 'A granted token request is answered with status 200 and a token response.',
    sources: ['A-TOK-18'],
    contract: ['token-status-201'],
  },
  'no-refresh-grant': {
    level: 'must',
    says: 'Refresh tokens are unsupported: grant_type=refresh_token yields no token.',
    sources: ['A-TOK-22'],
  },
  'no-refresh-token': {
    level: 'implied',
    says: 'A token response carries no refresh_token.',
    sources: ['A-TOK-38'],
    contract: [
      'refresh-token-empty',
      'refresh-token-for-code',
      'refresh-token-for-the-scope-of-offline-access',
      'token-with-refresh-token',
    ],
  },
  'incomplete-request-refused': {
    level: 'implied',
    says: 'A token request without a usable grant_type, a required field or client credentials is refused with 400 or 401 and an OAuth error body.',
    sources: ['A-TOK-28'],
    contract: ['token-error-without-description', 'token-error-object'],
  },
  'privileges-for-a-token': {
    level: 'unshown',
    says: 'Recorded: whether a user without ADMINISTRATOR or SUPERUSER privileges gets a token, and how a refusal looks.',
    sources: ['A-TOK-27'],
    needs: ['unprivileged-user'],
  },
})
