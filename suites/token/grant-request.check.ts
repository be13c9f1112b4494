import { check, Unexercised } from '../../src/kit/index.ts'
import { observe } from '../../src/kit/observe.ts'
import { rely } from '../../src/kit/rely.ts'
import { must } from '../../src/kit/must.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import type { Identity, Target } from '../../src/target/target.ts'
import { userAgent } from '../../src/target/user-agent.ts'
import { codeAt } from './lead-back.ts'
import { authorize, grant } from './requirements.ts'
import { granted, holdsToken, noToken, servedOtherwise } from './steps.ts'

const tokenRequest = (target: Target, client: Identity['client'], form: string): string =>
  [
    `POST {base}${target.basePaths.token}/token HTTP/1.1`,
    'Host: {host}',
    `User-Agent: ${userAgent}`,
    `Authorization: Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
    'Content-Type: application/x-www-form-urlencoded',
    'Accept-Encoding: identity',
    `Content-Length: ${form.length}`,
    'Connection: close',
    '',
    form,
  ].join('\r\n')

check(
  grant['basic-and-form'],
  'exact-bytes',
  {
    needs: ['client-grant'],
    brokenBy: [
      'client-creds-needs-account',
      'token-number-for-clients',
      'token-basic-refused',
      'token-form-type-refused',
    ],
  },
  async ({ as, target }) => {
    const { client } = target.identities['service']!
    granted(
      await as('service').raw.send(tokenRequest(target, client, 'grant_type=client_credentials'), { service: 'auth' }),
    )
  },
)

check(
  grant['basic-and-form'],
  'every-character-encoded',
  {
    needs: ['user-grant'],
    brokenBy: ['token-form-not-decoded', 'token-basic-refused'],
  },
  async ({ as, target }) => {
    const { client, username = '', password = '' } = target.identities['user']!
    const encoded = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&')
    const form = `grant_type=password&username=${encoded(username)}&password=${encoded(password)}`
    granted(await as('user').raw.send(tokenRequest(target, client, form), { service: 'auth' }))
  },
)

check(
  grant['basic-and-form'],
  'blanks-as-plus',
  {
    needs: ['user-grant'],
    brokenBy: ['token-form-plus-kept', 'token-form-not-decoded'],
  },
  async ({ as, target }) => {
    const { client, username = '', password = '' } = target.identities['user']!
    const form = new URLSearchParams({ grant_type: 'password', username, password }).toString()
    granted(await as('user').raw.send(tokenRequest(target, client, form), { service: 'auth' }))
  },
)

// A media type is the same in any letter case, and with a parameter that it does not define (RFC 2045, 5.1).
check(
  grant['basic-and-form'],
  'media-type-written-otherwise',
  { brokenBy: ['form-with-charset-refused'] },
  async ({ api }) => {
    await servedOtherwise(api)
    for (const type of ['Application/X-WWW-Form-URLEncoded', 'application/x-www-form-urlencoded; charset=UTF-8']) {
      const answer = await api.token.obtain({}, { headers: { 'Content-Type': type } })
      // The one type that the document writes has neither: a service may say that it takes no other spelling.
      if (answer.status === 415) throw new Unexercised('another spelling of the media type is not taken')
      granted(answer)
    }
  },
)

check(
  grant['grant-type-required'],
  'missing',
  { brokenBy: ['grant-defaults-to-password', 'token-missing-grant-accepted'] },
  async ({ api }) => {
    await servedOtherwise(api)
    noToken(await api.token.obtain({ grant_type: undefined }))
  },
)

check(grant['grant-type-required'], 'not-offered', { brokenBy: ['token-unknown-grant-accepted'] }, async ({ api }) => {
  await servedOtherwise(api)
  noToken(await api.token.obtain({ grant_type: 'implicit' }))
})

const statuses = ['token-bad-request-status-500', 'token-bad-request-status-200'] as const
const incomplete = {
  'no-grant-type': {
    form: { grant_type: undefined },
    brokenBy: [...statuses, 'token-missing-grant-accepted', 'missing-grant-403-plain'],
  },
  'unknown-grant-type': { form: { grant_type: 'implicit' }, brokenBy: [...statuses, 'token-unknown-grant-accepted'] },
  'code-without-code': {
    form: { grant_type: 'authorization_code', redirect_uri: 'https://connector.example/back' },
    brokenBy: statuses,
  },
} as const

for (const [situation, { form, brokenBy }] of Object.entries(incomplete)) {
  check(grant['incomplete-request-refused'], situation, { brokenBy }, async ({ api }) => {
    await servedOtherwise(api)
    must.oauthError(await api.token.obtain({ username: undefined, password: undefined, ...form }))
  })
}

// An incomplete login may count as a failed one: only the identity reserved for password trials sends it.
check(
  grant['incomplete-request-refused'],
  'no-username',
  { needs: ['password-trials'], brokenBy: statuses },
  async ({ as, api }) => {
    await servedOtherwise(api)
    must.oauthError(await as('password').token.obtain({ username: undefined }))
  },
)

check(
  grant['incomplete-request-refused'],
  'no-password',
  {
    needs: ['password-trials'],
    brokenBy: [
      'missing-password-500',
      ...statuses,
      'token-missing-password-accepted',
      'token-missing-password-is-that-before',
    ],
  },
  async ({ as, api }) => {
    // A password that was sent once is sent for no later login; where this one is not let in, another check says so.
    const first = await as('password').token.obtain()
    if (first.status >= 300) await servedOtherwise(api)
    must.oauthError(await as('password').token.obtain({ password: undefined }))
  },
)

check(
  grant['incomplete-request-refused'],
  'no-client-credentials',
  { brokenBy: ['token-client-credentials-optional'] },
  async ({ api }) => {
    await servedOtherwise(api)
    must.oauthError(await api.token.obtain({}, { client: 'none' }))
  },
)

check(
  grant['incomplete-request-refused'],
  'code-without-redirect-uri',
  {
    needs: ['authorization-code', 'user-grant'],
    brokenBy: [...statuses, 'missing-redirect-uri-ok', 'redirect-uri-of-earlier-exchange'],
  },
  async (context) => {
    const { target } = context
    // A code is its client's (RFC 6749, 4.1.3).
    const api = context.as('user')
    const { username = '', password = '', client } = target.identities['user']!
    const redirect_uri = target.fixtures.redirectUri
    const query = { response_type: 'code', client_id: client.id, redirect_uri }
    const code = () =>
      rely(authorize['authorize-leads-back-with-code'], async () =>
        codeAt(await api.token.logInAndApprove(query, { username, password })),
      )
    const control = { grant_type: 'authorization_code', code: await code(), redirect_uri }
    await rely(authorize['code-yields-token'], async () => granted(await api.token.request(control)))
    must.oauthError(await api.token.request({ grant_type: 'authorization_code', code: await code() }))
  },
)

observe(grant['privileges-for-a-token'], 'user-without-privileges', {}, async ({ as }) => {
  const answer = await as('unprivileged').token.obtain()
  if (holdsToken(answer)) return 'a user without privileges receives a token'
  return `a user without privileges is refused: ${answer.status} ${String(objectOf(answer)['error'])}`
})
