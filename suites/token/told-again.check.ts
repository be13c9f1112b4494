import type { Answer } from '../../src/clients/answer.ts'
import { check, must, objectOf, rely, type Context } from '../../src/kit/index.ts'
import type { Need } from '../../src/target/needs.ts'
import type { Identity } from '../../src/target/target.ts'
import { otherClients } from './other-clients.ts'
import { atPasswordDesk, ready } from './password-desk.ts'
import { error } from './requirements.ts'
import { partsOf, servedOtherwise } from './steps.ts'

interface Refusal {
  readonly requirement: Parameters<typeof check>[0]
  readonly needs: readonly Need[]
  readonly identity: string
  readonly status: number
  readonly error: string
  readonly words: RegExp
  send(context: Context, client?: Identity['client']): Promise<Answer>
}

const withClient = (client: Identity['client'] | undefined) => (client ? { client } : {})

/** Logins that are refused for what they are, however often they come; none of them is a guess at a password. */
const refusals: Readonly<Record<string, Refusal>> = {
  'expired-password': {
    requirement: error['expired-credentials'],
    needs: [],
    identity: 'expired',
    status: 400,
    error: 'expired_credentials',
    words: /^user credentials have expired$/i,
    send: ({ as }, client) => as('expired').token.obtain({}, withClient(client)),
  },
  'single-sign-on-user': {
    requirement: error['saml-redirect'],
    needs: [],
    identity: 'sso',
    status: 403,
    error: 'saml_redirect',
    words: /^saml redirect is required!$/i,
    send: ({ as }, client) => as('sso').token.obtain({}, withClient(client)),
  },
  'unknown-user': {
    requirement: error['invalid-grant'],
    needs: ['user-grant'],
    identity: 'user',
    status: 400,
    error: 'invalid_grant',
    words: /^bad credentials$/i,
    send: ({ as, target, fresh }, client) =>
      as('user').token.request(
        {
          grant_type: 'password',
          username: `${partsOf(target.identities['user']?.username ?? target.account).account}/${fresh.tag}`,
          password: 'Nobody-1234',
        },
        withClient(client),
      ),
  },
}

for (const [situation, { requirement, needs, identity, status, error: word, words, send }] of Object.entries(
  refusals,
)) {
  check(
    requirement,
    `${situation}-by-other-clients`,
    { needs: [...needs, 'second-client'], brokenBy: [`${word.replaceAll('_', '-')}-401-for-general-clients`] },
    async (context) => {
      await servedOtherwise(context.api)
      await rely(requirement, async () => must.refused(await send(context), status, word, words))
      for (const client of otherClients(context, identity)) {
        const answer = await send(context, client)
        // A client that is not allowed for the account may be told that first.
        if (objectOf(answer)['error'] === 'unauthorized_client') continue
        must.refused(answer, status, word, words)
      }
    },
  )
}

// A login that is right stands before and behind each pair: a lockout must not build up.
check(
  error['invalid-grant'],
  'wrong-password-twice',
  { needs: ['password-trials'], brokenBy: ['second-invalid-grant-without-description'] },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      for (const wrong of [`${context.fresh.tag}-Wrong1!`, `${context.fresh.tag}-Wrong2!`])
        must.refused(await turn.logIn(wrong), 400, 'invalid_grant', /^bad credentials$/i)
      await ready(turn)
    }),
)
