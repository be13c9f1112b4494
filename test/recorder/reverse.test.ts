import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { record, type Recorder } from '../../recorder/record.ts'
import type { HarEntry } from '../../src/har/har.ts'
import { noise } from '../support/noise.ts'

/** As long as a busy machine may need. */
const patient = { timeout: 20_000 }

let folder: string
const closing: Array<() => unknown> = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recorder-'))
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true })
})

async function recording(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<{
  recorder: Recorder
  port: number
  /** All entries, once at least so many are there. */
  entries: (atLeast?: number) => Promise<HarEntry[]>
  text: () => string
  upstream: string
}> {
  const sockets = new Set<Socket>()
  const server = createServer(handle)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const file = join(folder, 'traffic.har')
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const recorder = await record({ to: [upstream], port: 0, out: file, append: false, version: '1' })
  closing.push(() => recorder.close())
  const read = (): HarEntry[] =>
    (JSON.parse(readFileSync(file, 'utf8')) as { log: { entries: HarEntry[] } }).log.entries
  const entries = async (atLeast = 1): Promise<HarEntry[]> => {
    await expect.poll(() => read().length, patient).toBeGreaterThanOrEqual(atLeast)
    return read()
  }
  return { recorder, port: recorder.ports[0] ?? 0, entries, text: () => readFileSync(file, 'utf8'), upstream }
}

/** Exactly these bytes to a new connection; all that comes back until it closes. */
const exchange = (port: number, bytes: string | Buffer): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let got = ''
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1')
    })
    socket.on('error', () => resolve(`${got}<error>`))
    socket.on('close', () => resolve(got))
  })

test('heads pass in order, case and with repeats, both ways; trailers too', async () => {
  let seen: string[] = []
  const { port, entries } = await recording((request, response) => {
    seen = request.rawHeaders
    response.writeHead(207, 'Quite Many', [
      'X-One',
      'a',
      'x-one',
      'b',
      'Trailer',
      'X-Sum',
      'Transfer-Encoding',
      'chunked',
    ])
    response.write('body')
    response.addTrailers({ 'X-Sum': '4' })
    response.end()
  })
  const answer = await exchange(
    port,
    'GET /a%2Fb?x=%20 HTTP/1.1\r\nHost: here\r\nX-B: 1\r\nx-b: 2\r\nConnection: close\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 207 Quite Many\r\nX-One: a\r\nx-one: b\r\n/)
  expect(answer).toContain('X-Sum: 4')
  expect(seen.filter((_, at) => /^x-b$/i.test(seen[at - (at % 2)] ?? ''))).toEqual(['X-B', '1', 'x-b', '2'])
  const [entry] = await entries()
  expect(entry?.request.url).toMatch(/\/a%2Fb\?x=%20$/)
  expect(entry?.response).toMatchObject({ status: 207, statusText: 'Quite Many', content: { text: 'body' } })
})

test('large bodies pass byte for byte, both ways', async () => {
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const up = noise(12 * 1024 * 1024, 1)
  const down = noise(9 * 1024 * 1024, 2)
  let got = ''
  const { port, entries } = await recording((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      got = hash(Buffer.concat(chunks))
      response.writeHead(200, { 'Content-Length': down.length }).end(down)
    })
  })
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: up })
  expect(hash(Buffer.from(await response.arrayBuffer()))).toBe(hash(down))
  expect(got).toBe(hash(up))
  // What is too large for an entry is told by its hash, and stands beside the recording.
  await expect
    .poll(async () => (await entries())[0], patient)
    .toMatchObject({
      request: { bodySize: up.length, postData: { _sha256: hash(up) } },
      response: { bodySize: down.length, content: { size: down.length, _file: `traffic.har.d/${hash(down)}` } },
    })
  expect(hash(readFileSync(join(folder, 'traffic.har.d', hash(down))))).toBe(hash(down))
})

test.each([
  ['with a length', { 'Content-Length': '1000' }],
  ['in chunks', { 'Transfer-Encoding': 'chunked' }],
])('a body that is cut off upstream stays cut off, %s, and no word of ours is in it', async (_how, headers) => {
  const { port, entries } = await recording((_request, response) => {
    response.writeHead(200, headers)
    response.write('half')
    setTimeout(() => response.destroy(), 30)
  })
  const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/half(?:\r\n)?(?:<error>)?$/)
  expect(answer).not.toMatch(/\r\n0\r\n\r\n$/)
  expect((await entries())[0]).toMatchObject({ response: { _error: 'upstream-reset' }, _recorder: { truncated: true } })
})

