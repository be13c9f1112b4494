import { check, must, objectOf, Unexercised } from '../../src/kit/index.ts'
import { namesOf } from '../../src/kit/names.ts'
import { error, grant, response, scope } from './requirements.ts'
import { fieldOf, granted, holdsToken, noToken, servedOtherwise } from './steps.ts'

// Who logged in before decides nothing about a login.

check(
  response['user-fields'],
  'of-a-client-after-two-users',
  { needs: ['client-grant', 'user-login', 'other-user'], brokenBy: ['client-token-shows-last-user'] },
  async ({ as, target }) => {
    const { client } = target.identities['service']!
    const seen = []
    for (const name of ['admin', 'superuser']) {
      // By the client that then acts for itself, if it may let this user in.
      if (!holdsToken(await as(name).token.obtain({}, { client })))
        throw new Unexercised(`the client of identities.service lets ${name} not log in`)
      const { user, user_email: email, user_id: id } = granted(await as('service').token.obtain())
      seen.push([user ?? null, email ?? null, id ?? null])
    }
    must.equal("user fields of a client's own token, after another user logged in", seen[1], seen[0])
  },
)

check(
  grant['company-user-login'],
  'after-a-login-of-the-account',
  { needs: ['account-grant', 'user-grant'], brokenBy: ['user-told-companies-of-account-login'] },
  async ({ as, target }) => {
    const companiesOf = async (name: string) => namesOf(granted(await as(name).token.obtain()).companies).sort()
    const names = ['companyless', 'user'].filter((name) => name in target.identities)
    const before = []
    for (const name of names) before.push(await companiesOf(name))
    granted(await as('account').token.obtain())
    for (const [at, name] of names.entries()) {
      const after = await companiesOf(name)
      if (after.join('\n') === before[at]?.join('\n')) continue
      // A company may be given or taken meanwhile: then the company list tells the same as the token response.
      const listed = namesOf(objectOf(await as(name).company.list('application/json'))['companies']).sort()
      if (after.join('\n') !== listed.join('\n'))
        must.equal(`companies of ${name} after the account logged in`, after, before[at])
    }
  },
)

check(
  grant['account-login'],
  'after-a-login-of-its-user',
  {
    needs: ['account-grant', 'user-grant', 'companyless-user'],
    brokenBy: ['account-login-told-companies-of-its-user'],
  },
  async ({ as }) => {
    const companiesOf = async (name: string) => namesOf(granted(await as(name).token.obtain()).companies).sort()
    const told = await companiesOf('user')
    await companiesOf('companyless')
    const all = await companiesOf('account')
    const missing = told.filter((one) => !all.includes(one))
    // A company may be taken away meanwhile.
    const still = missing.length > 0 ? await companiesOf('user') : []
    const lacking = missing.filter((one) => still.includes(one))
    must.none('company that the account lacks after its user without any logged in', lacking, () => lacking.join(', '))
  },
)

check(
  scope['scope-by-client-type'],
  'whoever-logs-in',
  { needs: ['user-grant'], brokenBy: ['scope-general-for-account-logins'] },
  async ({ as, api, target }) => {
    const own = fieldOf(granted(await api.token.obtain()), 'scope')
    must.present('scope', own)
    const { id } = target.identities['admin']!.client
    for (const name of ['account', 'service', 'user', 'superuser']) {
      if (target.identities[name]?.client.id !== id) continue
      const { scope: other } = granted(await as(name).token.obtain())
      // The form used with SCIM may have none.
      if ((other ?? undefined) !== undefined) must.equal(`scope of ${name}, who uses the same client`, other, own)
    }
  },
)

// The secret in the header is the one that counts; whether the form may hold another is not said.
check(
  error['invalid-client'],
  'wrong-secret-beside-the-right-one-in-the-form',
  { brokenBy: ['client-secret-of-form-counts', 'token-secret-unchecked'] },
  async ({ api, target, fresh }) => {
    await servedOtherwise(api)
    const { id, secret } = target.identities['admin']!.client
    const form = { client_id: id, client_secret: secret }
    const answer = await api.token.obtain(form, { client: { id, secret: `${fresh.tag}-wrong` } })
    noToken(answer)
    must.refused4xx(answer)
  },
)
