import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { verdictsAgainst } from '../support/verdicts.ts'

// A token server from npm that nobody of this project wrote. It takes any client and any login; its one protected call plays the company list.
const server = new OAuth2Server(undefined, undefined, {
  endpoints: {
    token: '/api/oauth2/v1/token',
    authorize: '/api/oauth2/v1/authorize',
    userinfo: '/masterCloudInterface/informationService/companies',
  },
})
server.service.on('beforeUserinfo', (answer) => {
  answer.body = { companies: [{ name: 'works', description: '' }] }
})

beforeAll(async () => {
  // Its tokens hold whole seconds and nothing random: with the clock at rest two of them are alike in every run, not in nearly every.
  vi.useFakeTimers({ toFake: ['Date'] })
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
})
afterAll(async () => {
  await server.stop()
  vi.useRealTimers()
})

function target() {
  const origin = `http://127.0.0.1:${server.address().port}`
  const client = { id: 'connector', secret: 'connector-secret', version: '1.0' }
  const user = { grant: 'password', client, username: 'acme/ada', password: 'Ada-password-1' }
  const lacking = (why: string, ...needs: string[]) => Object.fromEntries(needs.map((need) => [need, why]))
  return {
    name: 'oauth2-mock-server',
    addresses: { auth: origin, directory: origin, base: origin },
    account: 'acme',
    company: 'works',
    identities: {
      admin: user,
      user,
      superuser: { ...user, username: 'acme/bob' },
      account: { ...user, username: 'acme' },
      service: { grant: 'client_credentials', client },
    },
    fixtures: { redirectUri: `${origin}/landed` },
    has: ['authorization-code'],
    lacks: {
      ...lacking('it changes no passwords', 'password-trials', 'password-change', 'password-policy'),
      ...lacking('it knows no users', 'sso-user', 'expired-user', 'unprivileged-user', 'companyless-user'),
      ...lacking('it knows no clients', 'general-client', 'local-client', 'disallowed-client'),
      ...lacking('it serves no records', 'service-call', 'attachments'),
      ...lacking('it serves one place only', 'second-cluster'),
      ...lacking('its clock cannot be set', 'clock'),
    },
    limits: { concurrency: 4, requests: 2000, mayCreateUsers: 0 },
    writes: false,
  }
}

const everyClient = 'It looks at no client credentials, so wrong ones and none get a token too.'
const everyLogin = 'It looks at no user name and no password, so every login gets a token.'
const everyCode = 'It keeps no book of its codes, and takes whatever is sent as one, or nothing.'
const everyToken = 'Its protected call reads no token, so an invented one and none are served.'
const noPage = 'Its authorize address redirects with a code at once: there is no page, no login and no approval.'
const noAccount = 'Its token response is plain OAuth: it names no account, cluster, user or companies.'
const refresh = 'It issues refresh tokens and takes any of them.'
const anyScope = 'It has no client types: its scope is what the caller asks for, the word dummy, or absent.'
const twice = 'Its tokens differ by the second of their issue only: two requests within one get the same token.'

