import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createPlatform } from '../../src/platform/platform.ts'
import { onlyKnownHosts } from '../../src/target/known-hosts.ts'
import { madeRun } from '../support/made-run.ts'
import { parseTarget } from '../../src/target/load.ts'

const target = (addresses: Record<string, unknown>) =>
  parseTarget(
    {
      ...createPlatform().targetFile('https://fsm.example'),
      limits: {},
      has: [],
      controls: {},
      addresses,
      fixtures: {},
    },
    'the test',
  )
const plain = { auth: 'https://auth.example', directory: 'https://fsm.example:8443', base: 'https://fsm.example' }

test.each([
  ['the token service', plain, 'https://auth.example/api/oauth2/v1/token'],
  ['a host in capitals, with its own port', plain, 'https://FSM.example:443/api'],
  ['the directory at its port', plain, 'https://fsm.example:8443/x'],
  ['a listed address', { ...plain, clusters: ['https://de.example'] }, 'https://de.example/api'],
  ['a host below a listed one', { ...plain, clusters: ['https://*.nodes.example'] }, 'https://n7.nodes.example/api'],
  ['another spelling of loopback', { ...plain, base: 'http://127.0.0.1:4010' }, 'http://localhost:4010/api'],
  ['http where http is listed', { ...plain, clusters: ['http://fsm.example'] }, 'http://fsm.example/api'],
])('goes to %s', (_, addresses, url) => {
  expect(() => onlyKnownHosts(target(addresses))(url)).not.toThrow()
})

test.each([
  ['another host', plain, 'https://evil.example/api', 'evil.example'],
  ['a host that ends like a known one', plain, 'https://evilfsm.example/api', 'evilfsm.example'],
  ['a known host as user name', plain, 'https://fsm.example@evil.example/api', 'evil.example'],
  ['another port', plain, 'https://fsm.example:9443/api', '9443'],
  ['http instead of https', plain, 'http://fsm.example/api', 'away from https'],
  ['another port of loopback', { ...plain, base: 'http://127.0.0.1:4010' }, 'http://127.0.0.1:4011/api', '4011'],
  [
    'the parent of listed hosts',
    { ...plain, clusters: ['https://*.nodes.example'] },
    'https://nodes.example/',
    'nodes',
  ],
])('does not go to %s', (_, addresses, url, named) => {
  expect(() => onlyKnownHosts(target(addresses))(url)).toThrow(named)
})

/** A server that notes what it is told. */
async function stranger(answer: RequestListener) {
  const told: string[] = []
  const server = createServer((request, response) => {
    request.on('data', (chunk) => told.push(String(chunk)))
    told.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
    request.on('end', () => answer(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { told, origin, close: () => new Promise((resolve) => server.close(resolve)) }
}

test('a login page of another server gets neither request nor password, and the check says which address is to be listed', async () => {
  const elsewhere = await stranger((_request, response) =>
    response.end('<form method="post"><input name="u"><input type="password" name="p"></form>'),
  )
  const { verdicts } = await madeRun({
    edge: async (request, handle) =>
      request.target.includes('/authorize')
        ? { status: 302, headers: [['Location', `${elsewhere.origin}/login`]], body: Buffer.alloc(0) }
        : handle(request),
    which: ({ id }) => id.startsWith('token/authorize-leads-back-with-code/'),
  })
  await elsewhere.close()
  expect(verdicts.length).toBeGreaterThan(0)
  expect(verdicts.map(({ is }) => is)).toEqual(verdicts.map(() => 'blocked'))
  expect(verdicts.map(({ because }) => because).join()).toContain(elsewhere.origin)
  expect(elsewhere.told).toEqual([])
})

test('a token goes to no other server that cluster_url names', async () => {
  const elsewhere = await stranger((_request, response) => response.end('{}'))
  const { verdicts } = await madeRun({
    file: ({ addresses, ...written }) => {
      const { auth, directory } = addresses as Record<string, string>
      return { ...written, addresses: { auth, directory } }
    },
    edge: async (request, handle) => {
      const response = await handle(request)
      if (!request.target.includes('/token')) return response
      const body = JSON.parse(response.body.toString()) as Record<string, unknown>
      return { ...response, body: Buffer.from(JSON.stringify({ ...body, cluster_url: elsewhere.origin })) }
    },
    which: ({ id }) => id.startsWith('data/create/') || id.startsWith('company/list/'),
  })
  await elsewhere.close()
  expect(verdicts.length).toBeGreaterThan(0)
  expect(verdicts.filter(({ is }) => is === 'pass')).toEqual([])
  expect(verdicts.find(({ is }) => is === 'blocked')?.because).toContain(elsewhere.origin)
  expect(elsewhere.told).toEqual([])
})

test('limits: a simulator on loopback is free, a cluster is treated with care', () => {
  expect(target(plain).limits).toEqual({
    requestsPerSecond: 5,
    concurrency: 4,
    requests: 3000,
    mayCreateUsers: 0,
    racing: 8,
  })
  const here = parseTarget({ ...createPlatform().targetFile('http://localhost:4010'), limits: {} }, 'the test')
  expect(here.limits).toEqual({ concurrency: 8, requests: 20_000, mayCreateUsers: 0, racing: 8 })
})
