import { requirements } from '../../../src/kit/requirements.ts'

export const error = requirements('token', {
  'oauth-error-body': {
    level: 'must',
    says: 'An error of the token service has a JSON body with error and error_description, both strings.',
    sources: ['A-TOK-30'],
    contract: [
      'token-200-with-error',
      'token-error-without-description',
      'token-error-object',
      'token-error-description-array',
    ],
  },
  'expired-credentials': {
    level: 'must',
    says: "A password that has expired or must be changed is answered with 400 expired_credentials, 'User credentials have expired'.",
    sources: ['A-TOK-31'],
    needs: ['expired-user'],
    contract: ['token-expired-credentials-status', 'token-expired-credentials-text'],
  },
  'invalid-client': {
    level: 'must',
    says: "A wrong client id or secret is answered with 401 invalid_client, 'Client authentication failed'.",
    sources: ['A-TOK-32'],
    contract: ['token-invalid-client-status', 'token-invalid-client-text'],
  },
  'invalid-grant': {
    level: 'must',
    says: "A wrong user name or password is answered with 400 invalid_grant, 'Bad credentials'.",
    sources: ['A-TOK-33'],
    contract: ['token-invalid-grant-status', 'token-invalid-grant-text'],
  },
  'saml-redirect': {
    level: 'must',
    says: "An account or user bound to SAML is answered with 403 saml_redirect, 'SAML redirect is required!' and a saml_redirect_url.",
    sources: ['A-TOK-34'],
    needs: ['sso-user'],
    contract: [
      'token-saml-redirect-status',
      'token-saml-redirect-text',
      'token-saml-address-missing',
      'token-saml-address-object',
    ],
  },
  'unauthorized-client': {
    level: 'must',
    says: "A client not allowed for the account or user is answered with 401 unauthorized_client, 'Client is not authorized to use this grant type'.",
    sources: ['A-TOK-35'],
    needs: ['disallowed-client'],
    contract: ['token-unauthorized-client-status', 'token-unauthorized-client-text'],
  },
  'single-sign-on': {
    level: 'must',
    says: 'Single sign-on users authenticate through the SAML 2.0 browser profile with HTTP-Redirect binding, and end with a token response.',
    sources: ['A-TOK-36'],
    untested:
      'the profile runs between a browser and an identity provider, whose session no target file can supply; the documents show no address for it',
  },
})
