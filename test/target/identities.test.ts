import { afterEach, describe, expect, test } from 'vitest'
import { guard } from '../../src/target/guard.ts'
import { createIdentities } from '../../src/target/identities.ts'
import { createLedger } from '../../src/target/ledger.ts'
import { ownership } from '../../src/target/ownership.ts'
import { newScope } from '../../src/target/scope.ts'
import { createTransport } from '../../src/target/transport.ts'
import { kitTarget, serve, type Handler } from './server.ts'

const closing: Array<() => void> = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function facing(handler: Handler, addresses: { base?: string } = {}) {
  const server = await serve(handler)
  const target = kitTarget(server.origin, {
    addresses: { auth: server.origin, directory: server.origin, ...addresses },
  })
  const owned = ownership('fabcd')
  const transport = createTransport({ target, guard: guard(target, owned), ledger: createLedger(owned) })
  closing.push(() => {
    transport.close()
    server.close()
  })
  const learnt: string[] = []
  return {
    identities: createIdentities(target, transport, (secret) => learnt.push(secret)),
    scope: newScope('x', 'fabcd00000'),
    learnt,
    origin: server.origin,
  }
}

const issuing = (more: Record<string, unknown> = {}) => {
  let issued = 0
  const seen: Array<{ authorization: string | undefined; body: string }> = []
  const handler: Handler = (request, response, body) => {
    seen.push({ authorization: request.headers.authorization, body })
    response.end(
      JSON.stringify({
        access_token: `token-${++issued}`,
        expires_in: 43_200,
        cluster_url: 'https://eu.example.org/',
        ...more,
      }),
    )
  }
  return { handler, seen, issued: () => issued }
}

describe('tokens of identities', () => {
  test('are asked for once, however many want them, by the grant of the target file', async () => {
    const { handler, seen, issued } = issuing()
    const { identities, scope, learnt } = await facing(handler)
    const grants = await Promise.all(Array.from({ length: 5 }, () => identities.grant('admin', scope)))
    expect(new Set(grants.map(({ token }) => token))).toEqual(new Set(['token-1']))
    expect((await identities.grant('admin', scope)).token).toBe('token-1')
    expect(issued()).toBe(1)
    expect(seen).toEqual([
      {
        authorization: `Basic ${Buffer.from('client-1:client-secret').toString('base64')}`,
        body: 'grant_type=password&username=acme%2Fann&password=ann-password',
      },
    ])
    expect(learnt).toEqual(['token-1'])
    expect((await identities.grant('service', scope)).token).toBe('token-2')
    expect(seen[1]?.body).toBe('grant_type=client_credentials')
  })

  test('are renewed a minute before they end, by a clock that was moved too', async () => {
    const { handler } = issuing({ expires_in: 600 })
    const { identities, scope } = await facing(handler)
    await identities.grant('admin', scope)
    identities.noteClockAdvanced(530_000)
    expect((await identities.grant('admin', scope)).token).toBe('token-1')
    identities.noteClockAdvanced(15_000)
    expect((await identities.grant('admin', scope)).token).toBe('token-2')
  })

  test('are dropped when the target calls that very token invalid', async () => {
    const { handler } = issuing()
    const { identities, scope } = await facing(handler)
    await identities.grant('admin', scope)
    identities.drop('admin', 'another')
    expect((await identities.grant('admin', scope)).token).toBe('token-1')
    identities.drop('admin', 'token-1')
    expect((await identities.grant('admin', scope)).token).toBe('token-2')
  })

  test('that are refused block, and say which identity, status and error', async () => {
    const { identities, scope } = await facing((_request, response) => {
      response.writeHead(400)
      response.end('{"error":"invalid_grant","error_description":"Bad credentials"}')
    })
    await expect(identities.grant('admin', scope)).rejects.toThrow(
      'identities.admin gets no token: status 400, invalid_grant',
    )
    await expect(identities.grant('nobody', scope)).rejects.toThrow('the target file has no identities.nobody')
  })

  test('a refusal is not remembered', async () => {
    let calls = 0
    const { identities, scope } = await facing((_request, response) => {
      calls += 1
      if (calls === 1) response.writeHead(401)
      response.end(calls === 1 ? '{"error":"invalid_client"}' : '{"access_token":"later","cluster_url":"http://h"}')
    })
    await expect(identities.grant('admin', scope)).rejects.toThrow(/401, invalid_client/)
    expect((await identities.grant('admin', scope)).token).toBe('later')
  })
})

describe('the base address', () => {
  test('is the one of the target file before all', async () => {
    const { identities, scope } = await facing(issuing().handler, { base: 'http://mine' })
    expect((await identities.grant('admin', scope)).base).toBe('http://mine')
  })

  test('is else the one that the token response names', async () => {
    const { identities, scope } = await facing(issuing().handler)
    expect((await identities.grant('admin', scope)).base).toBe('https://eu.example.org')
  })

  test.each([
    ['missing', undefined],
    ['no address', 'eu-cluster'],
    ['of another kind', 5],
  ])('is else the one of the directory: cluster_url %s', async (_, clusterUrl) => {
    const asked: string[] = []
    const { identities, scope } = await facing((request, response) => {
      if (request.method === 'POST')
        return void response.end(JSON.stringify({ access_token: 'tok-1', cluster_url: clusterUrl }))
      asked.push(`${request.url} ${request.headers.authorization}`)
      return void response.end(
        JSON.stringify({ accountName: 'acme', clusterName: 'EU', URL: 'https://dir.example.org/' }),
      )
    })
    expect((await identities.grant('admin', scope)).base).toBe('https://dir.example.org')
    expect(asked).toEqual(['/ds/api/directory/v1/accounts/acme?account=acme&user=ann Bearer tok-1'])
  })

  test('that nobody names blocks', async () => {
    const { identities, scope } = await facing((request, response) => {
      if (request.method === 'POST') response.end('{"access_token":"tok-1"}')
      else {
        response.writeHead(404)
        response.end()
      }
    })
    await expect(identities.grant('admin', scope)).rejects.toThrow(/addresses\.base/)
  })
})
