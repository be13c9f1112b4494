import type { Context } from '../../src/kit/context.ts'
import { check } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { rely } from '../../src/kit/rely.ts'
import { Blocked } from '../../src/target/blocked.ts'
import { codeAt } from './lead-back.ts'
import { authorize, error, lifetime, scope } from './requirements.ts'
import { fieldOf, granted, noToken } from './steps.ts'

interface Login {
  readonly username: string
  readonly password: string
}

function loginOf({ target }: Context, name: string): Login {
  const { username, password } = target.identities[name]!
  if (!username || !password) throw new Blocked(`identities.${name} has no username and password for the login page`)
  return { username, password }
}

const queryOf = ({ target }: Context, name: string) => ({
  response_type: 'code',
  client_id: target.identities[name]!.client.id,
  redirect_uri: target.fixtures.redirectUri,
})

/** A code that the user of an identity approved for the client of the default one. */
const codeOf = (context: Context, name = 'admin', more: Readonly<Record<string, string>> = {}): Promise<string> =>
  rely(authorize['authorize-leads-back-with-code'], async () => {
    const query = { ...queryOf(context, 'admin'), ...more }
    return codeAt(await context.api.token.logInAndApprove(query, loginOf(context, name)))
  })

const redeemed = ({ api, target }: Context, code: string) =>
  api.token.request({ grant_type: 'authorization_code', code, redirect_uri: target.fixtures.redirectUri })

/** Codes that are none, each close to one that is. */
const nearly = {
  'other-case': {
    of: (code: string) =>
      code === code.toUpperCase() && code !== code.toLowerCase() ? code.toLowerCase() : code.toUpperCase(),
    fault: 'code-case-folded',
  },
  'another-end': { of: (code: string) => `${code.slice(0, -4)}zzzz`, fault: 'code-by-prefix' },
  empty: { of: () => '', fault: 'code-empty-uses-latest' },
  zero: { of: () => '0', fault: 'code-compared-loosely' },
} as const

for (const [situation, { of, fault }] of Object.entries(nearly)) {
  check(
    authorize['unissued-code-refused'],
    `code-with-${situation}`,
    { needs: ['authorization-code'], sampled: true, brokenBy: [fault, 'authorize-invented-code-accepted'] },
    async (context) => {
      const code = await codeOf(context)
      const other = of(code)
      if (other !== code) noToken(await redeemed(context, other))
      // What was tried in between may have spent this one.
      granted(await redeemed(context, await codeOf(context)))
    },
  )
}

for (const [situation, type, faults] of [
  ['longer-word', 'codex', ['response-type-prefix', 'response-type-contains-code']],
  ['none', undefined, ['response-type-absent-ok']],
] as const) {
  check(
    authorize['response-type-is-code'],
    situation,
    { brokenBy: [...faults, 'authorize-any-response-type'] },
    async (context) => {
      await codeOf(context)
      const { code, redirect } = await context.api.token.logInAndApprove(
        { ...queryOf(context, 'admin'), response_type: type },
        loginOf(context, 'admin'),
      )
      must.hold('no code', code === undefined && !redirect?.searchParams.has('code'), redirect?.search ?? 'none')
    },
  )
}

check(
  scope['scope-by-client-type'],
  'general-asked-with-a-code',
  { needs: ['authorization-code', 'local-client'], brokenBy: ['scope-honoured-with-a-code'] },
  async (context) => {
    const { api, target } = context
    const redirect_uri = target.fixtures.redirectUri
    const form = { grant_type: 'authorization_code', code: await codeOf(context), redirect_uri, scope: 'general' }
    must.equal('scope', fieldOf(granted(await api.token.request(form)), 'scope'), 'local')
  },
)

check(
  scope['scope-by-client-type'],
  'asked-where-the-grant-begins',
  { needs: ['authorization-code'], brokenBy: ['scope-of-authorize-honoured'] },
  async (context) => {
    const { scope: usual } = granted(await redeemed(context, await codeOf(context)))
    for (const asked of ['general', 'local']) {
      const code = await codeOf(context, 'admin', { scope: asked })
      must.equal(
        `scope of a token whose grant began with scope=${asked}`,
        granted(await redeemed(context, code)).scope,
        usual,
      )
    }
  },
)