test('a client that leaves ends the upstream request, too', async () => {
  let left = false
  const { port, entries } = await recording((_request, response) => {
    response.on('close', () => {
      left = !response.writableFinished
    })
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'.repeat(1000)), 5)
    response.on('close', () => clearInterval(timer))
  })
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
  await new Promise((resolve) => socket.once('data', resolve))
  socket.destroy()
  const found = await entries()
  await expect.poll(() => left, patient).toBe(true)
  expect(found[0]?.response._error).toBe('client-abort')
})

test('a client that does not read holds back the upstream', async () => {
  let pushed = 0
  const { port } = await recording((_request, response) => {
    response.writeHead(200)
    const chunk = Buffer.alloc(64 * 1024)
    const push = () => {
      while (pushed < 200 * 1024 * 1024) {
        pushed += chunk.length
        if (!response.write(chunk)) {
          response.once('drain', push)
          return
        }
      }
    }
    push()
    response.on('error', () => undefined)
  })
  const socket = connect(port, '127.0.0.1', () => {
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  socket.destroy()
  expect(pushed).toBeLessThan(40 * 1024 * 1024)
})

test('no secret is written, wherever it stands', async () => {
  const token = 'tok-3n-0f-a-c4naRy+/='
  const { port, text, entries } = await recording((request, response) => {
    request.resume()
    const isToken = request.url?.includes('token')
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'X-Echo': isToken ? 'none' : token,
      'Set-Cookie': 'session=c00kie-canary; Path=/',
    })
    response.end(
      isToken
        ? JSON.stringify({ access_token: token })
        : JSON.stringify({ echo: encodeURIComponent(token), nested: Buffer.from(token).toString('base64') }),
    )
  })
  const basic = Buffer.from('client:cl13nt-s3cret-canary').toString('base64')
  await (
    await fetch(`http://127.0.0.1:${port}/api/oauth2/v1/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'password', password: 'p4ssw0rd & canary' }),
    })
  ).text()
  await (
    await fetch(`http://127.0.0.1:${port}/api/x?access_token=${encodeURIComponent(token)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/mixed; boundary=b' },
      body: `--b\r\n\r\nGET / HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n--b--`,
    })
  ).text()
  expect(await entries(2)).toHaveLength(2)
  for (const canary of [
    token,
    encodeURIComponent(token),
    Buffer.from(token).toString('base64').slice(0, 20),
    basic,
    'cl13nt-s3cret-canary',
    'p4ssw0rd',
    'c00kie-canary',
  ])
    expect(text()).not.toContain(canary)
})

test('hostile input leaves it alive', async () => {
  const { port } = await recording((_request, response) => response.end('fine'))
  for (const bytes of [
    'nonsense\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x:99999\r\nConnection: close\r\n\r\n',
    'GET http://127.0.0.1:99999/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n',
  ]) {
    await Promise.race([exchange(port, bytes), new Promise((resolve) => setTimeout(resolve, 300))])
  }
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('fine')
})

test('an upstream that is not there is said before any byte', async () => {
  const recorder = await record({
    to: ['http://127.0.0.1:1'],
    port: 0,
    out: join(folder, 'none.har'),
    append: false,
    version: '1',
  })
  closing.push(() => recorder.close())
  expect((await fetch(`http://127.0.0.1:${recorder.ports[0]}/`)).status).toBe(502)
  expect(recorder.totals()).toMatchObject({ requests: 1, broken: 1 })
})

test('a hundred exchanges at once are all there', async () => {
  const { port, entries } = await recording((_request, response) => response.end('x'))
  const agent = new http.Agent({ keepAlive: true, maxSockets: 20 })
  closing.push(() => agent.destroy())
  await Promise.all(
    Array.from(
      { length: 100 },
      (_, at) =>
        new Promise<void>((resolve, reject) =>
          http
            .get({ agent, port, host: '127.0.0.1', path: `/${at}` }, (response) => {
              response.resume()
              response.on('end', resolve)
            })
            .on('error', reject),
        ),
    ),
  )
  expect(new Set((await entries(100)).map(({ request }) => request.url)).size).toBe(100)
})
