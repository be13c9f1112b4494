import type { Answer } from '../../src/clients/answer.ts'
import { check, must, type Context } from '../../src/kit/index.ts'
import type { Need } from '../../src/target/needs.ts'
import { error } from './requirements.ts'
import { partsOf, servedOtherwise } from './steps.ts'

const options = { headers: { 'Accept-Language': 'de-DE,de;q=0.9' } }

interface Refused {
  readonly of: Exclude<keyof typeof error, 'oauth-error-body' | 'single-sign-on'>
  readonly needs: readonly Need[]
  readonly status: number
  readonly word: string
  readonly text: RegExp
  ask(context: Context): Promise<Answer>
}

/** The refusals of the error table, asked for by a caller of another language: their texts are fixed. */
const refusals: readonly Refused[] = [
  {
    of: 'expired-credentials',
    needs: [],
    status: 400,
    word: 'expired_credentials',
    text: /^user credentials have expired$/i,
    ask: ({ as }) => as('expired').token.obtain({}, options),
  },
  {
    of: 'invalid-client',
    needs: [],
    status: 401,
    word: 'invalid_client',
    text: /^client authentication failed$/i,
    ask: ({ api, target, fresh }) =>
      api.token.obtain(
        {},
        { ...options, client: { id: target.identities['admin']!.client.id, secret: `${fresh.tag}-wrong` } },
      ),
  },
  {
    of: 'invalid-grant',
    needs: ['user-grant'],
    status: 400,
    word: 'invalid_grant',
    text: /^bad credentials$/i,
    // A user who does not exist: nobody is locked out.
    ask: ({ as, target, fresh }) =>
      as('user').token.request(
        {
          grant_type: 'password',
          username: `${partsOf(target.identities['user']?.username ?? target.account).account}/${fresh.tag}`,
          password: 'Nobody-1234',
        },
        options,
      ),
  },
  {
    of: 'saml-redirect',
    needs: [],
    status: 403,
    word: 'saml_redirect',
    text: /^saml redirect is required!$/i,
    ask: ({ as }) => as('sso').token.obtain({}, options),
  },
  {
    of: 'unauthorized-client',
    needs: [],
    status: 401,
    word: 'unauthorized_client',
    text: /^client is not authorized to use this grant type$/i,
    ask: ({ as }) => as('disallowed').token.obtain({}, options),
  },
]

for (const { of, needs, status, word, text, ask } of refusals) {
  check(
    error[of],
    'in-another-language',
    { needs, sampled: true, brokenBy: ['oauth-errors-in-language-of-caller'] },
    async (context) => {
      await servedOtherwise(context.api)
      must.refused(await ask(context), status, word, text)
    },
  )
}
