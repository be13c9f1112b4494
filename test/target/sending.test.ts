import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createTransport } from '../../src/target/transport.ts'
import { guard } from '../../src/target/guard.ts'
import { createLedger } from '../../src/target/ledger.ts'
import { HungUp } from '../../src/target/hung-up.ts'
import { requestUuid } from '../../src/target/request-uuid.ts'
import { ownership } from '../../src/target/ownership.ts'
import { newScope } from '../../src/target/scope.ts'
import { against, kitTarget } from './server.ts'

const closing: Array<() => void> = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
const facing = async (...args: Parameters<typeof against>) => {
  const made = await against(...args)
  closing.push(made.close)
  return made
}
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const text = (body?: Uint8Array) => Buffer.from(body ?? []).toString()

describe.each([
  ['supertest', false],
  ['undici', true],
] as const)('by %s', (_, many) => {
  const exact = '/a/%2F%2f%2e%2e/x+y%20z;m=1/~!$&()*,:@?q=%27a+b&e=%28x%29&dup=1&dup=2&empty=&bare'

  test('the address goes out byte for byte', async () => {
    const { transport, scope, origin } = await facing((request, response) => response.end(request.url))
    expect(
      text((await transport.send({ method: 'GET', url: origin + exact, headers: [], many }, scope)).response?.body),
    ).toBe(exact)
  })

  test('a default port in the address does not become part of the path', async () => {
    const { transport, scope, port } = await facing((request, response) => response.end(request.url))
    // The class URL drops a port only where it is the default one; another spelling of the host shows the same.
    const exchange = await transport.send(
      { method: 'GET', url: `HTTP://127.1:${port}/a%2Fb?x`, headers: [], many },
      scope,
    )
    expect(text(exchange.response?.body)).toBe('/a%2Fb?x')
  })

  test('nothing is added that the kit did not say, but what the wire needs', async () => {
    const { transport, scope, origin } = await facing((request, response) =>
      response.end(JSON.stringify(Object.keys(request.headers).sort())),
    )
    const exchange = await transport.send(
      {
        method: 'POST',
        url: `${origin}/api/oauth2/v1/token`,
        headers: [['X-One', '1']],
        body: Buffer.from('a=b'),
        many,
      },
      scope,
    )
    const names = (JSON.parse(text(exchange.response?.body)) as string[]).filter(
      (name) => !['host', 'connection', 'content-length', 'accept-encoding'].includes(name),
    )
    expect(names).toEqual(['user-agent', 'x-one', 'x-request-id'])
  })

  test('redirects are not followed, repeated headers and odd bodies are kept', async () => {
    const { transport, scope, origin } = await facing((_request, response) => {
      response.writeHead(
        302,
        [
          ['Location', '/elsewhere'],
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
          ['Content-Type', 'multipart/mixed; boundary=x'],
        ].flat(),
      )
      response.end(Buffer.from([0, 255, 13, 10, 128]))
    })
    const { response } = await transport.send({ method: 'GET', url: `${origin}/`, headers: [], many }, scope)
    expect(response?.status).toBe(302)
    expect(response?.headers.filter(([name]) => name === 'Set-Cookie')).toEqual([
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ])
    expect([...response!.body]).toEqual([0, 255, 13, 10, 128])
  })

  test('a body that trickles ends at the deadline of the whole request', async () => {
    const { transport, scope, origin } = await facing(
      (_request, response) => {
        const drip = setInterval(() => response.write('x'), 50)
        response.on('close', () => clearInterval(drip))
      },
      { limits: { timeoutMs: 400 } },
    )
    // Its pauses are far below the deadline, and it never ends: only a deadline of the whole ends it.
    await expect(transport.send({ method: 'GET', url: `${origin}/`, headers: [], many }, scope)).rejects.toThrow(
      /timeout.*inconclusive/,
    )
    expect(scope.exchanges.map(({ failure }) => failure)).toEqual(['timeout'])
  })

  test('a write that times out is indeterminate and sent once', async () => {
    let calls = 0
    const { transport, scope, origin } = await facing(
      () => {
        calls += 1
      },
      { deadlineMs: 300 },
    )
    await expect(
      transport.send(
        { method: 'POST', url: `${origin}/api/data/v4/ServiceCall`, headers: [], body: Buffer.from('{}'), many },
        scope,
      ),
    ).rejects.toThrow(/timeout.*whether it took effect is not known/)
    await sleep(100)
    expect(calls).toBe(1)
  })

  test('a connection that was closed on the way is the last one that was kept open', async () => {
    const used = new Set<Socket>()
    const { transport, scope, origin } = await facing((request, response) => {
      // As a gateway does that gives up idle connections without notice: what crosses that is lost.
      if (used.has(request.socket)) request.socket.destroy()
      else {
        used.add(request.socket)
        response.end('{}')
      }
    })
    const write = async () =>
      transport.send(
        { method: 'POST', url: `${origin}/api/data/v4/ServiceCall`, headers: [], body: Buffer.from('{}'), many },
        scope,
      )
    await write()
    await sleep(20)
    await expect(write()).rejects.toThrow(/no answer \(connection\)/)
    for (let times = 0; times < 3; times += 1) {
      expect((await write()).response?.status).toBe(200)
      await sleep(20)
    }
  })

  test('a read that is broken off each time says so, and connections are kept open as before', async () => {
    const used = new Set<Socket>()
    const { transport, scope, origin } = await facing((request, response) => {
      used.add(request.socket)
      if (request.url?.includes('%00')) request.socket.destroy()
      else response.end('{}')
    })
    const read = (id: string) =>
      transport.send({ method: 'GET', url: `${origin}/api/data/v4/ServiceCall/${id}`, headers: [] }, scope)
    await expect(read('a%00')).rejects.toBeInstanceOf(HungUp)
    const before = used.size
    for (const id of ['b', 'c', 'd']) await read(id)
    expect(used.size).toBe(before + 1)
  })

  test('an answer that is no HTTP is told apart', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end('this is not HTTP\r\n\r\n')))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const target = kitTarget(origin)
    const owned = ownership('fabcd')
    const transport = createTransport({ target, guard: guard(target, owned), ledger: createLedger(owned) })
    closing.push(() => transport.close())
    const scope = newScope('x', 'fabcd00000')
    await expect(transport.send({ method: 'GET', url: `${origin}/`, headers: [], many }, scope)).rejects.toThrow(
      /malformed/,
    )
    expect(scope.exchanges).toHaveLength(1)
  })
})

