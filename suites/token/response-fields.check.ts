import { check } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { rely } from '../../src/kit/rely.ts'
import { descriptionsOf } from '../company/descriptions.ts'
import { company } from '../company/requirements.ts'
import { observe } from '../../src/kit/observe.ts'
import { userIn } from '../user/people.ts'
import { response } from './requirements.ts'
import { companies, control, fieldOf, granted, mustName, partsOf, served } from './steps.ts'

const sameText = (one: unknown, other: unknown): boolean => String(one).toLowerCase() === String(other).toLowerCase()

check(
  response['access-token'],
  'serves-a-call',
  { brokenBy: ['token-access-token-renamed', 'token-access-token-object'] },
  async ({ api }) => {
    const { access_token: value } = granted(await api.token.obtain())
    served(await companies(api, { token: { value } }))
  },
)

check(response['token-type'], 'bearer', { brokenBy: ['token-type-missing', 'token-type-mac'] }, async ({ api }) => {
  const type = fieldOf(granted(await api.token.obtain()), 'token_type')
  must.equal('token_type in lower case', String(type).toLowerCase(), 'bearer')
})

check(
  response['cluster-url'],
  'serves-the-token',
  {
    brokenBy: ['token-cluster-url-missing', 'token-cluster-url-object', 'token-cluster-url-elsewhere'],
  },
  async ({ api }) => {
    const given = granted(await api.token.obtain())
    const { access_token: value } = given
    const base = fieldOf(given, 'cluster_url')
    must.be('cluster_url', base, 'an absolute URL')
    await control(companies(api, { token: { value } }))
    served(await companies(api, { base: base as string, token: { value } }))
  },
)

check(
  response['account-name'],
  'account-of-the-login',
  { brokenBy: ['token-account-missing', 'token-account-with-user', 'token-account-of-the-login-before'] },
  async ({ as, target }) => {
    for (const name of ['admin', 'other-account'].filter((one) => one in target.identities)) {
      const { account } = granted(await as(name).token.obtain())
      const { username, account: named = target.account } = target.identities[name]!
      must.sameName(`account of ${name}`, account, username ? partsOf(username).account : named)
    }
  },
)

check(
  response['user-fields'],
  'password-grant',
  {
    needs: ['user-grant'],
    brokenBy: ['token-user-missing', 'token-user-email-missing', 'token-user-id-text', 'token-user-id-missing'],
  },
  async ({ as }) => {
    const given = granted(await as('user').token.obtain())
    const { user, user_email: email, user_id: id } = given
    fieldOf(given, 'user')
    must.equal(
      'types of user, user_email and user_id',
      [typeof user, typeof email, typeof id],
      ['string', 'string', 'number'],
    )
  },
)

check(
  response['user-fields'],
  'email-as-the-user-api-shows-it',
  { needs: ['user-grant', 'user-api'], brokenBy: ['token-user-email-made-of-name'] },
  async ({ api, as }) => {
    for (const identity of ['user', 'admin']) {
      const given = granted(await as(identity).token.obtain())
      const { user: name, user_email: email, user_id: id } = given
      // A client's own token, and one of an account, name no user.
      if (identity === 'admin' && typeof email !== 'string') continue
      must.be('user_email', fieldOf(given, 'user_email'), 'a text')
      const found = userIn(await api.user.get(String(id)))
      // That both number and name users alike is not said: of one that has the id and the name of the login, both say the same.
      if (found === undefined || String(found['id']) !== String(id) || !sameText(found['name'], name)) continue
      must.equal('user_email in small letters', String(email).toLowerCase(), String(found['email']).toLowerCase())
    }
  },
)

check(
  response.companies,
  'company-of-the-target',
  { brokenBy: ['token-companies-missing', 'token-companies-names'] },
  async ({ api, target }) => {
    const { companies: held } = granted(await api.token.obtain())
    must.be('companies', held, 'an array')
    // Which companies a client's own token names is not said (A-TOK-14 and -15 are about logins).
    if (target.identities['admin']?.grant !== 'password') return
    mustName('companies', { companies: held }, target.identities['admin'].company ?? target.company)
  },
)

check(
  response.companies,
  'described-as-in-the-company-list',
  { calls: ['company'], brokenBy: ['token-companies-described-by-their-names'] },
  async ({ as, target }) => {
    for (const identity of ['admin', 'account'].filter((one) => one in target.identities)) {
      const told = descriptionsOf(granted(await as(identity).token.obtain()).companies)
      const listed = await rely(company['json-form'], async () => {
        const answer = await as(identity).company.list('application/json')
        must.success(answer)
        return descriptionsOf(objectOf(answer)['companies'])
      })
      // A name is no description where the company is known to have one (A-COM-01).
      must.equal(
        `companies that the token of ${identity} describes by their names, and the company list otherwise`,
        [...listed].filter(([name, other]) => other !== name && told.get(name) === name).map(([name]) => name),
        [],
      )
    }
  },
)

observe(response['scim-form'], 'form-seen', {}, async ({ api }) => {
  const given = granted(await api.token.obtain())
  return 'tenant_id' in given
    ? 'the SCIM form of the token response (with tenant_id)'
    : 'the full form of the token response'
})

observe(response['scim-form-particulars'], 'fields-seen', { needs: ['client-grant'] }, async ({ as }) => {
  const given = granted(await as('service').token.obtain())
  const types = ['tenant_id', 'cluster_url', 'scope', 'user'].map(
    (field) => `${field}: ${given[field] === null ? 'null' : typeof given[field]}`,
  )
  return `a client grant answers with ${types.join(', ')}`
})
