import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { guard } from '../../src/target/guard.ts'
import { createLedger } from '../../src/target/ledger.ts'
import { requestUuid } from '../../src/target/request-uuid.ts'
import { ownership } from '../../src/target/ownership.ts'
import { newScope, tidyingScope } from '../../src/target/scope.ts'
import type { Target } from '../../src/target/target.ts'
import { createTransport } from '../../src/target/transport.ts'

const closing: Array<() => void> = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function against(
  handler: (request: IncomingMessage, response: ServerResponse, body: string) => void,
  limits: Partial<Target['limits']> = {},
  paths: Partial<Target['basePaths']> = {},
) {
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => handler(request, response, body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const target = {
    addresses: { auth: origin, directory: origin, base: origin },
    controls: {},
    fixtures: {},
    writes: true,
    basePaths: { token: '/t', data: '/d', ...paths },
    identities: {},
    limits: { concurrency: 8, requests: 50, mayCreateUsers: 0, ...limits },
  } as unknown as Target
  const owned = ownership('fabcd')
  const ledger = createLedger(owned)
  const transport = createTransport({ target, guard: guard(target, owned), ledger })
  closing.push(() => {
    transport.close()
    server.close()
    server.closeAllConnections()
  })
  const scope = newScope('x', 'fabcd00000')
  return {
    origin,
    transport,
    scope,
    ledger,
    owned,
    send: (method: string, path: string, body?: string, raw?: string) =>
      transport.send(
        {
          method,
          url: `${origin}${path}`,
          headers: [['X-Case', 'Kept']],
          ...(body === undefined ? {} : { body: Buffer.from(body) }),
          ...(raw === undefined ? {} : { raw: Buffer.from(raw) }),
        },
        scope,
      ),
  }
}

describe('the one transport', () => {
  test('sends the address as it is given, a trace id, and keeps the answer as it was', async () => {
    const { send } = await against((request, response) => {
      response.writeHead(
        418,
        'Odd',
        [
          ['X-A', '1'],
          ['X-A', '2'],
        ].flat(),
      )
      response.end(JSON.stringify([request.url, request.headers['x-request-id']]))
    })
    const exchange = await send('GET', '/a/%2F%2e%2e/x+y%20z?q=%27a+b&e=%28x%29')
    expect(JSON.parse(Buffer.from(exchange.response!.body).toString())).toEqual([
      '/a/%2F%2e%2e/x+y%20z?q=%27a+b&e=%28x%29',
      requestUuid('fabcd00000-1'),
    ])
    expect(exchange.response?.status).toBe(418)
    expect(exchange.response?.statusText).toBe('Odd')
    expect(exchange.response?.headers.filter(([name]) => name === 'X-A')).toEqual([
      ['X-A', '1'],
      ['X-A', '2'],
    ])
  })

  test('keeps connections', async () => {
    const sockets = new Set<unknown>()
    const { send } = await against((request, response) => {
      sockets.add(request.socket)
      response.end()
    })
    for (let at = 0; at < 5; at++) await send('GET', '/')
    expect(sockets.size).toBe(1)
  })

  test('a budget that is spent blocks', async () => {
    const { send } = await against((_, response) => response.end(), { requests: 2 })
    await send('GET', '/')
    await send('GET', '/')
    await expect(send('GET', '/')).rejects.toThrow(/budget of 2 requests is spent/)
  })

  test('no user is created beyond limits.mayCreateUsers: the request is not sent', async () => {
    const sent: string[] = []
    const { send, scope } = await against(
      (request, response) => {
        sent.push(`${request.method} ${request.url}`)
        response.writeHead(201).end('{"id":7}')
      },
      { mayCreateUsers: 1 },
      { user: '/api/user/v1/users', scim: '/api/scim/v2' },
    )
    const create = (name: string) => send('POST', '/api/user/v1/users', `{"email":"fabcd00000-${name}@example.com"}`)
    scope.shrinks = true
    await expect(create('a')).rejects.toThrow(/smaller case/)
    delete scope.shrinks
    await create('b')
    await expect(create('c')).rejects.toThrow(/one more user than limits\.mayCreateUsers/)
    const scimUser = '{"emails":[{"value":"fabcd00000-d@example.com"}]}'
    await expect(send('POST', '/api/scim/v2/Users', scimUser)).rejects.toThrow(/one more user/)
    expect(sent).toEqual(['POST /api/user/v1/users'])
  })

  test('a rate is kept', async () => {
    const { send, transport } = await against((_, response) => response.end(), { requestsPerSecond: 50 })
    const started = performance.now()
    await Promise.all(Array.from({ length: 6 }, () => send('GET', '/')))
    expect(performance.now() - started).toBeGreaterThan(90)
    expect(transport.waitedMs()).toBeGreaterThan(90)
  })

  test('429 is waited out and sent again, writes too', async () => {
    let calls = 0
    const { send } = await against((_, response) => {
      calls += 1
      response.writeHead(calls < 3 ? 429 : 201, calls < 3 ? { 'Retry-After': '0' } : {})
      response.end()
    })
    expect((await send('POST', '/d/Thing', '{}')).response?.status).toBe(201)
    expect(calls).toBe(3)
  })

  test('a password error that comes with 429 is an answer, not waited out', async () => {
    let calls = 0
    const { send } = await against((_, response) => {
      calls += 1
      response.writeHead(429, { 'Content-Type': 'application/json' })
      response.end('{"error": "MC-12", "message": "Password is to fresh to change", "values": []}')
    })
    expect((await send('GET', '/')).response?.status).toBe(429)
    expect(calls).toBe(1)
  })

  test('a target that is too busy is asked more slowly for a while; one that says to come back at once is not', async () => {
    const spent = async (retryAfter: Record<string, string>) => {
      let calls = 0
      const { send, transport } = await against((_, response) => {
        calls += 1
        response.writeHead(calls === 2 || calls === 3 ? 503 : 200, calls === 2 || calls === 3 ? retryAfter : {})
        response.end()
      })
      await send('GET', '/')
      await send('GET', '/')
      const before = transport.waitedMs()
      for (let nth = 0; nth < 5; nth += 1) await send('GET', '/')
      return transport.waitedMs() - before
    }
    expect(await spent({})).toBeGreaterThan(50)
    expect(await spent({ 'Retry-After': '0' })).toBe(0)
  })

  test('a 429 within a race is inconclusive', async () => {
    const { send, scope } = await against((_, response) => {
      response.writeHead(429, { 'Retry-After': '0' })
      response.end()
    })
    scope.racing = true
    await expect(send('GET', '/')).rejects.toThrow(/inconclusive/)
  })

  test('a write whose connection breaks is indeterminate and never sent twice', async () => {
    let calls = 0
    const { send } = await against((request) => {
      calls += 1
      request.socket.destroy()
    })
    await expect(send('POST', '/d/Thing', '{}')).rejects.toThrow(/whether it took effect is not known/)
    expect(calls).toBe(1)
  })

  test('a read whose connection breaks is tried again', async () => {
    let calls = 0
    const { send } = await against((request, response) => {
      calls += 1
      if (calls === 1) request.socket.destroy()
      else response.end('here')
    })
    expect(Buffer.from((await send('GET', '/')).response!.body).toString()).toBe('here')
  })

  test('raw bytes arrive exactly', async () => {
    const seen: string[] = []
    const { send } = await against((request, response, body) => {
      seen.push(request.rawHeaders.join('|'), body)
      response.end('ok')
    })
    const exchange = await send(
      'GET',
      '/',
      undefined,
      'GET /odd HTTP/1.1\r\nHOST: x\r\nx-odd:  two  blanks\r\nContent-Length: 3\r\n\r\nabc',
    )
    expect(seen).toEqual(['HOST|x|x-odd|two  blanks|Content-Length|3', 'abc'])
    expect(Buffer.from(exchange.response!.body).toString()).toBe('ok')
  })

  test('the ledger knows an object before the request is sent, and its id after the answer', async () => {
    const { send, ledger, owned } = await against((_, response) => {
      response.writeHead(201)
      response.end('{"data":[{"thing":{"id":"00000000000000000000000000000001"}}]}')
    })
    await send('POST', '/d/Thing?account=a', '{"externalId":"fabcd00000-1"}')
    expect(ledger.unfinished().map(({ id, externalId }) => id ?? externalId)).toEqual([
      '00000000000000000000000000000001',
      'fabcd00000-1',
    ])
    expect(owned.owns('00000000-0000-0000-0000-000000000001')).toBe(true)
  })
})

describe('a run that is stopped', () => {
  const create = (id: string) => ['POST', '/d/ServiceCall', JSON.stringify({ id })] as const

  test('waits for no read, and for writes that are under way only so long', async () => {
    const waiting: ServerResponse[] = []
    const { transport, send, ledger, owned } = await against((_, response) => void waiting.push(response))
    for (const id of ['A1', 'B2']) owned.own(id)
    const settled = Promise.allSettled([send('GET', '/slow'), send(...create('A1')), send(...create('B2'))])
    while (waiting.length < 3) await new Promise((resolve) => setTimeout(resolve, 5))
    const stopped = transport.stop('enough', 300)
    waiting
      .find(({ req }) => req.method === 'POST')
      ?.writeHead(201)
      .end()
    await stopped
    const results = await settled
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
    expect(results.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))).toEqual([
      'enough',
      'enough',
    ])
    // The one whose answer nobody waited for may still come.
    expect(ledger.unfinished().map(({ id, unanswered }) => [id, unanswered])).toEqual([
      ['B2', true],
      ['A1', undefined],
    ])
  })

  test('sends nothing more, but for the clean-up, until that is given up too', async () => {
    const { transport, send, origin } = await against((_, response) => response.end())
    await transport.stop('enough', 0)
    await expect(send('GET', '/more')).rejects.toThrow('enough')
    await expect(transport.pause(1)).rejects.toThrow('enough')
    const tidy = () =>
      transport.send({ method: 'GET', url: `${origin}/d`, headers: [] }, tidyingScope('clean up', 'fabcd00001'))
    expect((await tidy()).response?.status).toBe(200)
    transport.giveUp('too late')
    await expect(tidy()).rejects.toThrow('too late')
  })

  test('counts waits side by side once, and adds them up beside it', async () => {
    const { transport } = await against((_, response) => response.end())
    await Promise.all([transport.pause(40), transport.pause(30), transport.pause(40)])
    await transport.pause(10)
    expect(transport.waitedMs()).toBe(120)
    expect(transport.waitingMs()).toBeGreaterThanOrEqual(49)
    expect(transport.waitingMs()).toBeLessThan(75)
  })

  test('gives its slots back, though the answers never come', async () => {
    const { transport, send, origin } = await against(
      (request, response) => void (request.url === '/d' && response.end()),
      { concurrency: 1 },
    )
    const never = Promise.allSettled([send('GET', '/never'), send('GET', '/queued')])
    await transport.stop('enough', 0)
    expect((await never).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const tidied = await transport.send(
      { method: 'GET', url: `${origin}/d`, headers: [] },
      tidyingScope('clean up', 'fabcd00001'),
    )
    expect(tidied.response?.status).toBe(200)
  })
})