describe('trace ids', () => {
  test('are unique among requests sent at once, and each is told as a UUID of its own in X-Request-ID', async () => {
    const { transport, scope, origin } = await facing((request, response) =>
      setTimeout(() => response.end(request.headers['x-request-id']), 20),
    )
    const exchanges = await Promise.all(
      Array.from({ length: 6 }, () => transport.send({ method: 'GET', url: `${origin}/`, headers: [] }, scope)),
    )
    expect(new Set(exchanges.map(({ id }) => id)).size).toBe(6)
    expect(exchanges.map(({ response }) => text(response?.body))).toEqual(exchanges.map(({ id }) => requestUuid(id)))
    expect(text(exchanges[0]?.response?.body)).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  })

  test('differ between the tries of one call', async () => {
    let calls = 0
    const { transport, scope, origin } = await facing((_request, response) => {
      calls += 1
      response.writeHead(calls === 1 ? 503 : 200, calls === 1 ? { 'Retry-After': '0' } : {})
      response.end()
    })
    await transport.send({ method: 'GET', url: `${origin}/`, headers: [] }, scope)
    expect(scope.exchanges.map(({ id }) => id)).toEqual(['fabcd00000-1', 'fabcd00000-2'])
  })

  test('are one row for a scope and the copies made of it', async () => {
    const { transport, scope, origin } = await facing((_request, response) => response.end())
    const [one, other] = await Promise.all(
      [scope, { ...scope }].map((own) => transport.send({ method: 'GET', url: `${origin}/`, headers: [] }, own)),
    )
    expect(one?.id).not.toBe(other?.id)
  })
})

describe('limits', () => {
  test('no more run at once than the target allows, whenever they come', async () => {
    let running = 0
    let most = 0
    const { transport, scope, origin } = await facing(
      (_request, response) => {
        most = Math.max(most, ++running)
        setTimeout(() => {
          running -= 1
          response.end()
        }, 5)
      },
      { limits: { concurrency: 2 } },
    )
    // Each caller sends its next request the moment its last has ended: just when the slot is handed on.
    const caller = async () => {
      for (let at = 0; at < 6; at += 1)
        await transport.send({ method: 'GET', url: `${origin}/`, headers: [], many: true }, scope)
    }
    await Promise.all(Array.from({ length: 5 }, caller))
    expect(most).toBe(2)
  })

  test('cleaning up may go beyond the budget, nothing else', async () => {
    const { transport, scope, origin } = await facing((_request, response) => response.end(), {
      limits: { requests: 1 },
    })
    const send = (tidying?: true) =>
      transport.send({ method: 'GET', url: `${origin}/`, headers: [], ...(tidying ? { tidying } : {}) }, scope)
    await send()
    await expect(send()).rejects.toThrow(/limits\.requests/)
    await expect(send(true)).resolves.toMatchObject({ response: { status: 200 } })
  })

  test('Retry-After as a date, and at most half a minute of it', async () => {
    let calls = 0
    const { transport, scope, origin } = await facing((_request, response) => {
      calls += 1
      response.writeHead(
        calls === 1 ? 429 : 200,
        calls === 1 ? { 'Retry-After': new Date(Date.now() + 1900).toUTCString() } : {},
      )
      response.end()
    })
    const started = performance.now()
    await transport.send({ method: 'GET', url: `${origin}/`, headers: [] }, scope)
    expect(performance.now() - started).toBeGreaterThan(700)
    expect(transport.waitedMs()).toBeGreaterThan(700)
  })

  test.each([11, -11])('that date is reckoned by the clock of the server, %i hours from ours', async (hours) => {
    let calls = 0
    const there = Date.now() + hours * 3_600_000
    const { transport, scope, origin } = await facing((_request, response) => {
      calls += 1
      response.setHeader('Date', new Date(there).toUTCString())
      if (calls === 1) response.setHeader('Retry-After', new Date(there + 1000).toUTCString())
      response.writeHead(calls === 1 ? 429 : 200)
      response.end()
    })
    await transport.send({ method: 'GET', url: `${origin}/`, headers: [] }, scope)
    // A timer may wake a moment before the clock says so; the rest of that moment is waited for too.
    expect(transport.waitedMs()).toBeGreaterThanOrEqual(1000)
    expect(transport.waitedMs()).toBeLessThan(1100)
  })
})