/** Where it truly differs from the documents, and why; whatever else were flagged would be a false alarm. */
const differs: Record<string, string> = {
  'fail token/invalid-client/wrong-secret': everyClient,
  'fail token/invalid-client/secret-in-other-case': everyClient,
  'fail token/invalid-client/unknown-id': everyClient,
  'fail token/invalid-client/wrong-secret-of-client-grant': everyClient,
  'warn token/incomplete-request-refused/no-client-credentials': everyClient,
  'fail token/invalid-grant/unknown-user': everyLogin,
  'fail token/invalid-grant/unknown-account': everyLogin,
  'warn token/unissued-code-refused/invented-code': everyCode,
  'warn token/incomplete-request-refused/code-without-code': everyCode,
  'warn token/incomplete-request-refused/code-without-redirect-uri': everyCode,
  'fail token/invalid-token/invented-for-companies': everyToken,
  'fail token/invalid-token/invented-in-query': everyToken,
  'fail token/invalid-token/altered': everyToken,
  'fail token/invalid-token/description': everyToken,
  'warn token/no-token-refused/list-of-companies': everyToken,
  'fail token/authorize-leads-back-with-code/page-then-redirect': noPage,
  'fail token/authorize-leads-back-with-code/no-code-without-login': noPage,
  'fail token/account-login/all-companies': noAccount,
  'fail token/company-user-login/user-of-the-account': noAccount,
  'fail token/cluster-url/serves-the-token': noAccount,
  'fail token/cluster-url/contract': noAccount,
  'fail token/account-name/account-of-the-login': noAccount,
  'fail token/account-name/contract': noAccount,
  'fail token/account-id/contract': noAccount,
  'fail token/user-fields/password-grant': noAccount,
  'fail token/user-fields/code-grant': noAccount,
  'fail token/user-fields/contract': noAccount,
  'fail token/companies/company-of-the-target': noAccount,
  'fail token/companies/contract': noAccount,
  'fail token/no-refresh-grant/refresh-with-access-token': refresh,
  'warn token/no-refresh-token/user-and-client-grants': refresh,
  'warn token/no-refresh-token/contract': refresh,
  'fail token/new-token-each-time/two-requests-of-admin': twice,
  'fail token/new-token-each-time/traffic': twice,
  'fail token/new-token-each-time/by-password-and-with-a-code': twice,
  'blocked token/earlier-token-stays-valid/after-a-wrong-secret': everyClient,
  'fail token/new-token-each-time/two-requests-of-account': twice,
  'fail token/new-token-each-time/two-requests-of-service': twice,
  'fail token/scope-word/contract': anyScope,
  'fail token/twelve-hours/expires-in': 'Its tokens last for one hour.',
  'fail token/twelve-hours/traffic': 'Its tokens last for one hour.',
  'warn token/incomplete-request-refused/unknown-grant-type':
    'Its refusal of an unknown grant has no error_description.',
  'warn token/incomplete-request-refused/contract': 'Its refusal of an unknown grant has no error_description.',
}

/** The same for checks that are generated: one for each operation, login and way to be wrong. */
const families: ReadonlyArray<readonly [RegExp, string]> = [
  [/^fail token\/invalid-client\//, everyClient],
  [/^fail token\/invalid-grant\//, everyLogin],
  [/^fail token\/invalid-token\//, everyToken],
  [/^warn token\/no-token-refused\//, everyToken],
  [/^fail token\/(?:account-id|cluster-url|user-fields)\//, noAccount],
  [/^warn token\/unissued-code-refused\//, everyCode],
  [/^warn token\/incomplete-request-refused\/basic-/, everyClient],
  [/^fail token\/scope-by-client-type\//, anyScope],
]

it('is judged whole, and flagged for what it truly does otherwise', async () => {
  const verdicts = [...(await verdictsAgainst(target(), { interfaces: ['token'] })).values()]
  const flagged = verdicts.filter(({ is }) => !['pass', 'observed', 'not-applicable', 'not-exercised'].includes(is))
  const lines = flagged
    .map(({ is, check }) => `${is} ${check}`)
    .filter((line) => !families.some(([of]) => of.test(line)))
  expect(lines.sort()).toEqual(
    Object.keys(differs)
      .filter((line) => !families.some(([of]) => of.test(line)))
      .sort(),
  )
  for (const [of] of families) expect(flagged.some(({ is, check }) => of.test(`${is} ${check}`))).toBe(true)
  expect(flagged.every(({ findings }) => findings.length > 0)).toBe(true)
  const passed = verdicts.filter(({ is }) => is === 'pass').map(({ check }) => check)
  expect(passed).toEqual(
    expect.arrayContaining([
      'token/success-is-200/identity-grant',
      'token/client-credentials/id-and-secret-suffice',
      'token/code-yields-token/code-of-the-redirect',
      'token/basic-and-form/exact-bytes',
      'token/grant-type-required/missing',
      'token/token-type/contract',
      'token/expires-in/contract',
    ]),
  )
})
