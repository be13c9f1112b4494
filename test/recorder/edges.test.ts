import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { record } from '../../recorder/record.ts'
import { endLines } from '../../src/cli/record-end.ts'
import { isOwnAddress } from '../../recorder/own-address.ts'
import { answering, get, raw, send, type Raw } from './raw.ts'

/** As long as a busy machine may need. */
const patient = { timeout: 20_000 }

let open: Raw | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})
const recording = async (...how: Parameters<typeof raw>): Promise<Raw> => {
  open = await raw(...how)
  return open
}
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

test('an address with raw bytes is refused here, and counted: no parser of Node reads it', async () => {
  const { port, recorder } = await recording(answering(ok))
  const bytes = Buffer.from('GET /x?q=ü HTTP/1.1\r\nHost: a\r\n\r\n', 'utf8')
  expect(await send(port, bytes)).toMatch(/^HTTP\/1\.1 400 /)
  expect(await get(port)).toMatch(/^HTTP\/1\.1 200 /)
  expect([...recorder.unread()]).toEqual([['HPE_INVALID_URL', 1]])
  expect(endLines(recorder, 'x.har')).toContain('HPE_INVALID_URL (1); an address holds what is not URL-encoded')
  expect(recorder.totals().requests).toBe(1)
})

test('a client that goes within its head is not counted', async () => {
  const { port, recorder } = await recording(answering(ok))
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end('GET / HTTP/1.1\r\nHos'))
    socket.on('close', () => resolve()).resume()
  })
  expect([...recorder.unread()]).toEqual([])
})

describe('what upstream says before its answer', () => {
  test('103 and others pass with any field; 100 only where upstream says it', async () => {
    const { port } = await recording(
      answering(
        `HTTP/1.1 103 Early Hints\r\nX-Any: 1\r\nLink: </a>; rel=preload\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 199 Odd One\r\nX-Two: 2\r\n\r\n${ok}`,
      ),
    )
    expect(await get(port)).toMatch(
      /^HTTP\/1\.1 103 Early Hints\r\nX-Any: 1\r\nLink: <\/a>; rel=preload\r\n\r\nHTTP\/1\.1 102 Processing\r\n\r\nHTTP\/1\.1 199 Odd One\r\nX-Two: 2\r\n\r\nHTTP\/1\.1 200 OK\r\n/,
    )
  })

  test("a client that waits for 100 waits for upstream's", async () => {
    let said = ''
    const { port, entries } = await recording((socket) =>
      socket.on('data', (chunk) => {
        said += chunk.toString()
        if (said.endsWith('\r\n\r\n')) setTimeout(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 30)
        if (said.endsWith('body')) socket.write(ok)
      }),
    )
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n'),
    )
    let got = ''
    socket.on('data', (chunk) => {
      got += chunk.toString()
      if (got === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write('body')
    })
    await expect.poll(() => got, patient).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
    expect(said).toMatch(/expect: 100-continue/i)
    socket.destroy()
    await expect.poll(() => entries()[0]?.request.postData?.text, patient).toBe('body')
  })

  test('and gets none where upstream refuses', async () => {
    const { port } = await recording(answering('HTTP/1.1 417 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'))
    expect(
      await send(
        port,
        'PUT / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n',
      ),
    ).toMatch(/^HTTP\/1\.1 417 No\r\n/)
  })
})

describe('a connection that was kept open and is closed when it is used again', () => {
  const closing =
    (count: number[]) =>
    (socket: Socket, at: number): void => {
      let heads = 0
      socket.on('data', () => {
        count.push(at)
        // The second head on a connection is never answered.
        if ((heads += 1) > 1) socket.destroy()
        else socket.write(ok)
      })
    }

  test('is made anew once for a request that may be repeated', async () => {
    const count: number[] = []
    const { port, recorder } = await recording(closing(count))
    expect(await get(port)).toMatch(/ok$/)
    expect(await get(port)).toMatch(/ok$/)
    expect(count).toEqual([1, 1, 2])
    expect(recorder.totals()).toMatchObject({ requests: 2, broken: 0 })
  })

  test('and never for another', async () => {
    const count: number[] = []
    const { port } = await recording(closing(count))
    await get(port)
    expect(await send(port, 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx')).toMatch(
      /^HTTP\/1\.1 502 /,
    )
    expect(count.filter((at) => at > 1)).toEqual([])
  })
})

test('an upload that is refused before its end gets the refusal', async () => {
  const { port, entries } = await recording((socket) =>
    socket.once('data', () =>
      socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 5\r\nConnection: close\r\n\r\nlarge'),
    ),
  )
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n\r\n')
    const more = setInterval(() => {
      if (socket.writable) socket.write(Buffer.alloc(100_000))
    }, 5)
    socket.on('close', () => clearInterval(more))
  })
  let got = ''
  socket
    .on('data', (chunk) => {
      got += chunk.toString()
    })
    .on('error', () => undefined)
  await expect.poll(() => got, patient).toMatch(/^HTTP\/1\.1 413 Too Large[^]*large$/)
  socket.destroy()
  await expect.poll(() => entries()[0]?.response.status, patient).toBe(413)
})

