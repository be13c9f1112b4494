import type { Api } from '../../src/clients/api.ts'
import { Blocked, check, must, rely, type Context } from '../../src/kit/index.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import type { Need } from '../../src/target/needs.ts'
import type { Identity } from '../../src/target/target.ts'
import { codeAt } from './lead-back.ts'
import { atPasswordDesk, compliant, mustNotBeChanged, ready, restore, type Turn } from './password-desk.ts'
import { wrongOldTold } from './password-error.ts'
import { authorize, error, password } from './requirements.ts'
import { granted, noToken, partsOf, type TokenResponse } from './steps.ts'

type Client = Identity['client']

/** Client credentials with one thing wrong. */
const wrongClients: Readonly<Record<string, (client: Client, context: Context) => Client>> = {
  'secret-cut-short': (client) => ({ ...client, secret: client.secret.slice(0, -1) }),
  'secret-lengthened': (client) => ({ ...client, secret: `${client.secret}x` }),
  'secret-before-a-colon': (client) => ({ ...client, secret: `${client.secret}:x` }),
  'secret-empty': (client) => ({ ...client, secret: '' }),
  'secret-of-another': (client, { target }) => {
    const other = Object.values(target.identities).find(({ client: { secret } }) => secret !== client.secret)
    return { ...client, secret: other?.client.secret ?? '' }
  },
  'id-cut-short': (client) => ({ ...client, id: client.id.slice(0, -1) }),
}

const redirectUri = ({ target }: Context): string => target.fixtures.redirectUri ?? ''

/** Through the pages with a login. */
async function walkedBy({ api, target }: Context, login: { username: string; password: string }, client: Client) {
  const redirect_uri = target.fixtures.redirectUri
  return api.token.logInAndApprove({ response_type: 'code', client_id: client.id, redirect_uri }, login)
}

async function codeOf(context: Context): Promise<string> {
  const { client, username = '', password: secret = '' } = context.target.identities['user']!
  return rely(authorize['authorize-leads-back-with-code'], async () =>
    codeAt(await walkedBy(context, { username, password: secret }, client)),
  )
}

const byCode: readonly Need[] = ['authorization-code', 'user-grant']

/** Each grant, asked for by a client of the target file. */
const grants: Readonly<
  Record<string, { needs: readonly Need[]; as: string; form(context: Context): Promise<Record<string, string>> }>
> = {
  'client-credentials': {
    needs: ['client-grant'],
    as: 'service',
    form: async () => ({ grant_type: 'client_credentials' }),
  },
  password: {
    needs: ['user-grant'],
    as: 'user',
    form: async ({ target }) => {
      const { username = '', password: secret = '' } = target.identities['user']!
      return { grant_type: 'password', username, password: secret }
    },
  },
  'authorization-code': {
    needs: byCode,
    as: 'user',
    form: async (context) => ({
      grant_type: 'authorization_code',
      code: await codeOf(context),
      redirect_uri: redirectUri(context),
    }),
  },
}

const needsOf = (wrong: string): readonly Need[] => (wrong === 'secret-of-another' ? ['second-client'] : [])
const faultOf = (wrong: string, use: string): string =>
  wrong === 'secret-before-a-colon' ? 'client-secret-extra-colon-ignored' : `client-${wrong}-taken-for-${use}`

for (const [use, { needs, as, form }] of Object.entries(grants)) {
  for (const [wrong, make] of Object.entries(wrongClients)) {
    check(
      error['invalid-client'],
      `${wrong}-for-${use}`,
      { needs: [...needs, ...needsOf(wrong)], sampled: true, brokenBy: [faultOf(wrong, use)] },
      async (context) => {
        const { token } = context.as(as)
        const client = make(context.target.identities[as]!.client, context)
        const refused = await token.request(await form(context), { client })
        // Credentials with nothing in one half may count as missing ones: how those are refused is not shown (A-TOK-28).
        if (client.id === '' || client.secret === '') must.oauthError(refused)
        else must.refused(refused, 401, 'invalid_client', /^client authentication failed$/i)
        // A code may be spent by a request that was refused: the counter-check takes a new one.
        await rely(error['invalid-client'], async () => granted(await token.request(await form(context))))
      },
    )
  }
}

/** A change that must be refused; where it is not, the password is given back. */
const refusedChange = (context: Context, look: (turn: Turn) => Promise<void>): Promise<void> =>
  atPasswordDesk(context, async (turn) => {
    await ready(turn)
    try {
      await look(turn)
      granted(await turn.logIn(turn.current))
    } finally {
      await restore(turn, context)
    }
  })

