import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldproof, start } from '../support/cli.ts'

let folder: string
let upstream: string
const server = createServer((request, response) => {
  request.resume()
  response.setHeader('Content-Type', 'application/json')
  if (request.headers['x-sent-on'] === undefined) response.end('{"data":[]}')
  else if (request.headers['x-sent-on'] === 'here') response.end(JSON.stringify({ cluster_url: upstream }))
  else if (request.url === '/0')
    response.end('{"cluster_url":"https:\\/\\/de.cluster.example\\/","url":"https://de.cluster.example/page/1"}')
  else response.writeHead(307, { Location: `https://de.cluster.example${request.url}` }).end()
})
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'record-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})

async function recorded(
  more: readonly string[],
  requests: number,
  headers: Record<string, string> = {},
): Promise<string> {
  const run = start(['record', '--to', upstream, '--port', '0', '--out', join(folder, 'traffic.har'), ...more])
  let said = ''
  run.child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  for (let tries = 0; tries < 500 && !said.includes('passes on'); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? ''
  for (let at = 0; at < requests; at += 1)
    await (await fetch(`${address}/${at}`, { headers, redirect: 'manual' })).text()
  run.child.kill('SIGINT')
  await run.ended
  return said
}

test('a client that speaks to it is recorded; Ctrl-C ends with the count; append goes on', async () => {
  expect(await recorded([], 3)).toMatch(/3 requests in .*traffic\.har \(\d+ bytes\)\n$/)
  expect(await recorded(['--append'], 2)).toMatch(/2 requests in /)
  expect(
    (JSON.parse(readFileSync(join(folder, 'traffic.har'), 'utf8')) as { log: { entries: unknown[] } }).log.entries,
  ).toHaveLength(5)
})

test('servers that answers send the client to are told: what is called there does not pass the recorder', async () => {
  const out = ['--out', join(folder, 'sent-on.har')]
  expect(await recorded(out, 3, { 'X-Sent-On': 'yes' })).toMatch(
    /\nanswers named https:\/\/de\.cluster\.example \(3\): what a client calls there is not in this recording \(it would be with --forward --host de\.cluster\.example\)\n3 requests in /,
  )
  expect(await recorded([...out, '--append'], 1)).not.toContain('answers named')
  const here = await recorded([...out, '--append'], 2, { 'X-Sent-On': 'here' })
  expect(here).toContain(
    `\nanswers named the upstream itself, ${upstream} (2), as is usual: calls to the recorder are all here`,
  )
  expect(here).not.toContain('--forward')
})

test('a proxy of the environment is not used, and neither is the reason of a failure lost: both are told', async () => {
  const to = ['--to', 'gone=http://127.0.0.1:1', '--to', 'outside=https://nowhere.invalid']
  const run = start(['record', ...to, '--port', '0', '--out', join(folder, 'gone.har')], {
    env: { HTTPS_PROXY: 'http://max:geheim@127.0.0.1:1', NO_PROXY: '', no_proxy: '' },
  })
  let address = ''
  run.child.stdout?.on('data', (chunk: Buffer) => {
    address ||= /gone: (\S+) passes on/.exec(chunk.toString())?.[1] ?? ''
  })
  await run.said('outside: ')
  await (await fetch(address)).text()
  run.child.kill('SIGINT')
  const { stdout, stderr, code } = await run.ended
  expect(stderr).toBe('the recorder connects to upstreams directly: HTTPS_PROXY is not used\n')
  expect(stdout).toMatch(
    /\nrequests without an answer, by what the connection to the upstream met: ECONNREFUSED \(1\)\n1 request in .*, 1 of them broken off\n$/,
  )
  expect(code).toBe(0)
})

test('what a killed recorder left half is cut, and told', async () => {
  writeFileSync(join(folder, 'half.har'), readFileSync(join(folder, 'traffic.har'), 'utf8').slice(0, -40))
  const half = await recorded(['--append', '--out', join(folder, 'half.har')], 1)
  expect(half).toMatch(
    /half\.har: \d+ bytes of an incomplete entry were cut off; the recorder that wrote it was killed\n/,
  )
  expect(
    (JSON.parse(readFileSync(join(folder, 'half.har'), 'utf8')) as { log: { entries: unknown[] } }).log.entries,
  ).toHaveLength(5)
})

test.each<[string, (folder: string) => readonly string[], RegExp]>([
  [
    'an address that is none',
    (at) => ['--to', 'cluster', '--out', join(at, 'x.har')],
    /--to cluster: not an http or https address/,
  ],
  [
    'a file that is there',
    (at) => ['--to', 'http://127.0.0.1:1', '--out', join(at, 'there.har')],
    /the file exists; --append adds to it/,
  ],
  [
    'append to nothing',
    (at) => ['--to', 'http://127.0.0.1:1', '--append', '--out', join(at, 'y.har')],
    /there is no recording/,
  ],
])('%s: exit 2, one line, nothing written', async (_what, more, said) => {
  writeFileSync(join(folder, 'there.har'), '{}')
  const { code, stderr } = await fieldproof(['record', ...more(folder)])
  expect(code).toBe(2)
  expect(stderr).toMatch(said)
  expect([
    existsSync(join(folder, 'x.har')),
    existsSync(join(folder, 'y.har')),
    readFileSync(join(folder, 'there.har'), 'utf8'),
  ]).toEqual([false, false, '{}'])
})
