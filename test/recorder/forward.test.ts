import { spawn, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { connect as connectSocket } from 'node:net'
import { join } from 'node:path'
import axios from 'axios'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ProxyAgent, request } from 'undici'
import { connected, exchange, exchangeSecured, forwarding, secured, type Forwarding } from '../support/forwarding.ts'

let place: Forwarding
beforeEach(async () => {
  place = await forwarding()
})
afterEach(() => place.close())

const noCurl = spawnSync('curl', ['--version']).status !== 0
const fine = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

describe('clients', () => {
  test('undici through ProxyAgent: what passes is recorded as what it was', async () => {
    const { secure } = await place.upstream((incoming, response) => {
      incoming.resume()
      response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"made":true}')
    })
    const { port, entries } = await place.recorder()
    const dispatcher = new ProxyAgent({ uri: `http://127.0.0.1:${port}`, requestTls: { ca: place.ca } })
    const answer = await request(`https://localhost:${secure}/a%2Fb?q=1`, {
      dispatcher,
      method: 'POST',
      body: 'sent',
      headers: { 'content-type': 'text/plain' },
    })
    expect([answer.statusCode, await answer.body.text()]).toEqual([201, '{"made":true}'])
    await dispatcher.close()
    expect((await entries())[0]).toMatchObject({
      request: { method: 'POST', url: `https://localhost:${secure}/a%2Fb?q=1`, postData: { text: 'sent' } },
      response: { status: 201, content: { text: '{"made":true}' } },
    })
  })

  test('axios through https-proxy-agent', async () => {
    const { secure } = await place.upstream((_incoming, response) => response.end('through'))
    const { port, entries } = await place.recorder()
    const httpsAgent = new HttpsProxyAgent(`http://127.0.0.1:${port}`, { ca: place.ca } as object)
    const { data } = await axios.get<string>(`https://localhost:${secure}/axios`, {
      httpsAgent: Object.assign(httpsAgent, { options: { ca: place.ca } }),
      proxy: false,
    })
    expect(data).toBe('through')
    httpsAgent.destroy()
    expect((await entries())[0]?.request.url).toBe(`https://localhost:${secure}/axios`)
  })

  test('curl, over HTTPS and with an absolute address over HTTP', async ({ skip }) => {
    skip(noCurl, 'curl is not installed')
    const { secure, plain } = await place.upstream((_incoming, response) => response.end('through'))
    const { port, entries } = await place.recorder()
    for (const address of [`https://localhost:${secure}/s`, `http://localhost:${plain}/p`]) {
      const said = await new Promise<string>((resolve) => {
        const child = spawn('curl', [
          '-sS',
          '--noproxy',
          '',
          '--proxy',
          `http://127.0.0.1:${port}`,
          '--cacert',
          join(place.folder, 'ours', 'ca.pem'),
          address,
        ])
        let out = ''
        child.stdout.on('data', (chunk: Buffer) => {
          out += chunk.toString()
        })
        child.stderr.on('data', (chunk: Buffer) => {
          out += chunk.toString()
        })
        child.on('close', () => resolve(out))
      })
      expect(said).toBe('through')
    }
    expect((await entries(2)).map(({ request: { url } }) => url)).toEqual([
      `https://localhost:${secure}/s`,
      `http://localhost:${plain}/p`,
    ])
  })
})