for (const [wrong, make] of Object.entries(wrongClients)) {
  check(
    password['change-call'],
    `${wrong}-at-a-change`,
    { needs: needsOf(wrong), sampled: true, effects: true, brokenBy: [faultOf(wrong, 'change-password')] },
    (context) =>
      refusedChange(context, async (turn) => {
        const client = make(context.target.identities['password']!.client, context)
        mustNotBeChanged(await turn.change(compliant(context), turn.current, { client }))
      }),
  )
}

const wrongPasswords: Readonly<Record<string, (right: string, context: Context) => string>> = {
  'cut-short': (right) => right.slice(0, -1),
  lengthened: (right) => `${right}x`,
  'of-another': (right, { target }) => {
    const other = target.identities['user']?.password
    if (other === undefined || other === right)
      throw new Blocked('identities.user and identities.password have the same password: another one is needed')
    return other
  },
  'of-account': (right, { target }) => {
    const other = target.identities['account']?.password
    if (other === undefined || other === right)
      throw new Blocked('identities.account and identities.password have the same password: another one is needed')
    return other
  },
}

const needsOfPassword: Readonly<Record<string, readonly Need[]>> = {
  'of-another': ['user-grant'],
  'of-account': ['account-grant'],
}

// Only the identity reserved for password trials sends wrong passwords, and it logs in before and after each: a lockout
// must not build up.
for (const [wrong, make] of Object.entries(wrongPasswords)) {
  const more = needsOfPassword[wrong] ?? []

  check(
    error['invalid-grant'],
    `password-${wrong}`,
    { needs: ['password-trials', ...more], sampled: true, brokenBy: [`password-${wrong}-taken-for-password`] },
    (context) =>
      atPasswordDesk(context, async (turn) => {
        await ready(turn)
        must.refused(await turn.logIn(make(turn.current, context)), 400, 'invalid_grant', /^bad credentials$/i)
        await rely(error['invalid-grant'], async () => granted(await turn.logIn(turn.current)))
      }),
  )

  check(
    password['passwords-do-not-match'],
    `old-password-${wrong}`,
    { needs: more, sampled: true, effects: true, brokenBy: [`password-${wrong}-taken-for-change-password`] },
    (context) =>
      refusedChange(context, async (turn) => {
        const answer = await turn.change(compliant(context), make(turn.current, context))
        wrongOldTold(answer)
      }),
  )

  check(
    authorize['authorize-leads-back-with-code'],
    `not-for-a-password-${wrong}`,
    {
      needs: ['password-trials', ...more],
      sampled: true,
      brokenBy: [`password-${wrong}-taken-for-authorization-code`],
    },
    (context) =>
      atPasswordDesk(context, async (turn) => {
        await ready(turn)
        const { client } = context.target.identities['password']!
        const codeWith = async (secret: string) =>
          (await walkedBy(context, { username: turn.username, password: secret }, client)).code
        const code = await codeWith(make(turn.current, context))
        must.hold('no code for a login with a wrong password', code === undefined, 'a code')
        const right = { username: turn.username, password: turn.current }
        await rely(authorize['authorize-leads-back-with-code'], async () =>
          codeAt(await walkedBy(context, right, client)),
        )
      }),
  )
}

// The client may be allowed for the one account only, and be told so first.
check(
  error['invalid-grant'],
  'user-under-another-account',
  { needs: ['password-trials', 'second-cluster'], brokenBy: ['user-found-under-other-account'] },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      const { user } = partsOf(turn.username)
      if (user === undefined) throw new Blocked('identities.password is no <account>/<user>')
      const { account } = context.target.fixtures.otherCluster!
      const answer = await turn.api.token.request({
        grant_type: 'password',
        username: `${account}/${user}`,
        password: turn.current,
      })
      if (objectOf(answer)['error'] !== 'unauthorized_client')
        must.refused(answer, 400, 'invalid_grant', /^bad credentials$/i)
    }),
)

// An empty field may count as a missing one: then the refusal is another.
check(
  error['invalid-grant'],
  'password-empty',
  { needs: ['password-trials'], brokenBy: ['password-empty-taken'] },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      must.oauthError(await turn.logIn(''))
      await rely(error['invalid-grant'], async () => granted(await turn.logIn(turn.current)))
    }),
)

const codes = { 'cut-short': (code: string) => code.slice(0, -2), lengthened: (code: string) => `${code}0a` }

for (const [wrong, make] of Object.entries(codes)) {
  check(
    authorize['unissued-code-refused'],
    `code-${wrong}`,
    { needs: byCode, sampled: true, brokenBy: [`authorize-code-${wrong}-taken`] },
    async (context) => {
      const { token }: Api = context.as('user')
      const redeemed = (code: string) =>
        token.request({ grant_type: 'authorization_code', code, redirect_uri: redirectUri(context) })
      noToken(await redeemed(make(await codeOf(context))))
      await rely(authorize['code-yields-token'], async (): Promise<TokenResponse> =>
        granted(await redeemed(await codeOf(context))),
      )
    },
  )
}
