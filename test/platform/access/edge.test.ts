import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { basic, contextQuery, identityOf, send, tokenOf, tokenPath } from './wire.ts'

let close: () => Promise<void> = () => Promise.resolve()
afterEach(() => close())

async function serving(options: Parameters<typeof createPlatform>[0] = {}) {
  const platform = createPlatform(options)
  const listening = await platform.listen({ port: 0 })
  close = () => listening.close()
  return { platform, ...listening }
}

const exchange = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    let got = ''
    socket
      .setEncoding('utf8')
      .on('data', (chunk: string) => {
        got += chunk
      })
      .on('end', () => resolve(got))
      .on('error', reject)
  })

test('over HTTP as in-process: the same answers, addresses from the Host that was asked', async () => {
  const { platform, origin, port } = await serving()
  const { client, username = '', password = '' } = identityOf(platform, 'admin')
  const token = await fetch(`${origin}${tokenPath}`, {
    method: 'POST',
    headers: basic(client),
    body: new URLSearchParams({ grant_type: 'password', username, password }),
  })
  const body = (await token.json()) as Record<string, string>
  expect(body['cluster_url']).toBe(origin)
  const query = `${contextQuery}&access_token=${body['access_token']}`
  const raw = await exchange(
    port,
    `GET /ds/api/directory/v1/accounts/M%C3%BCller%20%26%20S%C3%B6hne%2FOst%2050%25?${query} HTTP/1.1\r\nHost: behind.example:8080\r\nConnection: close\r\n\r\n`,
  )
  expect(raw).toMatch(/^HTTP\/1\.1 200 /)
  expect(raw).toContain('"URL":"http://behind.example:8080/clusters/au"')
})

test.each([
  ['/ds/api/directory/v1/accounts/a%ZZb', 400],
  ['/ds/api/directory/v1/accounts/a%FF', 400],
  ['/ds/api/directory/v1/accounts/acme?account=%C3', 400],
  ['/ds/api/directory/v1/accounts/acme/', 404],
  ['//ds/api/directory/v1/accounts/acme', 404],
  ['/DS/api/directory/v1/accounts/acme', 404],
  ['/clusters/eu/masterCloudInterface/informationService/companies', 404],
  ['/clusters/us/api/oauth2/v1/token', 404],
  ['/', 404],
  ['/api/oauth2/v1/token', 405],
])('%s is answered %i', async (target, status) => {
  const answer = await send(createPlatform(), target)
  expect([answer.status, typeof answer.json['error']]).toEqual([status, 'string'])
})

test('what is no HTTP is answered 400, and the server lives on', async () => {
  const { port, origin } = await serving()
  expect(await exchange(port, 'NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  expect((await fetch(`${origin}/fieldproof/clock`)).status).toBe(200)
})

test('the clock can be read and set forward over HTTP, and moves by itself', async () => {
  const { platform, origin } = await serving()
  const real = Date.now()
  const before = platform.clock.now()
  expect(before).toBeGreaterThanOrEqual(real)
  expect(before).toBeLessThanOrEqual(Date.now())
  const set = await fetch(`${origin}/fieldproof/clock`, { method: 'POST', body: '{"advanceMs":3600000}' })
  const { now } = (await set.json()) as { now: number }
  expect(now - before).toBeGreaterThanOrEqual(3_600_000)
  expect(platform.clock.now()).toBeGreaterThanOrEqual(now)
  for (const body of ['{"advanceMs":"1"}', '{"advanceMs":-1}', 'x', '[]'])
    expect((await fetch(`${origin}/fieldproof/clock`, { method: 'POST', body })).status).toBe(400)
})

test('platforms in one process share nothing', async () => {
  const [one, two] = [createPlatform(), createPlatform({ faults: ['token-status-201'] })]
  const token = await tokenOf(one, 'admin')
  expect((await send(two, `/ds/api/directory/v1/accounts/acme?${contextQuery}&access_token=${token}`)).status).toBe(401)
  expect((await send(one, `/ds/api/directory/v1/accounts/acme?${contextQuery}&access_token=${token}`)).status).toBe(200)
})

test('rules read are noted until they are forgotten', async () => {
  const platform = createPlatform()
  expect([...platform.rulesRead]).toEqual([])
  await tokenOf(platform, 'admin')
  expect([...platform.rulesRead]).toEqual(
    expect.arrayContaining(['token.scope', 'token.type', 'grant.passwordHolds', 'tokens.mint']),
  )
  expect(platform.rulesRead.has('directory.shown')).toBe(false)
  platform.forgetRulesRead()
  expect(platform.rulesRead.size).toBe(0)
})

test('a wire filter acts in-process too', async () => {
  const platform = createPlatform({ faults: ['general-json-as-text'] })
  expect((await send(platform, '/fieldproof/clock')).header('Content-Type')).toMatch(/^text\/html/)
})

test('to make a platform costs no more than a few requests to it: a proof makes thousands', async () => {
  const platform = createPlatform()
  const [makes, requests]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 100; turn += 1) {
    const started = performance.now()
    createPlatform({ faults: ['token-status-201'] })
    const made = performance.now()
    await tokenOf(platform, 'admin')
    makes.push(made - started)
    requests.push(performance.now() - made)
  }
  // The middle of a hundred, side by side: what else the machine does falls on both.
  const middle = (all: number[]) => all.sort((a, b) => a - b)[50] as number
  expect(middle(makes)).toBeLessThan(10 * middle(requests))
})
