import { check, must, objectOf } from '../../src/kit/index.ts'
import { error } from './requirements.ts'
import { servedOtherwise } from './steps.ts'

check(
  error['saml-redirect'],
  'single-sign-on-user',
  {
    brokenBy: [
      'oauth-description-null',
      'token-saml-redirect-status',
      'token-saml-redirect-word',
      'token-saml-redirect-text',
      'token-saml-address-missing',
      'token-saml-address-object',
      'token-sso-password-accepted',
      'sso-user-let-in-with-right-password',
    ],
  },
  async ({ api, as }) => {
    await servedOtherwise(api)
    const answer = await as('sso').token.obtain()
    must.refused(answer, 403, 'saml_redirect', /^saml redirect is required!$/i)
    const { saml_redirect_url: url } = objectOf(answer)
    must.be('saml_redirect_url', url, 'a text')
    must.some('character of saml_redirect_url', [...String(url)], answer)
  },
)

check(
  error['unauthorized-client'],
  'client-of-another-kind',
  {
    brokenBy: [
      'unauthorized-client-400-for-users',
      'disallowed-client-lets-users-in',
      'token-unauthorized-client-status',
      'token-unauthorized-client-word',
      'token-unauthorized-client-text',
      'token-disallowed-client-accepted',
    ],
  },
  async ({ api, as }) => {
    await servedOtherwise(api)
    must.refused(
      await as('disallowed').token.obtain(),
      401,
      'unauthorized_client',
      /^client is not authorized to use this grant type$/i,
    )
  },
)