test.each([
  ['whose last chunk had not come', '', 'cut'],
  ['that came as a whole', '0\r\n\r\n', 'whole'],
])('an upload in chunks %s is recorded as such when it is refused', async (_, last, kept) => {
  const { port, entries } = await recording((socket) => {
    let seen = ''
    socket.on('data', (chunk) => {
      seen += chunk.toString()
      if (seen.includes(`{"a":1\r\n${last}`))
        socket.end('HTTP/1.1 401 No\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno')
    })
  })
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(
      `PATCH / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n{"a":1\r\n${last}`,
    )
  })
  socket.on('data', () => undefined).on('error', () => undefined)
  await expect.poll(() => entries()[0]?.response.status, patient).toBe(401)
  socket.destroy()
  expect(entries()[0]?.request.postData).toMatchObject({ text: '{"a":1', _kept: kept })
})

describe.each([
  [
    'Trailer with a length',
    'HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nContent-Length: 2\r\n\r\nok',
    /^HTTP\/1\.1 200 OK\r\n[^]*ok$/,
  ],
  ['status 099', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n', /^$|^HTTP\/1\.1 502/],
  [
    '101 that nobody asked for',
    'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nbytes',
    /^HTTP\/1\.1 502/,
  ],
  ['no HTTP at all', 'SSH-2.0-x\r\n', /^HTTP\/1\.1 502/],
  ['two answers', `${ok}HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nother`, /ok$/],
  ['204 with a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello', /^HTTP\/1\.1 204/],
  [
    'a length and chunks',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    /./,
  ],
  ['a head of 20 KB', `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(20_000)}\r\nContent-Length: 0\r\n\r\n`, /./],
])('upstream sends %s', (_what, answer, expected) => {
  test('and the recorder lives on', async () => {
    const { port, recorder } = await recording((socket, count) =>
      count === 1 ? answering(answer)(socket) : answering(ok)(socket),
    )
    expect(await get(port)).toMatch(expected)
    for (const socket of open?.upstreamSockets ?? []) socket.destroy()
    await expect.poll(async () => get(port), patient).toMatch(/ok$/)
    await expect.poll(() => recorder.totals().requests, patient).toBeGreaterThanOrEqual(2)
  })
})

test.each([
  'Host: x\xff{}',
  'Host: ',
  'Host: a\r\nHost: b',
  'Expect: nonsense',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  `X: ${'y'.repeat(20_000)}`,
])('a client sends %s, and the recorder lives on', async (field) => {
  const { port } = await recording(answering(ok))
  await Promise.race([
    send(port, `GET /\xe9?\xff HTTP/1.1\r\n${field}\r\nConnection: close\r\n\r\n`),
    new Promise((resolve) => setTimeout(resolve, 200)),
  ])
  expect(await get(port)).toMatch(/ok$/)
})

describe('large heads', () => {
  test('of requests and answers pass, as addresses with long lists have them', async () => {
    const { port, entries } = await recording(
      answering(`HTTP/1.1 200 OK\r\nX-Back: ${'b'.repeat(60_000)}\r\nContent-Length: 2\r\n\r\nok`),
    )
    const said = await get(port, `/?in=${'1,'.repeat(30_000)}`, `Cookie: a=${'y'.repeat(60_000)}\r\n`)
    expect(said.slice(0, 15)).toBe('HTTP/1.1 200 OK')
    expect(said).toContain('b'.repeat(60_000))
    await expect.poll(() => entries()[0]?.response.status, patient).toBe(200)
    expect(entries()[0]?.request.url.length).toBeGreaterThan(60_000)
  })

  test('beyond any measure are refused as what they are', async () => {
    const { port } = await recording(answering(ok))
    expect(await get(port, '/', `X: ${'y'.repeat(300_000)}\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
  })
})

test('of what came in chunks and was answered before its end, the recording says that it is not whole', async () => {
  const { port, entries } = await recording((socket) =>
    socket.on('data', (chunk) => {
      if (chunk.toString().includes('{"subject"')) socket.write(ok)
    }),
  )
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(
      'PATCH / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\ne\r\n{"subject":"lo\r\n',
    ),
  )
  await expect
    .poll(() => entries()[0]?.request.postData, patient)
    .toMatchObject({ text: '{"subject":"lo', _kept: 'cut' })
  socket.destroy()
  await send(
    port,
    'PATCH / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nd\r\n{"subject":1}\r\n0\r\n\r\n',
  )
  await expect.poll(() => entries()[1]?.request.postData, patient).toMatchObject({ _kept: 'whole' })
})

describe('heads', () => {
  test.each([
    [
      'HEAD with a length',
      'HEAD',
      'HTTP/1.1 200 OK\r\nContent-Length: 12345\r\n\r\n',
      /^HTTP\/1\.1 200 OK\r\nContent-Length: 12345\r\n/,
    ],
    [
      '304',
      'GET',
      'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\nContent-Length: 99\r\n\r\n',
      /^HTTP\/1\.1 304 Not Modified\r\nETag: "x"\r\n/,
    ],
    [
      'Set-Cookie, three times',
      'GET',
      'HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nSet-Cookie: c=3\r\nContent-Length: 0\r\n\r\n',
      /Set-Cookie: a=1\r\nset-cookie: b=2\r\nSet-Cookie: c=3\r\n/,
    ],
    [
      'values of latin-1',
      'GET',
      'HTTP/1.1 200 Gr\xfc\xdfe\r\nX-N: S\xf6hne\r\nContent-Length: 0\r\n\r\n',
      /^HTTP\/1\.1 200 Gr\xfc\xdfe\r\nX-N: S\xf6hne\r\n/,
    ],
  ])('%s', async (_what, method, answer, expected) => {
    const { port } = await recording(answering(answer))
    expect(await send(port, `${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(expected)
  })

  test('an upstream of HTTP/1.0 that tells no length', async () => {
    const { port, entries } = await recording((socket) =>
      socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\n\r\nall of it')),
    )
    expect(await get(port)).toMatch(/all of it/)
    await expect.poll(() => entries()[0]?.response.content.text, patient).toBe('all of it')
  })

  test('a hundred requests in a pipeline are answered in order', async () => {
    const { port } = await recording((socket) => {
      let seen = ''
      socket.on('data', (chunk) => {
        seen += chunk.toString()
        for (let hit = /GET \/(\d+) [^]*?\r\n\r\n/.exec(seen); hit; hit = /GET \/(\d+) [^]*?\r\n\r\n/.exec(seen)) {
          seen = seen.slice(hit.index + hit[0].length)
          const body = `<${hit[1]}>`
          setTimeout(
            () => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
            Math.random() * 5,
          )
        }
      })
    })
    const answer = await send(
      port,
      Array.from(
        { length: 100 },
        (_, at) => `GET /${at} HTTP/1.1\r\nHost: x\r\n${at === 99 ? 'Connection: close\r\n' : ''}\r\n`,
      ).join(''),
    )
    expect(answer.match(/<\d+>/g)).toEqual(Array.from({ length: 100 }, (_, at) => `<${at}>`))
  })
})

describe('a client that leaves', () => {
  test.each([
    ['while it waits', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', ''],
    ['in its upload', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf', ''],
    ['in its download', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'],
  ])('%s takes the upstream connection with it, a hundred times over', async (_when, request, answer) => {
    const { port, recorder, upstreamSockets } = await recording((socket) =>
      socket.on('data', () => {
        if (answer) socket.write(answer)
      }),
    )
    for (let round = 0; round < 100; round += 1) {
      const seen = upstreamSockets.size
      const socket = connect(port, '127.0.0.1', () => socket.write(request))
      socket.on('error', () => undefined)
      if (answer) await new Promise((resolve) => socket.once('data', resolve))
      else while (upstreamSockets.size === seen) await new Promise((resolve) => setImmediate(resolve))
      socket.destroy()
      while (upstreamSockets.size > 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(() => recorder.totals(), patient).toMatchObject({ requests: 100, broken: 100 })
  })
})

describe('a recorder that is its own upstream', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    '[::1]',
    '0.0.0.0',
    '127.1.2.3',
    '[::ffff:127.0.0.1]',
    'LOCALHOST.',
    'x.localhost',
    '[::]',
  ])('%s', (host) => {
    expect(isOwnAddress(new URL(`http://${host}:8080/base`), 8080)).toBe(true)
    expect(isOwnAddress(new URL(`http://${host}:8081/`), 8080)).toBe(false)
  })
  test.each(['cluster.example', '10.0.0.1', '128.0.0.1', 'localhost.example', '[2001:db8::1]'])('not %s', (host) =>
    expect(isOwnAddress(new URL(`http://${host}:8080/`), 8080)).toBe(false),
  )

  test('says so instead of calling itself', async () => {
    const one = await raw(answering(ok))
    const { port } = one
    await one.close()
    const folder = mkdtempSync(join(tmpdir(), 'loop-'))
    const recorder = await record({
      to: [`http://localhost:${port}`],
      port,
      out: join(folder, 'loop.har'),
      append: false,
      version: '1',
    })
    expect(await get(port)).toMatch(/^HTTP\/1\.1 508 /)
    await recorder.close()
    rmSync(folder, { recursive: true })
  })
})
