import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connected, exchange, exchangeSecured, forwarding, secured, type Forwarding } from '../support/forwarding.ts'

let place: Forwarding
const closing: Array<() => unknown> = []
beforeEach(async () => {
  place = await forwarding()
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await place.close()
})

const get = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

/** Until it holds, or for a minute. */
async function soon(holds: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 3000 && !holds(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 20))
  return holds()
}

test('a client that does not read holds back the upstream, through TLS', async () => {
  let pushed = 0
  const { secure } = await place.upstream((_incoming, response) => {
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
    response.on('error', () => undefined)
    push()
  })
  const { port } = await place.recorder()
  const socket = await secured(port, `localhost:${secure}`, place.ca)
  socket
    .on('error', () => undefined)
    .pause()
    .write(get)
  await soon(() => pushed > 1024 * 1024)
  await new Promise((resolve) => setTimeout(resolve, 300))
  const held = pushed
  socket.destroy()
  expect(held).toBeGreaterThan(0)
  expect(held).toBeLessThan(40 * 1024 * 1024)
})

test.each([
  ['while it waits', false],
  ['in the middle of an answer', true],
])('a client that leaves %s ends the upstream request', async (_when, answering) => {
  let [begun, left] = [false, false]
  const { secure } = await place.upstream((_incoming, response) => {
    begun = true
    response.on('close', () => {
      left = !response.writableFinished
    })
    if (answering) response.write('begun')
  })
  const { port, entries } = await place.recorder()
  const socket = await secured(port, `localhost:${secure}`, place.ca)
  socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  if (answering) await new Promise((resolve) => socket.once('data', resolve))
  await soon(() => begun)
  socket.destroy()
  expect(await soon(() => left)).toBe(true)
  expect((await entries())[0]?.response._error).toBe('client-abort')
})

describe('an upstream that breaks the protocol', () => {
  test.each([
    [
      'trailers announced beside a length',
      'HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nContent-Length: 2\r\n\r\nok',
      /^(?:$|HTTP\/1\.1 200 [\s\S]*ok$)/,
    ],
    ['a status below 100', 'HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n', /^(?:$|HTTP\/1\.1 502 )/],
    ['no HTTP at all', 'SSH-2.0-x\r\n', /^HTTP\/1\.1 502 /],
    ['a head without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(40_000)}`, /^HTTP\/1\.1 502 /],
    ['nothing', '', /^HTTP\/1\.1 502 /],
  ])('%s', async (_what, answer, expected) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.end(answer)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    const { plain } = await place.upstream((_incoming, response) => response.end('alive'))
    const { port } = await place.recorder()
    const through = (to: number) =>
      Promise.race([
        exchange(port, `GET http://localhost:${to}/ HTTP/1.1\r\nHost: localhost:${to}\r\nConnection: close\r\n\r\n`),
        new Promise<string>((resolve) => setTimeout(() => resolve('still open'), 3000)),
      ])
    expect(await through((server.address() as AddressInfo).port)).toMatch(expected)
    expect(await through(plain)).toContain('alive')
  })
})

test('a refusal that comes before the upload is over reaches the client', async () => {
  const { secure } = await place.upstream((_incoming, response) => {
    response.writeHead(413, { Connection: 'close', 'Content-Length': '5' }).end('large')
  })
  const { port } = await place.recorder()
  const socket = await secured(port, `localhost:${secure}`, place.ca)
  let answer = ''
  socket
    .on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      answer += chunk.toString()
    })
    .write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(20_000)}`)
  expect(await soon(() => answer.endsWith('large'))).toBe(true)
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  socket.destroy()
})

test('three requests at once on one connection are answered in order', async () => {
  const { secure } = await place.upstream((incoming, response) => {
    setTimeout(() => response.end(`at ${incoming.url}`), incoming.url === '/1' ? 40 : 0)
  })
  const { port, entries } = await place.recorder()
  const one = (at: number, more = '') => `GET /${at} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
  const answer = await exchangeSecured(
    port,
    `localhost:${secure}`,
    place.ca,
    one(1) + one(2) + one(3, 'Connection: close\r\n'),
  )
  expect(answer.match(/at \/\d/g)).toEqual(['at /1', 'at /2', 'at /3'])
  expect(await entries(3)).toHaveLength(3)
})

test('a blind tunnel to nobody is refused; one that is left or ends lets go of both sides', async () => {
  const { front } = await place.front({ hosts: ['elsewhere.example'] })
  expect((await connected(front.port, '127.0.0.1:1')).said).toMatch(/^HTTP\/1\.1 502 /)
  let open = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open += 1
    socket.on('close', () => {
      open -= 1
    })
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => socket.write(chunk))
    socket.on('end', () => socket.end('last words'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const { said, socket } = await connected(front.port, target)
  expect(said).toMatch(/^HTTP\/1\.1 200 /)
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk.toString()
  })
  socket.end('echo ')
  await new Promise((resolve) => socket.once('close', resolve))
  expect(heard).toBe('echo last words')
  const { socket: second } = await connected(front.port, target)
  second.destroy()
  expect(await soon(() => open === 0)).toBe(true)
  expect([...front.tunnelled()]).toEqual([['127.0.0.1', 3]])
})
