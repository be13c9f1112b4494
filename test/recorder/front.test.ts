import { createServer } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectTarget } from '../../recorder/front/connect-target.ts'
import { hostList, isHostPattern } from '../../recorder/front/host-list.ts'
import { isSelf } from '../../recorder/front/self.ts'
import { createTally } from '../../recorder/front/tally.ts'
import { record } from '../../recorder/record.ts'
import { exchange } from '../support/forwarding.ts'

test.each([
  ['a.example:443', 'a.example', 443],
  ['A.Example.:8443', 'a.example', 8443],
  ['127.0.0.1:1', '127.0.0.1', 1],
  ['[::1]:65535', '::1', 65535],
  ['[0:0:0:0:0:0:0:1]:443', '::1', 443],
  ['_srv.a:443', '_srv.a', 443],
])('%s is a target', (text, host, port) => {
  expect(connectTarget(text)).toEqual({ host, port })
})

test.each([
  '',
  ':',
  'a',
  'a:',
  'a:0',
  'a:65536',
  'a:443x',
  'a:-1',
  'a:1:2',
  '../a:443',
  'a/b:443',
  'a\\b:443',
  'a..b:443',
  '.a:443',
  'a%00:443',
  'ä:443',
  '::1:443',
  '[::1]',
  '[a]:443',
  '[::1%lo]:443',
  '1.2.3:443',
  '256.1.1.1:443',
  '0x7f000001:443',
  '2130706433:443',
  `${'a.'.repeat(127)}aa:443`,
])('%j is none', (text) => {
  expect(connectTarget(text)).toBeUndefined()
})

test('hosts are named, by wildcard, or all', () => {
  const records = hostList(['A.example', '*.b.example', '0:0:0:0:0:0:0:1'])
  expect(['a.example', 'x.b.example', 'x.y.b.example', '::1'].map(records)).toEqual([true, true, true, true])
  expect(['x.a.example', 'b.example', 'xb.example', 'a.example.org', '127.0.0.1'].map(records)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
  expect(hostList(['*'])('any')).toBe(true)
  expect(['a', '*.a', '*', '::1', '[::1]', '10.0.0.1'].map(isHostPattern)).not.toContain(false)
  expect(['', 'a:443', '[::1]:443', 'https://a', 'a.*', '*a', 'a/b'].map(isHostPattern)).not.toContain(true)
})

test('its own addresses, in every spelling, at its own port only', () => {
  const mine = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])
  for (const host of [
    'localhost',
    'x.localhost',
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    ...mine,
  ]) {
    expect([host, isSelf({ host, port: 8080 }, { host: '0.0.0.0', port: 8080 })]).toEqual([host, true])
    expect(isSelf({ host, port: 8081 }, { host: '0.0.0.0', port: 8080 })).toBe(false)
  }
  expect(isSelf({ host: 'a.example', port: 8080 }, { host: '127.0.0.1', port: 8080 })).toBe(false)
})

test('of very many hosts the later ones are counted together', () => {
  const tally = createTally()
  for (let at = 0; at < 1500; at += 1) tally.add(`h${at}`)
  tally.add('h0')
  expect([tally.counts().size, tally.counts().get('h0'), tally.counts().get('others')]).toEqual([1001, 2, 500])
})

describe('reverse mode behind a password', () => {
  const password = 'g4te-keeper-canary'
  const basic = Buffer.from(`me:${password}`).toString('base64')
  let folder: string
  const closing: Array<() => unknown> = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'guarded-'))
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    rmSync(folder, { recursive: true })
  })

  async function guarded(to?: string) {
    let seen: readonly string[] = []
    const server = createServer((incoming, response) => {
      seen = incoming.rawHeaders
      incoming.resume()
      response.end(`at ${incoming.url}`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => {
      server.closeAllConnections()
      server.close()
    })
    const out = join(folder, 'traffic.har')
    const recorder = await record({
      to: [to ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`],
      port: 0,
      listen: '0.0.0.0',
      password,
      out,
      append: false,
      version: '1',
    })
    closing.push(() => recorder.close())
    return {
      port: recorder.ports[0] ?? 0,
      seen: () => seen,
      text: async () => {
        await new Promise((resolve) => setTimeout(resolve, 60))
        return readFileSync(out, 'utf8')
      },
    }
  }

  test.each(['Proxy-Authorization', 'X-Fieldproof-Proxy-Authorization'])(
    '%s lets in, and goes neither upstream nor into the recording',
    async (name) => {
      const { port, seen, text } = await guarded()
      expect(
        await exchange(
          port,
          `GET /a HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer upstream-token\r\n${name}: Basic ${basic}\r\nConnection: close\r\n\r\n`,
        ),
      ).toContain('at /a')
      expect(seen()).toContain('Bearer upstream-token')
      expect(seen().join('\n')).not.toMatch(/proxy-authorization/i)
      expect(await text()).toContain('/a')
      expect(await text()).not.toMatch(new RegExp(`proxy-authorization|${password}|${basic}`, 'i'))
    },
  )

  test.each([
    '',
    'Proxy-Authorization: Basic eA==\r\n',
    `Proxy-Authorization: Bearer ${basic}\r\n`,
    `Authorization: Basic ${basic}\r\n`,
  ])('%j does not', async (headers) => {
    const { port, seen } = await guarded()
    expect(await exchange(port, `GET /a HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)).toMatch(/^HTTP\/1\.1 407 /)
    expect(seen()).toEqual([])
  })

  test('CONNECT, a websocket and nonsense are refused', async () => {
    const { port, seen } = await guarded()
    const head = `Host: x\r\nProxy-Authorization: Basic ${basic}\r\n`
    expect(await exchange(port, `CONNECT a:1 HTTP/1.1\r\n${head}\r\n`)).toMatch(/^HTTP\/1\.1 405 /)
    expect(await exchange(port, `GET / HTTP/1.1\r\n${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 501 /,
    )
    expect(await exchange(port, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
    expect(seen()).toEqual([])
  })
})

test('a recorder that is its own upstream says so, whatever it listens on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loop-'))
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  const recorder = await record({
    to: [`http://localhost:${port}`],
    port,
    listen: '0.0.0.0',
    password: 'long-enough',
    out: join(folder, 'x.har'),
    append: false,
    version: '1',
  })
  const basic = Buffer.from('x:long-enough').toString('base64')
  expect(
    await exchange(
      port,
      `GET / HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic ${basic}\r\nConnection: close\r\n\r\n`,
    ),
  ).toMatch(/^HTTP\/1\.1 508 /)
  await recorder.close()
  rmSync(folder, { recursive: true })
})
