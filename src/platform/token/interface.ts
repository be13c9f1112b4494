import { json } from '../http/answers.ts'
import type { Interface } from '../interface.ts'
import { approveOnPage, authorize, logInOnPage, loginPage } from './authorize.ts'
import { passwordChange } from './change-password.ts'
import { obtainToken } from './endpoint.ts'
import { consumeSignOn, logInAtProvider, showProvider } from './sign-on.ts'

/** The token service and the pages of its grants. */
export const tokenInterface: Interface = {
  name: 'token',
  at: 'origin',
  routes: [
    { method: 'POST', path: '/api/oauth2/v1/token', handle: obtainToken },
    {
      method: 'POST',
      path: '/api/oauth2/v2/token',
      handle: (call, house) =>
        house.rules.token.servesSecond()
          ? obtainToken(call, house)
          : json(404, { error: 'not_found', error_description: 'there is nothing at this path' }),
    },
    { method: 'GET', path: '/api/oauth2/v1/authorize', handle: authorize },
    { method: 'GET', path: '/api/oauth2/v1/login', handle: loginPage },
    { method: 'POST', path: '/api/oauth2/v1/login', handle: logInOnPage },
    { method: 'POST', path: '/api/oauth2/v1/approval', handle: approveOnPage },
    { method: 'POST', path: '/api/oauth2/v1/change_password', handle: passwordChange },
    { method: 'GET', path: '/saml/sso', handle: showProvider },
    { method: 'POST', path: '/saml/sso', handle: logInAtProvider },
    { method: 'GET', path: '/api/oauth2/v1/saml', handle: consumeSignOn },
  ],
}
