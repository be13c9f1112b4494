import type { Answer } from '../../src/clients/answer.ts'
import { must, objectOf, type Context } from '../../src/kit/index.ts'
import type { Need } from '../../src/target/needs.ts'
import type { Identity } from '../../src/target/target.ts'
import type { error } from './requirements.ts'
import { partsOf } from './steps.ts'

/**
 * Refused by its row. A client may be allowed for some users only, and so for none who does not exist: the row of the client describes that, too
 * (A-TOK-35), and which goes first is not said.
 */
export function mustBeTold(answer: Answer, { of, status, word, text }: Omit<Refused, 'ask' | 'needs' | 'fault'>): void {
  if (of === 'invalid-grant' && objectOf(answer)['error'] === 'unauthorized_client')
    must.refused(answer, 401, 'unauthorized_client', /^client is not authorized to use this grant type$/i)
  else must.refused(answer, status, word, text)
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly client?: Identity['client']
}

interface Refused {
  readonly of: Exclude<keyof typeof error, 'oauth-error-body' | 'single-sign-on'>
  readonly needs: readonly Need[]
  readonly status: number
  readonly word: string
  readonly text: RegExp
  /** A fault of this row, whenever it is asked for. */
  readonly fault: string
  /** The login that is refused for what it is, whichever client it comes by: what it is called, and whose it is. */
  readonly login?: { readonly called: string; readonly identity: string }
  ask(context: Context, sent?: Sent): Promise<Answer>
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
    login: { called: 'expired-password', identity: 'expired' },
    ask: ({ as }, sent) => as('expired').token.obtain({}, sent),
  },
  {
    of: 'invalid-client',
    needs: [],
    status: 401,
    word: 'invalid_client',
    text: /^client authentication failed$/i,
    fault: 'token-invalid-client-status',
    ask: ({ api, target, fresh }, sent) =>
      api.token.obtain(
        {},
        { ...sent, client: { id: target.identities['admin']!.client.id, secret: `${fresh.tag}-wrong` } },
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
    login: { called: 'unknown-user', identity: 'user' },
    ask: ({ as, target, fresh }, sent) =>
      as('user').token.request(
        {
          grant_type: 'password',
          username: `${partsOf(target.identities['user']?.username ?? target.account).account}/${fresh.tag}`,
          password: 'Nobody-1234',
        },
        sent,
      ),
  },
  {
    of: 'saml-redirect',
    needs: [],
    status: 403,
    word: 'saml_redirect',
    text: /^saml redirect is required!$/i,
    fault: 'token-saml-redirect-status',
    login: { called: 'single-sign-on-user', identity: 'sso' },
    ask: ({ as }, sent) => as('sso').token.obtain({}, sent),
  },
  {
    of: 'unauthorized-client',
    needs: [],
    status: 401,
    word: 'unauthorized_client',
    text: /^client is not authorized to use this grant type$/i,
    fault: 'token-unauthorized-client-status',
    ask: ({ as }, sent) => as('disallowed').token.obtain({}, sent),
  },
]