check(
  scope['scope-by-client-type'],
  'unknown-scope-asked-with-a-code',
  {
    needs: ['authorization-code'],
    brokenBy: ['unknown-scope-refused-with-a-code', 'several-scopes-refused-with-authorization-code'],
  },
  async (context) => {
    const { api, target, fresh } = context
    const redirect_uri = target.fixtures.redirectUri
    const { scope: usual } = granted(await redeemed(context, await codeOf(context)))
    for (const asked of [`${fresh.tag}-scope`, 'general local', '']) {
      const form = { grant_type: 'authorization_code', code: await codeOf(context), redirect_uri, scope: asked }
      must.equal('scope', granted(await api.token.request(form)).scope, usual)
    }
  },
)

check(
  lifetime['new-token-each-time'],
  'by-password-and-with-a-code',
  { needs: ['authorization-code', 'user-login'], brokenBy: ['code-gets-token-of-password-grant', 'token-reissued'] },
  async (context) => {
    const tokens = [
      granted(await context.api.token.obtain()),
      granted(await redeemed(context, await codeOf(context))),
      granted(await context.api.token.obtain()),
    ].map(({ access_token: token }) => token)
    must.equal('different tokens of three requests', new Set(tokens).size, 3)
  },
)

check(
  error['invalid-client'],
  'wrong-secret-with-a-code',
  { needs: ['authorization-code'], brokenBy: ['secret-unchecked-code-grant', 'token-secret-unchecked'] },
  async (context) => {
    const { api, target, fresh } = context
    const code = await codeOf(context)
    const client = { id: target.identities['admin']!.client.id, secret: `${fresh.tag}-wrong` }
    const form = { grant_type: 'authorization_code', code, redirect_uri: target.fixtures.redirectUri }
    must.refused(await api.token.request(form, { client }), 401, 'invalid_client', /^client authentication failed$/i)
  },
)

check(
  error['unauthorized-client'],
  'at-the-login-page',
  { needs: ['authorization-code'], brokenBy: ['barred-code-grant-open', 'token-disallowed-client-accepted'] },
  async (context) => {
    await codeOf(context)
    const barred = context.as('disallowed')
    const { code } = await barred.token.logInAndApprove(queryOf(context, 'disallowed'), loginOf(context, 'disallowed'))
    if (code === undefined) return
    const { redirectUri: uri } = context.target.fixtures
    noToken(await barred.token.request({ grant_type: 'authorization_code', code, redirect_uri: uri }))
  },
)

/** Who gets no token for a password gets no code for it either. */
const barredLogins = {
  sso: { of: error['saml-redirect'], needs: ['sso-user'], fault: 'sso-user-let-in-at-login-page' },
  expired: { of: error['expired-credentials'], needs: ['expired-user'], fault: 'expired-user-let-in-at-login-page' },
} as const

for (const [name, { of, needs, fault }] of Object.entries(barredLogins)) {
  check(of, 'at-the-login-page', { needs: ['authorization-code', ...needs], brokenBy: [fault] }, async (context) => {
    granted(await redeemed(context, await codeOf(context)))
    const { code } = await context.api.token.logInAndApprove(queryOf(context, 'admin'), loginOf(context, name))
    if (code !== undefined) noToken(await redeemed(context, code))
  })
}

check(
  authorize['code-yields-token'],
  'acts-as-its-user',
  {
    effects: true,
    needs: ['writes', 'service-call', 'sync-base-10', 'user-login'],
    brokenBy: ['code-token-of-client'],
  },
  async (context) => {
    const { api, fresh } = context
    const { access_token: value, user_id: user } = granted(await redeemed(context, await codeOf(context)))
    const id = fresh.id()
    must.success(
      await api.data.create('ServiceCall', fresh.body('ServiceCall', { id, externalId: fresh.externalId() }), {
        token: { value },
      }),
    )
    const record = (await api.data.get('ServiceCall', id)).record('serviceCall')
    const own = fresh.id()
    must.success(
      await api.data.create('ServiceCall', fresh.body('ServiceCall', { id: own, externalId: fresh.externalId() })),
    )
    const usual = (await api.data.get('ServiceCall', own)).record('serviceCall')
    must.present('the record created', record)
    // What lastChangedBy holds is compared with a record of the same user by password: its form is not stated.
    must.equal(`lastChangedBy of a record by user ${String(user)}`, record?.['lastChangedBy'], usual?.['lastChangedBy'])
  },
)

check(
  authorize['code-yields-token'],
  'five-codes-in-turn',
  { needs: ['authorization-code'], sampled: true, brokenBy: ['code-with-plus-decoded-twice'] },
  async (context) => {
    // A code is whatever characters its maker draws: one of several may hold some that a form or an address writes otherwise.
    for (let turn = 0; turn < 5; turn += 1) granted(await redeemed(context, await codeOf(context)))
  },
)
