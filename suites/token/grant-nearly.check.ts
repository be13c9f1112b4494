import { check } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { namesOf, sameName } from '../../src/kit/names.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { rely } from '../../src/kit/rely.ts'
import { userOf } from '../../src/target/user-of.ts'
import { grant, response, scope, error } from './requirements.ts'
import {
  companies,
  control,
  fieldOf,
  freshToken,
  granted,
  grantedExactly,
  mustNotServe,
  records,
  served,
  servedOtherwise,
} from './steps.ts'

check(response['cluster-url'], 'of-every-login', { brokenBy: ['cluster-url-no-scheme'] }, async ({ as, target }) => {
  must.be('cluster_url', fieldOf(granted(await as('admin').token.obtain()), 'cluster_url'), 'an absolute URL')
  for (const name of ['account', 'service', 'general'].filter((one) => one in target.identities)) {
    // The form used with SCIM may have none.
    const { cluster_url: address } = granted(await as(name).token.obtain())
    if ((address ?? undefined) !== undefined) must.be(`cluster_url of ${name}`, address, 'an absolute URL')
  }
})

// A caller's header decides nothing: the address is that of the cluster, whichever host the request names.
check(
  response['cluster-url'],
  'asked-through-another-host',
  { brokenBy: ['cluster-url-from-forwarded-host'] },
  async ({ api, fresh }) => {
    must.be('cluster_url', fieldOf(granted(await api.token.obtain()), 'cluster_url'), 'an absolute URL')
    const host = `${fresh.tag.toLowerCase().replace(/[^a-z0-9]/g, '')}.elsewhere.example`
    const headers = { 'X-Forwarded-Host': host, Forwarded: `host=${host}` }
    const { cluster_url: address } = objectOf(await api.token.obtain({}, { headers }))
    if ((address ?? undefined) !== undefined)
      must.hold('cluster_url without the host that the caller named', !String(address).includes(host), address)
  },
)

check(
  response['access-token'],
  'of-a-second-request',
  { brokenBy: ['token-not-the-issued-one', 'token-access-token-renamed'] },
  async ({ api }) => {
    granted(await api.token.obtain())
    const { access_token: value } = granted(await api.token.obtain())
    served(await companies(api, { token: { value } }))
  },
)

check(
  response['account-id'],
  'one-id-for-one-account',
  {
    brokenBy: [
      'account-id-is-user-id',
      'account-id-of-first-company',
      'token-account-id-missing',
      'token-account-id-of-the-first-login',
    ],
  },
  async ({ as, target }) => {
    const first = await as('admin').token.obtain()
    const own = granted(first)
    must.be('account_id', own['account_id'], 'a number')
    const others = ['account', 'service', 'user', 'superuser', 'other-account']
    for (const name of others.filter((one) => one in target.identities)) {
      const login = await as(name).token.obtain()
      const other = granted(login)
      if (!sameName(other.account, own.account)) {
        // Each cluster may count its accounts; 0 may stand for none.
        if (other.cluster_url === own.cluster_url && own['account_id'] !== 0)
          must.differ(
            `account_id of ${name}, of another account`,
            grantedExactly(login)['account_id'],
            grantedExactly(first)['account_id'],
          )
        continue
      }
      must.equal(`account_id of ${name}, of the same account`, other['account_id'], own['account_id'])
    }
  },
)

check(
  grant['basic-and-form'],
  'fields-in-another-order',
  { needs: ['user-grant'], brokenBy: ['grant-must-be-first'] },
  async ({ as, target }) => {
    const { username, password } = target.identities['user']!
    granted(await as('user').token.request({ password, username, grant_type: 'password' }))
  },
)

