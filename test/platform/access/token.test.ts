import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { basic, identityOf, obtain, send, submit, tokenOf, tokenPath, walk } from './wire.ts'

test('a company user gets the whole token response, with the assigned companies only', async () => {
  const { status, json, header } = await obtain(createPlatform(), 'user')
  expect(status).toBe(200)
  expect(header('Content-Type')).toMatch(/^application\/json/)
  expect(json).toEqual({
    access_token: expect.stringMatching(/^[0-9a-f]{40}$/),
    token_type: 'Bearer',
    expires_in: 43_200,
    scope: 'local',
    cluster_url: 'http://platform.test',
    account: 'acme',
    account_id: 1001,
    user: 'field',
    user_email: 'field@acme.example',
    user_id: 20103,
    companies: [{ id: 5001, name: 'Acme North', description: 'Field service in the north' }],
  })
})

test('account and client logins see all companies and carry no user; a user may have none', async () => {
  const platform = createPlatform()
  for (const name of ['account', 'service']) {
    const { json } = await obtain(platform, name)
    expect(json['companies']).toHaveLength(2)
    expect(json).not.toHaveProperty('user')
  }
  expect((await obtain(platform, 'companyless')).json['companies']).toEqual([])
})

test('scope follows the client type, whatever is asked for', async () => {
  const platform = createPlatform()
  expect((await obtain(platform, 'admin', { scope: 'general' })).json['scope']).toBe('local')
  expect((await obtain(platform, 'general', { scope: 'local' })).json['scope']).toBe('general')
})

test.each([
  ['expired', 400, 'expired_credentials', 'User credentials have expired'],
  ['sso', 403, 'saml_redirect', 'SAML redirect is required!'],
  ['disallowed', 401, 'unauthorized_client', 'Client is not authorized to use this grant type'],
])('%s is refused as the table says', async (name, status, error, error_description) => {
  const answer = await obtain(createPlatform(), name)
  expect(answer.status).toBe(status)
  expect(answer.json).toMatchObject({ error, error_description })
})

test('wrong credentials: invalid_client for the client, invalid_grant for the user', async () => {
  const platform = createPlatform()
  const { client, username = '', password = '' } = identityOf(platform, 'admin')
  const form = { grant_type: 'password', username, password }
  const wrongClient = await send(platform, tokenPath, { form, headers: basic({ ...client, secret: 'x' }) })
  expect([wrongClient.status, wrongClient.json]).toEqual([
    401,
    { error: 'invalid_client', error_description: 'Client authentication failed' },
  ])
  for (const wrong of [{ password: 'x' }, { username: 'acme/nobody' }, { username: 'nobody' }]) {
    const answer = await send(platform, tokenPath, { form: { ...form, ...wrong }, headers: basic(client) })
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: 'invalid_grant', error_description: 'Bad credentials' },
    ])
  }
})

test.each([
  ['no grant_type', { username: 'acme', password: 'x' }, 'invalid_request'],
  ['an unknown grant_type', { grant_type: 'implicit' }, 'unsupported_grant_type'],
  ['refresh_token', { grant_type: 'refresh_token', refresh_token: 'x' }, 'unsupported_grant_type'],
  ['no password', { grant_type: 'password', username: 'acme' }, 'invalid_request'],
  ['no code', { grant_type: 'authorization_code', redirect_uri: 'https://x.example' }, 'invalid_request'],
])('%s yields no token', async (_what, form, error) => {
  const platform = createPlatform()
  const answer = await send(platform, tokenPath, { form, headers: basic(identityOf(platform, 'admin').client) })
  expect([answer.status, answer.json['error']]).toEqual([400, error])
})

test('a body that is no form, or is encoded wrongly, yields no token', async () => {
  const platform = createPlatform()
  const headers = basic(identityOf(platform, 'admin').client)
  const asJson = await send(platform, tokenPath, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: '{"grant_type":"client_credentials"}',
  })
  expect(asJson.status).toBe(400)
  const broken = await send(platform, tokenPath, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=%zz',
  })
  expect([broken.status, broken.json['error']]).toEqual([400, 'invalid_request'])
})

const redirect = 'https://connector.example/back?kept=a%20b'
const query = (client: { id: string }) =>
  `response_type=code&client_id=${client.id}&redirect_uri=${encodeURIComponent(redirect)}`

test.each([[[]], [['authorize-two-pages']], [['authorize-see-other']]])(
  'authorize leads to a page and back with a code that is good once (%s)',
  async (variants) => {
    const platform = createPlatform({ variants })
    const { client, username = '', password = '' } = identityOf(platform, 'admin')
    const start = await send(platform, `/api/oauth2/v1/authorize?${query(client)}`)
    expect([302, 303]).toContain(start.status)
    const back = await walk(platform, query(client), { username, password })
    expect(back.header('Location')).toMatch(/^https:\/\/connector\.example\/back\?kept=a%20b&code=[0-9a-f]{40}$/)
    const code = new URL(back.header('Location') ?? '').searchParams.get('code') ?? ''
    const redeem = (redirectUri: string) =>
      send(platform, tokenPath, {
        form: { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
        headers: basic(client),
      })
    expect((await redeem('https://elsewhere.example')).json['error']).toBe('invalid_grant')
    expect((await redeem(redirect)).json).toMatchObject({ user: 'admin', user_id: 20101 })
    expect((await redeem(redirect)).json['error']).toBe('invalid_grant')
  },
)

test('the page shows what is wrong, and a denial goes back without a code', async () => {
  const platform = createPlatform()
  const { client, username = '', password = '' } = identityOf(platform, 'admin')
  const first = await send(platform, `/api/oauth2/v1/authorize?${query(client)}&state=%22%3E%3Cscript%3E`)
  const page = await send(platform, first.header('Location') ?? '')
  expect(page.text).not.toContain('<script>')
  const again = await submit(platform, page.text, { username, password: 'wrong' }, 'approve')
  expect(again.text).toContain('role="alert">Bad credentials')
  const denied = await submit(platform, again.text, { username, password }, 'deny')
  expect(denied.header('Location')).toBe(
    'https://connector.example/back?kept=a%20b&error=access_denied&state=%22%3E%3Cscript%3E',
  )
  expect((await send(platform, `/api/oauth2/v1/authorize?${query(client).replace('code', 'token')}`)).status).toBe(400)
  expect(
    (
      await send(
        platform,
        '/api/oauth2/v1/authorize?response_type=code&client_id=nobody&redirect_uri=https://x.example',
      )
    ).status,
  ).toBe(400)
})

test('single sign-on ends in a token response like any other', async () => {
  const platform = createPlatform()
  const { username = '', password = '' } = identityOf(platform, 'sso')
  const local = (address: unknown) => String(address).replace('http://platform.test', '')
  const page = await send(platform, local((await obtain(platform, 'sso')).json['saml_redirect_url']))
  const home = await submit(platform, page.text, { username, password }, 'login')
  expect(home.status).toBe(302)
  const outcome = await send(platform, local(home.header('Location')))
  const plain = await obtain(platform, 'admin')
  expect(outcome.status).toBe(200)
  expect(Object.keys(outcome.json)).toEqual(Object.keys(plain.json))
  expect(outcome.json['user']).toBe('signon')
  expect((await send(platform, local(home.header('Location')))).status).toBe(400)
})

test('every request yields a new token', async () => {
  const platform = createPlatform()
  expect(await tokenOf(platform, 'admin')).not.toBe(await tokenOf(platform, 'admin'))
})
