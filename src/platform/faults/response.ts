import type { Fault } from '../deviation.ts'

type Body = Readonly<Record<string, unknown>>

const shown = (id: string, statement: string, says: string, change: (body: Body) => unknown): Fault => ({
  id,
  breaks: [statement],
  says,
  rule: { token: { shown: change } },
})

const without =
  (name: string) =>
  (body: Body): Body =>
    Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))

const withUser =
  (change: (body: Body) => Body) =>
  (body: Body): Body =>
    'user' in body ? change(body) : body

/** Faults of the fields of a token response (A-TOK-01..09, 18, 38). */
export const responseFaults: readonly Fault[] = [
  shown('token-access-token-renamed', 'A-TOK-01', 'The token is in the field token.', (body) => ({
    ...without('access_token')(body),
    token: body['access_token'],
  })),
  shown('token-access-token-object', 'A-TOK-01', 'access_token is an object.', (body) => ({
    ...body,
    access_token: { value: body['access_token'] },
  })),
  shown('token-type-missing', 'A-TOK-02', 'token_type is missing.', without('token_type')),
  { id: 'token-type-mac', breaks: ['A-TOK-02'], says: 'token_type is mac.', rule: { token: { type: () => 'mac' } } },
  {
    id: 'token-expires-in-text',
    breaks: ['A-TOK-03'],
    says: 'expires_in is a string of digits.',
    rule: { token: { expiresIn: (seconds) => String(seconds) } },
  },
  shown('token-expires-in-missing', 'A-TOK-03', 'expires_in is missing.', without('expires_in')),
  {
    id: 'token-expires-in-milliseconds',
    breaks: ['A-TOK-03', 'A-TOK-21'],
    says: 'expires_in is in milliseconds.',
    rule: { token: { expiresIn: (seconds) => seconds * 1000 } },
  },
  shown('token-scope-missing', 'A-TOK-04', 'scope is missing.', without('scope')),
  shown('token-scope-other-word', 'A-TOK-04', 'scope is cluster instead of local.', (body) => ({
    ...body,
    scope: body['scope'] === 'local' ? 'cluster' : body['scope'],
  })),
  shown('token-cluster-url-missing', 'A-TOK-05', 'cluster_url is missing.', without('cluster_url')),
  shown('token-cluster-url-object', 'A-TOK-05', 'cluster_url is an object.', (body) => ({
    ...body,
    cluster_url: { href: body['cluster_url'] },
  })),
  {
    id: 'token-cluster-url-elsewhere',
    breaks: ['A-TOK-05', 'A-DIR-05'],
    says: "cluster_url is not the address of the account's cluster.",
    rule: { token: { cluster: (home) => (home === 'US' ? 'EU' : 'US') } },
  },
  shown('token-account-missing', 'A-TOK-06', 'account is missing.', without('account')),
  shown(
    'token-account-with-user',
    'A-TOK-06',
    'account holds account/user.',
    withUser((body) => ({ ...body, account: `${String(body['account'])}/${String(body['user'])}` })),
  ),
  shown('token-account-id-text', 'A-TOK-07', 'account_id is a string.', (body) => ({
    ...body,
    account_id: String(body['account_id']),
  })),
  shown('token-account-id-missing', 'A-TOK-07', 'account_id is missing.', without('account_id')),
  shown('token-user-missing', 'A-TOK-08', 'user is missing for a user.', without('user')),
  shown('token-user-email-missing', 'A-TOK-08', 'user_email is missing for a user.', without('user_email')),
  shown(
    'token-user-id-text',
    'A-TOK-08',
    'user_id is a string.',
    withUser((body) => ({ ...body, user_id: String(body['user_id']) })),
  ),
  shown(
    'token-user-id-of-all',
    'A-TOK-08',
    'user_id is the same for all users.',
    withUser((body) => ({ ...body, user_id: 20100 })),
  ),
  shown(
    'token-user-of-all',
    'A-TOK-08',
    'user is the same for all users.',
    withUser((body) => ({ ...body, user: 'someone' })),
  ),
  shown(
    'token-user-id-of-token',
    'A-TOK-08',
    'user_id is another one in each token response.',
    withUser((body) => ({ ...body, user_id: Number.parseInt(String(body['access_token']).slice(0, 8), 16) })),
  ),
  shown(
    'token-account-id-of-user',
    'A-TOK-07',
    'account_id is that of the user.',
    withUser((body) => ({ ...body, account_id: body['user_id'] })),
  ),
  shown('token-user-id-missing', 'A-TOK-08', 'user_id is missing for a user.', without('user_id')),
  {
    id: 'token-code-grant-without-user',
    breaks: ['A-TOK-08'],
    says: 'The token response of an authorization code lacks the user fields.',
    rule: { token: { showsUser: (login, grant) => login === 'user' && grant !== 'authorization_code' } },
  },
  shown('token-companies-missing', 'A-TOK-09', 'companies is missing.', without('companies')),
  shown('token-companies-null-when-empty', 'A-TOK-09', 'companies is null if there are none.', (body) => ({
    ...body,
    companies: Array.isArray(body['companies']) && body['companies'].length === 0 ? null : body['companies'],
  })),
  {
    id: 'token-companies-names',
    breaks: ['A-TOK-09'],
    says: 'companies is an array of names.',
    rule: { token: { company: ({ name }) => name } },
  },
  {
    id: 'token-company-id-text',
    breaks: ['A-TOK-09'],
    says: 'The id of a company is a string.',
    rule: { token: { company: ({ id, name, description }) => ({ id: String(id), name, description }) } },
  },
  {
    id: 'token-company-without-id',
    breaks: ['A-TOK-09'],
    says: 'Companies have no id.',
    rule: { token: { company: ({ name, description }) => ({ name, description }) } },
  },
  {
    id: 'token-company-without-description',
    breaks: ['A-TOK-09'],
    says: 'Companies have no description.',
    rule: { token: { company: ({ id, name }) => ({ id, name }) } },
  },
  {
    id: 'token-status-201',
    breaks: ['A-TOK-18'],
    says: 'A token is answered with status 201.',
    rule: { token: { status: () => 201 } },
  },
  {
    id: 'token-with-refresh-token',
    breaks: ['A-TOK-38'],
    says: 'A token response carries a refresh_token.',
    rule: { token: { more: () => ({ refresh_token: 'f00d-f00d-f00d' }) } },
  },
]