test('heads pass in order, case and with repeats, both ways; the Host field as the client wrote it; trailers too', async () => {
  let seen: string[] = []
  const { secure } = await place.upstream((incoming, response) => {
    seen = incoming.rawHeaders
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
  const { port } = await place.recorder()
  const answer = await exchangeSecured(
    port,
    `localhost:${secure}`,
    place.ca,
    `GET / HTTP/1.1\r\nHOST: LocalHost:${secure}\r\nX-B: 1\r\nx-b: 2\r\nConnection: close\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 207 Quite Many\r\nX-One: a\r\nx-one: b\r\n/)
  expect(answer).toContain('X-Sum: 4')
  expect(seen.slice(0, 6)).toEqual(['HOST', `LocalHost:${secure}`, 'X-B', '1', 'x-b', '2'])
})

test('forty connections to a new host at once: one certificate, nothing of it on disk', async () => {
  const { secure } = await place.upstream((_incoming, response) => response.end('x'))
  const { front, leaves } = await place.front()
  const sockets = await Promise.all(
    Array.from({ length: 40 }, () => secured(front.port, `localhost:${secure}`, place.ca)),
  )
  expect(new Set(sockets.map((socket) => socket.getPeerCertificate().fingerprint256)).size).toBe(1)
  expect(leaves.made()).toBe(1)
  for (const socket of sockets) socket.destroy()
  expect(readdirSync(join(place.folder, 'ours')).sort()).toEqual(['ca-key.pem', 'ca.pem'])
})

test('a hello that comes together with CONNECT is answered like any', async () => {
  const { plain } = await place.upstream((_incoming, response) => response.end('early'))
  const { port } = await place.recorder()
  const answer = await exchange(port, `CONNECT localhost:${plain} HTTP/1.1\r\nHost: x\r\n\r\n${fine}`)
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n\r\nHTTP\/1\.1 200 OK[\s\S]*early/)
})

test('CONNECT to an IPv6 address, with a certificate for that address', async () => {
  const { secure } = await place.upstream((_incoming, response) => response.end('six'), '::1')
  const { port, entries } = await place.recorder({ hosts: ['::1'] })
  const socket = await secured(port, `[::1]:${secure}`, place.ca, '')
  expect(socket.getPeerCertificate().subjectaltname).toBe('IP Address:0:0:0:0:0:0:0:1')
  socket.write(`GET /six HTTP/1.1\r\nHost: [::1]:${secure}\r\nConnection: close\r\n\r\n`)
  await new Promise((resolve) => socket.on('close', resolve).resume())
  expect((await entries())[0]?.request.url).toBe(`https://[::1]:${secure}/six`)
})

test('other hosts pass blind: counted, not decrypted, not recorded', async () => {
  const { secure, plain } = await place.upstream((_incoming, response) => response.end('private'))
  const { recorder, port, entries } = await place.recorder({ hosts: ['elsewhere.example'] })
  // Their own certificate comes through: the recorder's authority does not verify it.
  await expect(secured(port, `localhost:${secure}`, place.ca)).rejects.toThrow(/certificate|issuer/i)
  expect(
    await exchange(
      port,
      `GET http://localhost:${plain}/ HTTP/1.1\r\nHost: localhost:${plain}\r\nConnection: close\r\n\r\n`,
    ),
  ).toContain('private')
  expect([...recorder.tunnelled()]).toEqual([['localhost', 2]])
  expect(await entries(0)).toEqual([])
})

test.each([
  ['another Host inside', 'GET / HTTP/1.1\r\nHost: decoy.example\r\n\r\n', 421],
  ['another port inside', 'GET / HTTP/1.1\r\nHost: localhost:1\r\n\r\n', 421],
  ['an absolute address of another', 'GET https://decoy.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n', 421],
  ['two Host fields', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: decoy.example\r\nConnection: close\r\n\r\n', 400],
  ['a Host that is none', 'GET / HTTP/1.1\r\nHost: x:99999\r\n\r\n', 400],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['bad HTTP', 'nonsense\r\n\r\n', 400],
  [
    'a websocket',
    'GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n',
    501,
  ],
  ['CONNECT', 'CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
])('inside a connection, %s is refused, reaches nobody, and the connection ends', async (_what, bytes, status) => {
  const { secure, connections } = await place.upstream((_incoming, response) => response.end('reached'))
  const { port, entries } = await place.recorder({ hosts: ['*'] })
  expect(await exchangeSecured(port, `localhost:${secure}`, place.ca, bytes)).toMatch(
    new RegExp(`^HTTP/1\\.1 ${status} `),
  )
  expect(connections()).toBe(0)
  expect(await entries(0)).toEqual([])
  expect(await exchangeSecured(port, `localhost:${secure}`, place.ca, fine)).toContain('reached')
})

test('an offer of a newer HTTP is passed over, the request is not', async () => {
  const { secure } = await place.upstream((incoming, response) => {
    let got = ''
    incoming.on('data', (chunk: Buffer) => {
      got += chunk.toString()
    })
    incoming.on('end', () => response.end(`got ${got}`))
  })
  const { port } = await place.recorder()
  expect(
    await exchangeSecured(
      port,
      `localhost:${secure}`,
      place.ca,
      'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\nContent-Length: 4\r\n\r\nbody',
    ),
  ).toContain('got body')
})

test.each([
  '../../../../tmp/out:443',
  '..%2f..%2fx:443',
  'localhost:99999',
  'localhost:0',
  'localhost:',
  'localhost',
  ':443',
  '[::1:443',
  '[::1%25lo]:443',
  '127.1:443',
  '0x7f.1:443',
  'a b:443',
  'user@localhost:443',
  '-:443',
  `${'a'.repeat(64)}:443`,
])('CONNECT %s is refused', async (authority) => {
  const { front, leaves } = await place.front({ hosts: ['*'] })
  expect(await exchange(front.port, `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
  expect([leaves.made(), readdirSync(place.folder).sort()]).toEqual([0, ['ours', 'theirs']])
})

test.each([
  'GET http://127.0.0.1:99999/ HTTP/1.1\r\nHost: x',
  'GET http:///x HTTP/1.1\r\nHost: x',
  'GET http://u:p@127.0.0.1/ HTTP/1.1\r\nHost: x',
  'GET ftp://127.0.0.1/ HTTP/1.1\r\nHost: x',
  'GET http://[::1/ HTTP/1.1\r\nHost: x',
])('%s is refused', async (head) => {
  const { port } = await place.recorder({ hosts: ['*'] })
  expect(await exchange(port, `${head}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
})

test.each<[string, (port: number) => string]>([
  ['CONNECT to itself', (port) => `CONNECT localhost:${port} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['CONNECT to itself by another spelling', (port) => `CONNECT [::ffff:127.0.0.1]:${port} HTTP/1.1\r\nHost: x\r\n\r\n`],
  [
    'an absolute address of its own',
    (port) => `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
  ],
  [
    'a request that is meant for no other',
    (port) => `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
  ],
])('%s: 508', async (_what, bytes) => {
  const { port } = await place.recorder({ hosts: ['*'] })
  expect(await exchange(port, bytes(port))).toMatch(/^HTTP\/1\.1 508 /)
})

describe('after CONNECT', () => {
  test.each([
    ['garbage', Buffer.from([0xff, 0, 1, 2, 13, 10, 13, 10])],
    ['garbage that begins like TLS', Buffer.from([0x16, 3, 1, 0, 4, 1, 2, 3, 4, 5])],
    ['an old hello', Buffer.from([0x80, 0x2e, 1, 0, 2])],
  ])('%s ends the connection, and the next one works', async (_what, bytes) => {
    const { secure } = await place.upstream((_incoming, response) => response.end('alive'))
    const { front } = await place.front()
    const { socket } = await connected(front.port, `localhost:${secure}`)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume().write(bytes)
    // An HTTP parser waits for more of what may become a method; a client that sends no more has to be let go by the timer.
    if (_what === 'an old hello') socket.end()
    await closed
    expect(await exchangeSecured(front.port, `localhost:${secure}`, place.ca, fine)).toContain('alive')
  })

  test('no first byte: the connection is closed after a while, and at once when the client leaves', async () => {
    const { front } = await place.front({ firstByteMs: 80 })
    const { socket } = await connected(front.port, 'localhost:443')
    await expect(new Promise((resolve) => socket.once('close', () => resolve('closed')))).resolves.toBe('closed')
    const patient = (await place.front({ firstByteMs: 60_000 })).front
    const left = (await connected(patient.port, 'localhost:443')).socket
    const closed = new Promise((resolve) => left.once('close', () => resolve('closed')))
    left.end()
    expect(await closed).toBe('closed')
  })

  test('a handshake that never ends is ended', async () => {
    const { front } = await place.front({ firstByteMs: 80 })
    const { socket } = await connected(front.port, 'localhost:443')
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')))
    socket.resume().write(Buffer.from([0x16, 3, 1, 2, 0, 1]))
    expect(await closed).toBe('closed')
  })

  test('who leaves right after the handshake is not waited for', async () => {
    const { secure } = await place.upstream((_incoming, response) => response.end('x'))
    const { front } = await place.front()
    for (const socket of await Promise.all(
      Array.from({ length: 10 }, () => secured(front.port, `localhost:${secure}`, place.ca)),
    ))
      socket.destroy()
    // It would end with the sockets, or after its grace: which never comes while no timer runs.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      expect(await front.close().then(() => 'closed')).toBe('closed')
    } finally {
      vi.useRealTimers()
    }
  })

  test('no socket is held after two hundred that said nothing', async () => {
    const held = () => readdirSync('/proc/self/fd').length
    const { front } = await place.front({ firstByteMs: 60_000 })
    const before = held()
    const sockets = await Promise.all(Array.from({ length: 200 }, () => connected(front.port, 'localhost:443')))
    expect(held()).toBeGreaterThan(before + 300)
    for (const { socket } of sockets) socket.destroy()
    for (let tries = 0; tries < 100 && held() > before + 5; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20))
    expect(held()).toBeLessThanOrEqual(before + 5)
  })
})

test('a body that is cut off upstream stays cut off, and no word of ours is in it', async () => {
  const { secure } = await place.upstream((_incoming, response) => {
    response.writeHead(200, { 'Content-Length': '1000' })
    response.write('half')
    setTimeout(() => response.destroy(), 30)
  })
  const { port, entries } = await place.recorder()
  expect(await exchangeSecured(port, `localhost:${secure}`, place.ca, fine)).toMatch(/\r\n\r\nhalf$/)
  expect((await entries())[0]).toMatchObject({ _recorder: { truncated: true } })
})

test('an upstream whose certificate is not to be trusted is not talked to', async () => {
  const { secure } = await place.upstream((_incoming, response) => response.end('never'))
  const { front, told } = await place.front({ hosts: ['a.localhost'] })
  // Its certificate is good for that name; the authority of the other recorder is not ours to trust.
  const other = await forwarding()
  try {
    const { front: theirs } = await other.front({ hosts: ['localhost'] })
    const answer = await exchangeSecured(theirs.port, `localhost:${secure}`, other.ca, fine)
    expect(answer).toMatch(/^HTTP\/1\.1 502 /)
    expect(answer).not.toMatch(/certificate|issuer/i)
  } finally {
    await other.close()
  }
  expect([told.length, front.tunnelled().size]).toEqual([0, 0])
})

describe('a password', () => {
  const password = 'pr0xy-p4ssword-canary'
  const basic = (text: string) => `Proxy-Authorization: Basic ${Buffer.from(text).toString('base64')}\r\n`

  test('is demanded, and goes no further', async () => {
    let seen: readonly string[] = []
    const { secure, plain } = await place.upstream((incoming, response) => {
      seen = incoming.rawHeaders
      response.end('in')
    })
    const { port, entries, text } = await place.recorder({ password })
    for (const headers of ['', basic('x:wrong'), basic(password), 'Proxy-Authorization: Bearer x\r\n']) {
      if (headers === basic(password)) continue
      expect((await connected(port, `localhost:${secure}`, headers)).said).toMatch(
        /^HTTP\/1\.1 407 [\s\S]*Proxy-Authenticate: Basic/,
      )
      expect(
        await exchange(port, `GET http://localhost:${plain}/ HTTP/1.1\r\nHost: localhost:${plain}\r\n${headers}\r\n`),
      ).toMatch(/^HTTP\/1\.1 407 /)
    }
    expect(await entries(0)).toEqual([])
    const { said, socket } = await connected(port, `localhost:${secure}`, basic(`me:${password}`))
    expect(said).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
    expect(
      await exchange(
        port,
        `GET http://localhost:${plain}/?x=${password} HTTP/1.1\r\nHost: localhost:${plain}\r\n${basic(`me:${password}`)}Connection: close\r\n\r\n`,
      ),
    ).toContain('in')
    expect(seen.join('\n')).not.toMatch(/proxy-authorization/i)
    expect(await entries()).toHaveLength(1)
    expect(text()).not.toMatch(
      new RegExp(`${password}|${Buffer.from(`me:${password}`).toString('base64')}|proxy-authorization`, 'i'),
    )
  })
})

test('clients that leave at every stage leave it alive', async () => {
  const { secure } = await place.upstream((_incoming, response) => setTimeout(() => response.end('late'), 20))
  const { port } = await place.recorder({ hosts: ['*'] })
  for (const bytes of [
    'C',
    'CONNECT localhost',
    `CONNECT localhost:${secure} HTTP/1.1\r\n\r\n`,
    `CONNECT localhost:${secure} HTTP/1.1\r\nHost: x\r\n\r\n\x16\x03\x01`,
    `GET http://localhost:${secure}/ HTTP/1.1\r\nHost: localhost:${secure}\r\n\r\n`,
  ]) {
    const socket = connectSocket(port, '127.0.0.1', () => {
      socket.write(bytes, 'latin1')
      setTimeout(() => socket.resetAndDestroy(), 10)
    })
    socket.on('error', () => undefined)
    await new Promise((resolve) => socket.once('close', resolve))
  }
  expect(await exchangeSecured(port, `localhost:${secure}`, place.ca, fine)).toContain('late')
})