check(
  grant['client-credentials'],
  'stores-what-it-claims',
  {
    effects: true,
    needs: ['writes', 'service-call'],
    brokenBy: ['client-creds-readonly', 'user-demanded-of-account-logins-that-write'],
  },
  async ({ as, fresh, target }) => {
    const service = as('service')
    await control(companies(service))
    const id = fresh.id()
    const body = fresh.body('ServiceCall', { id, externalId: fresh.externalId(), subject: fresh.tag })
    const answer = await service.data.create('ServiceCall', body)
    // Whether a client may write is a matter of its permissions, and not of a user that is named beside it.
    if (answer.status >= 400 && answer.status < 500) {
      const user = userOf(target.identities['admin'] ?? {})
      if (user !== undefined) must.refused4xx(await service.data.create('ServiceCall', body, { query: { user } }))
      return
    }
    must.success(answer)
    const read = await service.data.get('ServiceCall', id)
    must.success(read)
    must.equal('subject of the record that a client created', read.record('serviceCall')?.['subject'], fresh.tag)
  },
)

check(
  grant['account-login'],
  'opens-each-company',
  { needs: ['service-call'], brokenBy: ['account-listed-not-usable'] },
  async ({ as }) => {
    const account = as('account')
    const { companies: listed } = granted(await account.token.obtain())
    const names = namesOf(listed)
    must.some('company of the account', names)
    await control(records(account))
    for (const name of names.slice(0, 5)) served(await records(account, { query: { company: name } }))
  },
)

check(
  scope['scope-by-client-type'],
  'unknown-scope-asked',
  { needs: ['local-client'], brokenBy: ['scope-unknown-refused', 'empty-scope-refused'] },
  async ({ api, fresh }) => {
    const usual = granted(await api.token.obtain()).scope
    // The last is how OAuth asks for a refresh token.
    for (const asked of [`${fresh.tag}-scope`, '', 'offline_access'])
      must.equal('scope', granted(await api.token.obtain({ scope: asked })).scope, usual)
  },
)

check(
  scope['scope-decides-clusters'],
  'general-asked-by-local-client',
  { needs: ['local-client'], brokenBy: ['scope-honoured-silently', 'token-local-accepted-elsewhere'] },
  async ({ api, target }) => {
    const { access_token: value } = granted(await api.token.obtain({ scope: 'general' }))
    await control(companies(api, { token: { value } }))
    mustNotServe(await companies(api, { token: { value }, base: target.fixtures.otherCluster!.base }))
  },
)

check(
  error['invalid-client'],
  'no-secret',
  { brokenBy: ['empty-basic-public-client', 'token-secret-unchecked'] },
  async ({ api, target }) => {
    await servedOtherwise(api)
    const client = { id: target.identities['admin']!.client.id, secret: '' }
    must.oauthError(await api.token.obtain({}, { client }))
  },
)

check(
  grant['incomplete-request-refused'],
  'basic-without-base64',
  { brokenBy: ['oauth-error-object', 'oauth-empty-401', 'no-description-where-basic-is-no-base64'] },
  async ({ api }) => {
    await servedOtherwise(api)
    must.oauthError(await api.token.obtain({}, { client: 'none', headers: { Authorization: 'Basic !!!' } }))
  },
)

check(
  error['saml-redirect'],
  'asked-by-a-browser',
  { brokenBy: ['saml-302', 'token-saml-redirect-status'] },
  async ({ api, as }) => {
    await servedOtherwise(api)
    const answer = await as('sso').token.obtain({}, { headers: { Accept: 'text/html,application/json;q=0.9' } })
    must.refused(answer, 403, 'saml_redirect')
  },
)

// Only the identity reserved for password trials sends wrong passwords.
check(
  error['invalid-grant'],
  'password-with-a-blank-added',
  {
    needs: ['password-trials'],
    brokenBy: ['password-trimmed', 'refusal-200-after-a-login', 'token-password-unchecked'],
  },
  async ({ as, target }) => {
    const trials = as('password')
    await rely(grant['success-is-200'], () => freshToken(trials))
    const { password = '' } = target.identities['password']!
    must.refused(await trials.token.obtain({ password: `${password} ` }), 400, 'invalid_grant', /^bad credentials$/i)
  },
)
