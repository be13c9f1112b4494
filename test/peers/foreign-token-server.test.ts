import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { verdictsAgainst } from '../support/verdicts.ts'

// A token server from npm that nobody of this project wrote. It takes any client and any login, and its one protected call takes any token.
const server = new OAuth2Server(undefined, undefined, {
  endpoints: { token: '/api/oauth2/v1/token', authorize: '/api/oauth2/v1/authorize', userinfo: '/masterCloudInterface/informationService/companies' },
})
server.service.on('beforeUserinfo', (answer) => { answer.body = { companies: [{ name: 'works', description: '' }] } })
let origin = ''

beforeAll(async () => {
  // It puts whole seconds and nothing random into its tokens: with the clock at rest, two alike are alike in every run.
  vi.useFakeTimers({ toFake: ['Date'] })
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  origin = `http://127.0.0.1:${server.address().port}`
})
afterAll(async () => {
  await server.stop()
  vi.useRealTimers()
})

const target = () => {
  const client = { id: 'connector', secret: 'connector-secret', version: '1.0' }
  const user = { grant: 'password', client, username: 'acme/ada', password: 'Ada-password-1' }
  return {
    name: 'oauth2-mock-server',
    addresses: { auth: origin, directory: origin, base: origin },
    account: 'acme', company: 'works',
    identities: {
      admin: user, user, password: user, superuser: { ...user, username: 'acme/bob' },
      account: { ...user, username: 'acme' },
      service: { grant: 'client_credentials', client },
    },
    fixtures: { redirectUri: `${origin}/landed` },
    has: ['authorization-code'],
    lacks: Object.fromEntries([
      'clock', 'password-change', 'password-policy', 'password-age', 'sso-user', 'expired-user', 'unprivileged-user', 'general-client', 'local-client', 'disallowed-client',
      'companyless-user', 'second-cluster', 'reserved-account', 'unknown-account', 'service-call',
    ].map((need) => [need, 'a token server alone, which takes any login'])),
    limits: { concurrency: 4, requests: 2000, mayCreateUsers: 0 },
    writes: true,
  }
}

it('is judged without a crash', async () => {
  const verdicts = await verdictsAgainst(target(), { interfaces: ['token'] })
  for (const v of verdicts.values()) if (!['not-applicable', 'not-exercised'].includes(v.is)) console.log(v.is.padEnd(9), v.check, v.because ?? '', v.findings.map((f) => `${f.statement}: expected ${f.expected}; got ${f.actual}`).join(' | ').slice(0, 300))
  expect([...verdicts.values()].filter(({ is }) => is === 'kit-error')).toEqual([])
})
