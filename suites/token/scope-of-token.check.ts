import { check, Unexercised } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { scope } from './requirements.ts'
import { companies, control, fieldOf, freshToken, granted, mustNotServe } from './steps.ts'

check(
  scope['scope-by-client-type'],
  'general-client',
  {
    needs: ['general-client'],
    brokenBy: ['scope-array-or-both', 'token-scope-always-local', 'client-credentials-in-urlsafe-base64-only'],
  },
  async ({ api, as, target }) => {
    const general = async () =>
      must.equal('scope', fieldOf(granted(await as('general').token.obtain()), 'scope'), 'general')
    await general()
    if ('local-client' in target.lacks) return
    must.equal('scope of a local client after it', fieldOf(granted(await api.token.obtain()), 'scope'), 'local')
    await general()
  },
)

check(
  scope['scope-by-client-type'],
  'general-client-without-user',
  { needs: ['general-client'], brokenBy: ['client-credentials-always-local'] },
  async ({ as }) => {
    const answer = await as('general').token.request({ grant_type: 'client_credentials' })
    // Which grants a client may use is not shown.
    if (answer.status >= 400) throw new Unexercised('the client of identities.general has no other grant')
    must.equal('scope of a token that its client gets for itself', fieldOf(granted(answer), 'scope'), 'general')
  },
)

check(
  scope['scope-by-client-type'],
  'local-client',
  { needs: ['local-client'], brokenBy: ['token-scope-always-general'] },
  async ({ api }) => {
    must.equal('scope', fieldOf(granted(await api.token.obtain()), 'scope'), 'local')
  },
)

check(
  scope['scope-by-client-type'],
  'general-asked-by-local-client',
  {
    needs: ['local-client'],
    brokenBy: ['token-requested-scope-honoured', 'requested-general-scope-granted'],
  },
  async ({ api }) => {
    must.equal('scope', fieldOf(granted(await api.token.obtain({ scope: 'general' })), 'scope'), 'local')
  },
)

check(
  scope['scope-by-client-type'],
  'local-asked-by-general-client',
  {
    needs: ['general-client'],
    brokenBy: ['token-requested-scope-honoured', 'requested-local-scope-honoured'],
  },
  async ({ as }) => {
    must.equal('scope', fieldOf(granted(await as('general').token.obtain({ scope: 'local' })), 'scope'), 'general')
  },
)

for (const [identity, need, own, asked] of [
  ['admin', 'local-client', 'local', 'general'],
  ['general', 'general-client', 'general', 'local'],
] as const)
  check(
    scope['scope-by-client-type'],
    `${asked}-asked-in-the-query`,
    { needs: [need], brokenBy: ['scope-in-the-query-honoured'] },
    async ({ as }) => {
      must.equal('scope', fieldOf(granted(await as(identity).token.obtain()), 'scope'), own)
      const answer = await as(identity).token.obtain({}, { query: { scope: asked } })
      // Whether the token address takes a query is not shown: a refusal grants nothing.
      if (answer.status >= 400) return must.refused4xx(answer)
      must.equal('scope', fieldOf(granted(answer), 'scope'), own)
    },
  )

check(
  scope['scope-decides-clusters'],
  'general-on-another-cluster',
  {
    needs: ['general-client'],
    brokenBy: [
      'token-general-refused-elsewhere',
      'token-scope-always-local',
      'general-token-late-elsewhere',
      'general-token-bound-by-first-use',
    ],
  },
  async ({ as, target }) => {
    const general = as('general')
    const token = { value: await freshToken(general) }
    const { base, account, company } = target.fixtures.otherCluster!
    await control(companies(general, { token }))
    const abroad = await companies(general, { token, base, query: { account, company } })
    // Whether this caller may see that account is another matter: the token itself must be accepted.
    must.hold(
      'the token taken on the other cluster',
      !/invalid_token/.test(abroad.text),
      `status ${abroad.status} ${abroad.text}`,
    )
  },
)

check(
  scope['scope-decides-clusters'],
  'local-on-another-cluster',
  {
    needs: ['local-client'],
    brokenBy: ['local-ok-on-companies', 'token-local-accepted-elsewhere', 'local-token-in-the-query-valid-elsewhere'],
  },
  async ({ api, target }) => {
    const token = { value: await freshToken(api) }
    await control(companies(api, { token }))
    const { base, account, company } = target.fixtures.otherCluster!
    for (const query of [undefined, { account, company }]) {
      const abroad = await companies(api, { token, base, ...(query ? { query } : {}) })
      // Before it looks at the token a cluster may find that the account is not one of its own, or not the token's.
      mustNotServe(abroad)
    }
    // A cluster that looks at the token first finds the same wherever it is sent.
    const inHeader = await companies(api, { token, base })
    const inQuery = await companies(api, { token: 'none', base, query: { access_token: token.value } })
    mustNotServe(inQuery)
    if (inHeader.status === 401 && inQuery.status === 403) must.refused(inQuery, 401, 'invalid_token')
  },
)

check(
  scope['scope-decides-clusters'],
  'local-at-home-after-another-cluster',
  { needs: ['local-client'], brokenBy: ['local-token-ends-at-another-cluster'] },
  async ({ api, target }) => {
    const token = { value: await freshToken(api) }
    await control(companies(api, { token }))
    const { base, account, company } = target.fixtures.otherCluster!
    await companies(api, { token, base, query: { account, company } })
    must.success(await companies(api, { token }))
  },
)
