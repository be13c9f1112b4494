import type { Api } from '../../src/clients/api.ts'
import { check, rely, type Context } from '../../src/kit/index.ts'
import type { Need } from '../../src/target/needs.ts'
import { otherClients } from './other-clients.ts'
import { atPasswordDesk, mustNotBeChanged, ready } from './password-desk.ts'
import { error, grant, lifetime, password } from './requirements.ts'
import { companies, control, freshToken, granted, noToken, served } from './steps.ts'

interface Event {
  readonly needs: readonly Need[]
  readonly brokenBy: readonly [string, ...string[]]
  /** Whose token is held meanwhile. */
  readonly of: string
  happens(context: Context, api: Api): Promise<void>
}

/** What others, or the same caller, may ask of the token service while a token is held: the documents name nothing but its age that ends it. */
const events: Readonly<Record<string, Event>> = {
  'a-login-by-another-client': {
    needs: ['second-client'],
    brokenBy: ['token-of-other-client-ends-own'],
    of: 'admin',
    async happens(context, api) {
      // One that is not allowed for the account asks in vain, and ends nothing either.
      for (const client of otherClients(context, 'admin')) await api.token.obtain({}, { client })
    },
  },
  'a-login-of-the-account': {
    needs: ['account-grant'],
    brokenBy: ['token-of-account-ends-those-of-users'],
    of: 'admin',
    happens: ({ as }) => rely(grant['account-login'], async () => void granted(await as('account').token.obtain())),
  },
  'a-wrong-secret': {
    needs: [],
    brokenBy: ['wrong-secret-ends-tokens'],
    of: 'admin',
    happens: ({ fresh, target }, api) =>
      rely(error['invalid-client'], async () => {
        const { id } = target.identities['admin']!.client
        noToken(await api.token.obtain({}, { client: { id, secret: `${fresh.tag}-wrong` } }))
      }),
  },
  'an-unknown-grant': {
    needs: [],
    brokenBy: ['unknown-grant-ends-tokens'],
    of: 'admin',
    happens: ({ fresh }, api) =>
      rely(grant['grant-type-required'], async () =>
        noToken(await api.token.obtain({ grant_type: `${fresh.tag}-grant` })),
      ),
  },
}

for (const [event, { needs, brokenBy, of, happens }] of Object.entries(events)) {
  check(lifetime['earlier-token-stays-valid'], `after-${event}`, { needs, brokenBy }, async (context) => {
    const api = context.as(of)
    const token = { value: await freshToken(api) }
    await control(companies(api, { token }))
    await happens(context, api)
    served(await companies(api, { token }))
  })
}

// Only the identity reserved for password trials sends wrong passwords.
check(
  lifetime['earlier-token-stays-valid'],
  'after-a-wrong-password',
  { needs: ['password-trials'], brokenBy: ['failed-login-ends-tokens'] },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      const token = { value: granted(await turn.logIn(turn.current)).access_token }
      await control(companies(turn.api, { token }))
      await rely(error['invalid-grant'], async () => noToken(await turn.logIn(`${context.fresh.tag}-Wrong1!`)))
      served(await companies(turn.api, { token }))
      await ready(turn)
    }),
)

check(
  lifetime['earlier-token-stays-valid'],
  'after-a-refused-password-change',
  { needs: ['password-change'], brokenBy: ['refused-change-ends-tokens'] },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      const token = { value: granted(await turn.logIn(turn.current)).access_token }
      await control(companies(turn.api, { token }))
      await rely(password['password-not-valid'], async () => mustNotBeChanged(await turn.change('')))
      served(await companies(turn.api, { token }))
    }),
)