describe('a race', () => {
  const raceOf = (scope: { racing: boolean; barrier?: { reached(): Promise<void> } }, count: number) => {
    let missing = count
    let open = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    scope.racing = true
    scope.barrier = {
      reached: async () => {
        if (--missing === 0) open()
        await gate
      },
    }
  }

  test('withholds every last byte until all others have come, then lets them go together', async () => {
    const events: Array<'first bytes' | 'whole'> = []
    const answers: Array<() => void> = []
    const early: string[] = []
    const { transport, scope, origin, owned } = await facing(
      (_request, response) => {
        events.push('whole')
        answers.push(() => response.end())
        // None is answered before all are whole: whoever let them go one after the other would wait for ever.
        if (answers.length === 5) for (const answer of answers) answer()
      },
      {
        received: (chunk) => {
          if (chunk.length === 1) return
          early.push(chunk.toString())
          events.push('first bytes')
        },
      },
    )
    const id = 'A'.repeat(32)
    owned.own(id)
    raceOf(scope, 5)
    const send = (at: number) =>
      sleep(at * 40).then(() =>
        transport.send(
          {
            method: 'PATCH',
            url: `${origin}/api/data/v4/ServiceCall/${id}`,
            headers: [],
            body: Buffer.from('{"subject":"a"}'),
          },
          scope,
        ),
      )
    await Promise.all(Array.from({ length: 5 }, (_, at) => send(at)))
    const firstWhole = events.indexOf('whole')
    // The server may read the last byte of one before the first bytes of the latest, but nothing is whole before that one has come.
    expect(firstWhole).toBeGreaterThanOrEqual(4)
    expect(early.slice(0, 4).every((chunk) => chunk.endsWith('{"subject":"a"'))).toBe(true)
    expect(events.filter((event) => event === 'whole')).toHaveLength(5)
  })

  test('of a server that refuses connections ends at once and says so', async () => {
    const { transport, scope, target, origin, close, owned } = await facing((_request, response) => response.end(), {
      deadlineMs: 2000,
    })
    close()
    await sleep(20)
    const id = 'B'.repeat(32)
    owned.own(id)
    raceOf(scope, 2)
    const send = () =>
      transport.send(
        {
          method: 'PATCH',
          url: `${origin}/api/data/v4/ServiceCall/${id}`,
          headers: [],
          body: Buffer.from('{"subject":"a"}'),
        },
        scope,
      )
    const results = await Promise.allSettled([send(), send()])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(scope.exchanges.map(({ failure }) => failure)).toEqual(['connection', 'connection'])
    expect(target.writes).toBe(true)
  })
})

test('raw bytes to a port where nobody listens are a failed connection', async () => {
  const { transport, scope, origin, close } = await facing((_request, response) => response.end())
  close()
  await expect(
    transport.send(
      { method: 'GET', url: `${origin}/`, headers: [], raw: Buffer.from('GET / HTTP/1.1\r\n\r\n') },
      scope,
    ),
  ).rejects.toThrow(/connection/)
})

test('raw bytes: one exact message on a connection of its own, framing faults included', async () => {
  const seen: string[] = []
  const server = createServer((socket: Socket) =>
    socket.on('data', (chunk) => {
      seen.push(chunk.toString('latin1'))
      socket.end('HTTP/1.1 200 Fine\r\nX-A: 1\r\nX-a: 2\r\n\r\nuntil the end')
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const target = kitTarget(`http://127.0.0.1:${port}`)
  const owned = ownership('fabcd')
  const transport = createTransport({ target, guard: guard(target, owned), ledger: createLedger(owned) })
  closing.push(() => transport.close())
  const bytes = 'GET  /odd%zz HTTP/1.1\nhost:x\n  folded\n\n'
  const { response } = await transport.send(
    { method: 'GET', url: `http://127.0.0.1:${port}/`, headers: [], raw: Buffer.from(bytes, 'latin1') },
    newScope('x', 'fabcd00000'),
  )
  expect(seen).toEqual([bytes])
  expect([response?.status, response?.statusText, response?.headers, text(response?.body)]).toEqual([
    200,
    'Fine',
    [
      ['X-A', '1'],
      ['X-a', '2'],
    ],
    'until the end',
  ])
})
