import type { Api } from '../../../src/clients/api.ts'
import type { CallOptions } from '../../../src/clients/call.ts'
import { Blocked, check, must, objectOf, rely, type Context, type Reply } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { madeOnce } from '../../data/made-once.ts'
import { authorize, validation } from '../requirements.ts'
import { granted } from '../steps.ts'
import { interfaceOf } from './interface-of.ts'
import { operations } from './operations.ts'

interface Acting {
  readonly api: Api
  readonly options?: CallOptions
}

/** A token of the authorization-code grant: one for all checks of a target. */
const codeToken = madeOnce((context) =>
  rely(authorize['code-yields-token'], async () => {
    const { client, username = '', password = '' } = context.target.identities['user']!
    const redirect_uri = context.target.fixtures.redirectUri
    const { token } = context.as('user')
    const walk = await token.logInAndApprove(
      { response_type: 'code', client_id: client.id, redirect_uri },
      { username, password },
    )
    if (walk.code === undefined) throw new Blocked('the login pages lead to no code')
    return granted(await token.request({ grant_type: 'authorization_code', code: walk.code, redirect_uri }))
      .access_token
  }),
)

/** Every kind of login but that of the default identity, which all other checks use. */
const logins: Readonly<Record<string, { readonly needs: readonly Need[]; acting(context: Context): Promise<Acting> }>> =
  {
    account: { needs: ['account-grant'], acting: async (context) => ({ api: context.as('account') }) },
    client: { needs: ['client-grant'], acting: async (context) => ({ api: context.as('service') }) },
    'general-scope': { needs: ['general-client'], acting: async (context) => ({ api: context.as('general') }) },
    code: {
      needs: ['authorization-code', 'user-grant'],
      acting: async (context) => ({
        api: context.as('user'),
        options: { token: { value: await codeToken(context) } },
      }),
    },
  }

/** The token counts: the call is served, or refused for another reason (A-AUT-13). */
function mustBeTaken(reply: Reply): void {
  const isInvalid = reply.status === 401 && objectOf(reply)['error'] === 'invalid_token'
  must.hold('an answer other than invalid_token to a token just issued', !isInvalid, reply.text)
}

for (const [name, operation] of Object.entries(operations)) {
  for (const [login, { needs, acting }] of Object.entries(logins)) {
    check(
      validation['token-in-header'],
      `of-${login}-on-${name}`,
      {
        needs: [...operation.needs, ...needs],
        calls: [interfaceOf(name)],
        sampled: true,
        brokenBy: [`token-of-${login}-refused-on-${name}`],
        ...(operation.effects ? { effects: true } : {}),
      },
      async (context) => {
        const { api, options } = await acting(context)
        const ready = await operation.prepare(context, api)
        const reply = await ready.send(options)
        mustBeTaken(reply)
        if (reply.status < 300) await ready.served(reply)
        if (operation.effects) return
        const control = await operation.prepare(context, context.api)
        await rely(validation['token-in-header'], async () => control.served(await control.send()))
      },
    )
  }
}
