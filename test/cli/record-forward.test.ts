import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { hostname, networkInterfaces, tmpdir } from 'node:os'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EnvHttpProxyAgent, request } from 'undici'
import { fieldproof, start } from '../support/cli.ts'

let folder: string
let plain: number
const server = createServer((incoming, response) => {
  incoming.resume()
  response.end('{"data":[]}')
})
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'record-forward-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  plain = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})

test('it prints what a client has to be told, records the hosts named, and says which others it let pass', async () => {
  const out = join(folder, 'traffic.har')
  const run = start([
    'record',
    '--forward',
    '--host',
    'localhost',
    '--ca-dir',
    join(folder, 'ca'),
    '--port',
    '0',
    '--out',
    out,
  ])
  let said = ''
  run.child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await run.said('JAVA_TOOL_OPTIONS')
  const proxy = /^forward proxy at (http:\/\/127\.0\.0\.1:\d+); it records localhost$/m.exec(said)?.[1] ?? ''
  expect(said).toContain(`export HTTPS_PROXY=${proxy} `)
  expect(said).toContain(`export NODE_EXTRA_CA_CERTS=${join(folder, 'ca', 'ca.pem')}`)
  expect(existsSync(join(folder, 'ca', 'ca-bundle.pem'))).toBe(true)
  const dispatcher = new EnvHttpProxyAgent({ httpProxy: proxy, httpsProxy: proxy, noProxy: '' })
  for (const host of ['localhost', '127.0.0.1'])
    await (await request(`http://${host}:${plain}/x`, { dispatcher })).body.text()
  await dispatcher.close()
  run.child.kill('SIGINT')
  const { stdout } = await run.ended
  expect(stdout).toMatch(/not recorded, because no --host names them: 127\.0\.0\.1 \(1\)\n1 request in /)
  expect(
    (
      JSON.parse(readFileSync(out, 'utf8')) as { log: { entries: Array<{ request: { url: string } }> } }
    ).log.entries.map(({ request: { url } }) => url),
  ).toEqual([`http://localhost:${plain}/x`])
})

test('named upstreams are told by their names', async () => {
  const run = start([
    'record',
    '--to',
    `auth=http://127.0.0.1:${plain}`,
    '--to',
    `data=http://localhost:${plain}/api?a=b`,
    '--port',
    '0',
    '--out',
    join(folder, 'named.har'),
  ])
  const told = new RegExp(
    `^auth: http://127\\.0\\.0\\.1:\\d+ passes on to http://127\\.0\\.0\\.1:${plain}\ndata: http://127\\.0\\.0\\.1:\\d+ passes on to http://localhost:${plain}/api\\?a=b\n`,
  )
  await run.said(told)
  run.child.kill('SIGINT')
  expect((await run.ended).stdout).toMatch(told)
})

test('beyond loopback the password is demanded, and printed nowhere', async () => {
  const env = { PROXY_PASSWORD: 'pr1nted-nowhere' }
  const run = start(
    [
      'record',
      '--forward',
      '--host',
      '*',
      '--ca-dir',
      join(folder, 'ca'),
      '--listen',
      '0.0.0.0',
      '--proxy-password-env',
      'PROXY_PASSWORD',
      '--port',
      '0',
      '--out',
      join(folder, 'open.har'),
    ],
    { env },
  )
  let said = ''
  run.child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await run.said('JAVA_TOOL_OPTIONS')
  const port = /forward proxy at http:\/\/0\.0\.0\.0:(\d+)/.exec(said)?.[1] ?? ''
  expect(said).toContain(`HTTPS_PROXY="http://fieldproof:$PROXY_PASSWORD@${hostname()}:${port}"`)
  const address =
    Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ family }) => family === 'IPv4')?.address ?? '127.0.0.1'
  const statusWith = async (uri: string): Promise<number> => {
    const dispatcher = new EnvHttpProxyAgent({ httpProxy: uri, noProxy: '', proxyTunnel: false })
    try {
      return (await request(`http://localhost:${plain}/`, { dispatcher })).statusCode
    } catch (error) {
      return Number(/\d{3}/.exec((error as Error).message)?.[0])
    } finally {
      await dispatcher.destroy()
    }
  }
  expect(await statusWith(`http://${address}:${port}`)).toBe(407)
  expect(await statusWith(`http://me:${env.PROXY_PASSWORD}@${address}:${port}`)).toBe(200)
  run.child.kill('SIGINT')
  const { stdout, stderr } = await run.ended
  expect(stdout + stderr + readFileSync(join(folder, 'open.har'), 'utf8')).not.toContain(env.PROXY_PASSWORD)
})

const to = ['--to', 'http://127.0.0.1:1']
test.each<[string, readonly string[], RegExp, Record<string, string>?]>([
  ['nothing to pass on to', [], /no upstream: name one with --to URL, or be a forward proxy with --forward/],
  ['both', ['--forward', '--host', 'a', ...to], /--forward does not go with --to/],
  ['a host without a proxy', ['--host', 'a', ...to], /--host goes with --forward/],
  ['a proxy without hosts', ['--forward'], /name the hosts to record with --host NAME, or all with --host '\*'/],
  ['a host with a port', ['--forward', '--host', 'a:443'], /--host a:443: it takes a name/],
  ['a name twice', ['--to', 'a=http://x', '--to', 'a=http://y'], /--to a=\.\.\.: this name is given twice/],
  ['a named address that is none', ['--to', 'a=cluster'], /--to a=cluster: not an http or https address/],
  [
    'all the world without a password',
    [...to, '--listen', '0.0.0.0'],
    /--proxy-password-env NAME requires a password of them/,
  ],
  [
    'a password that is not set',
    [...to, '--listen', '0.0.0.0', '--proxy-password-env', 'NOT_SET_HERE'],
    /the environment variable is not set/,
  ],
  [
    'a password that is none',
    [...to, '--listen', '0.0.0.0', '--proxy-password-env', 'SHORT'],
    /fewer than 8 characters/,
    { SHORT: 'abc' },
  ],
  [
    'an address of no machine here',
    [...to, '--listen', '192.0.2.1', '--proxy-password-env', 'LONG'],
    /--listen 192\.0\.2\.1: this machine has no such address/,
    { LONG: 'long-enough' },
  ],
  [
    'an authority file that is not there',
    [...to, '--ca', 'nowhere.pem'],
    /nowhere\.pem: cannot be read: no such file or folder; --ca takes a PEM file/,
  ],
])('%s: exit 2, one line, no recording', async (_what, args, said, env = {}) => {
  const out = join(folder, 'refused.har')
  const { code, stderr } = await fieldproof(['record', '--port', '0', ...args, '--out', out], { env })
  expect(stderr).toMatch(said)
  expect([
    code,
    existsSync(out),
    stderr
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('(')).length,
  ]).toEqual([2, false, 1])
})
