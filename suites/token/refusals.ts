import type { Answer } from '../../src/clients/answer.ts'
import type { Context } from '../../src/kit/index.ts'
import type { Need } from '../../src/target/needs.ts'
import type { error } from './requirements.ts'
import { partsOf } from './steps.ts'

type Headers = Readonly<Record<string, string>>

interface Refused {
  readonly of: Exclude<keyof typeof error, 'oauth-error-body' | 'single-sign-on'>
  readonly needs: readonly Need[]
  readonly status: number
  readonly word: string
  readonly text: RegExp
  /** A fault of this row, whenever it is asked for. */
  readonly fault: string
  ask(context: Context, headers?: Headers): Promise<Answer>
}

/** The rows of the error table, each with a request that it is the answer to. */
export const refusals: readonly Refused[] = [
  {
    of: 'expired-credentials',
    needs: [],
    status: 400,
    word: 'expired_credentials',
    text: /^user credentials have expired$/i,
    fault: 'token-expired-credentials-status',
    ask: ({ as }, headers = {}) => as('expired').token.obtain({}, { headers }),
  },
  {
    of: 'invalid-client',
    needs: [],
    status: 401,
    word: 'invalid_client',
    text: /^client authentication failed$/i,
    fault: 'token-invalid-client-status',
    ask: ({ api, target, fresh }, headers = {}) =>
      api.token.obtain(
        {},
        { headers, client: { id: target.identities['admin']!.client.id, secret: `${fresh.tag}-wrong` } },
      ),
  },
  {
    of: 'invalid-grant',
    needs: ['user-grant'],
    status: 400,
    word: 'invalid_grant',
    text: /^bad credentials$/i,
    fault: 'token-invalid-grant-status',
    // A user who does not exist: nobody is locked out.
    ask: ({ as, target, fresh }, headers = {}) =>
      as('user').token.request(
        {
          grant_type: 'password',
          username: `${partsOf(target.identities['user']?.username ?? target.account).account}/${fresh.tag}`,
          password: 'Nobody-1234',
        },
        { headers },
      ),
  },
  {
    of: 'saml-redirect',
    needs: [],
    status: 403,
    word: 'saml_redirect',
    text: /^saml redirect is required!$/i,
    fault: 'token-saml-redirect-status',
    ask: ({ as }, headers = {}) => as('sso').token.obtain({}, { headers }),
  },
  {
    of: 'unauthorized-client',
    needs: [],
    status: 401,
    word: 'unauthorized_client',
    text: /^client is not authorized to use this grant type$/i,
    fault: 'token-unauthorized-client-status',
    ask: ({ as }, headers = {}) => as('disallowed').token.obtain({}, { headers }),
  },
]
