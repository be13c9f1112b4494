import { check } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { namesOf, sameName } from '../../src/kit/names.ts'
import { grant } from './requirements.ts'
import { companies, control, granted, holdsToken, mustName, noToken, partsOf, userAlone } from './steps.ts'

check(grant['success-is-200'], 'identity-grant', { brokenBy: ['token-status-201'] }, async ({ api }) => {
  granted(await api.token.obtain())
})

check(
  grant['client-credentials'],
  'id-and-secret-suffice',
  { brokenBy: ['token-client-grant-unsupported'] },
  async ({ as }) => {
    const service = as('service')
    const { access_token: value } = granted(await service.token.request({ grant_type: 'client_credentials' }))
    await control(companies(service, { token: { value } }))
  },
)

check(
  grant['account-login'],
  'all-companies',
  { brokenBy: ['token-account-login-first-company', 'token-account-login-refused'] },
  async ({ as, target }) => {
    const account = as('account')
    const all = granted(await account.token.obtain())
    must.sameName('account that logged in:', all.account, target.identities['account']?.username)
    for (const name of ['admin', 'user', 'superuser'].filter((one) => one in target.identities)) {
      const some = granted(await as(name).token.obtain())
      if (!sameName(some.account, all.account)) continue
      const beyond = namesOf(some.companies).filter((company) => !namesOf(all.companies).includes(company))
      must.equal(`companies of ${name} that the account login lacks`, beyond, [])
    }
    mustName('companies of the account', all, target.company)
  },
)

check(
  grant['company-user-login'],
  'user-of-the-account',
  {
    needs: ['user-grant'],
    brokenBy: ['companies-single-object', 'token-user-sees-no-company', 'token-password-grant-unsupported'],
  },
  async ({ api, as, target }) => {
    const identity = target.identities['user']
    const wanted = partsOf(identity?.username ?? '')
    const given = granted(await as('user').token.obtain())
    must.sameName('account', given.account, wanted.account)
    // What names a user is not said: it is that of the login where the default identity is named so (A-TOK-08).
    const admin = target.identities['admin']?.username
    const isByLogin = admin !== undefined && sameName(userAlone(granted(await api.token.obtain())), partsOf(admin).user)
    if (isByLogin && (given.user ?? undefined) !== undefined) must.sameName('user', userAlone(given), wanted.user)
    const company = identity?.company ?? target.company
    mustName('companies of the user', given, company)
  },
)

check(
  grant['company-user-login'],
  'user-without-company',
  {
    needs: ['companyless-user'],
    brokenBy: [
      'token-user-sees-all-companies',
      'token-of-user-lists-whole-account',
      'general-token-companyless-refused',
    ],
  },
  async ({ as }) => {
    const given = granted(await as('companyless').token.obtain())
    must.equal('companies of a user assigned to none', given.companies, [])
  },
)

check(
  grant['no-refresh-grant'],
  'refresh-with-access-token',
  { brokenBy: ['token-refresh-grant-supported', 'access-token-taken-as-refresh-token'] },
  async ({ api }) => {
    const given = granted(await api.token.obtain())
    const refresh = typeof given['refresh_token'] === 'string' ? given['refresh_token'] : given.access_token
    noToken(await api.token.request({ grant_type: 'refresh_token', refresh_token: refresh }))
  },
)

check(
  grant['no-refresh-token'],
  'user-and-client-grants',
  { brokenBy: ['token-with-refresh-token'] },
  async ({ as, target }) => {
    for (const name of ['admin', 'account', 'service'].filter((one) => one in target.identities)) {
      const answer = await as(name).token.obtain()
      must.hold(`a token for ${name}`, holdsToken(answer), answer.text)
      must.hold(
        'no refresh_token in it',
        (granted(answer)['refresh_token'] ?? null) === null,
        Object.keys(granted(answer)),
      )
    }
  },
)
