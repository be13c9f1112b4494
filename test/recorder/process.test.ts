import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { start } from '../support/cli.ts'

let folder: string
let upstream: ReturnType<typeof createServer>
let address: string
const secret = 'c4nary-0f-the-process'
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'process-'))
  upstream = createServer((request, response) => {
    request.resume()
    if (request.url === '/die') {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.write(`{"access_token":"${secret}`)
      setTimeout(() => response.destroy(), 20)
      return
    }
    response.writeHead(200, {
      'Content-Type': 'application/octet-stream',
      ...(request.url === '/gzip' ? { 'Content-Encoding': 'gzip' } : {}),
    })
    response.end(
      request.url === '/gzip'
        ? gzipSync(`${secret}${'x'.repeat(9_000_000)}`)
        : Buffer.concat([Buffer.alloc(9_000_000, 'x'), Buffer.from(request.url === '/large' ? secret : 'fine')]),
    )
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
})
afterEach(() => {
  upstream.closeAllConnections()
  upstream.close()
  rmSync(folder, { recursive: true, force: true })
})

async function recorder(...more: string[]): Promise<ReturnType<typeof start> & { port: string }> {
  const started = start(['record', '--to', address, '--port', '0', '--out', join(folder, 'traffic.har'), ...more])
  let port = ''
  started.child.stdout?.on('data', (chunk) => {
    port ||= /127\.0\.0\.1:(\d+) passes/.exec(String(chunk))?.[1] ?? ''
  })
  await started.said('passes on to')
  return { ...started, port }
}
const written = (): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'))
    .join('\n')
const ask = async (port: string, path: string): Promise<unknown> =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${secret}` } }))
    .arrayBuffer()
    .catch(() => undefined)

describe('the command', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'ends on %s with all that passed, and no secret in a file or in what it says',
    async (signal) => {
      const { child, ended, port } = await recorder()
      for (const path of ['/', '/large', '/gzip', '/die']) await ask(port, path)
      child.kill(signal)
      const { code, stdout, stderr } = await ended
      expect([code, stdout]).toEqual([0, expect.stringContaining('4 requests in')])
      expect(JSON.parse(readFileSync(join(folder, 'traffic.har'), 'utf8')).log.entries).toHaveLength(4)
      expect(written() + stdout + stderr).not.toContain(secret)
      // The one that was clear; nothing that others could not be cleared of, and nothing for the time of recording.
      expect(readdirSync(join(folder, 'traffic.har.d'))).toHaveLength(1)
      expect(readdirSync(folder).sort()).toEqual(['traffic.har', 'traffic.har.d'])
    },
  )

  test('killed, it leaves a recording that goes on, and no temporary file', async () => {
    const first = await recorder()
    await ask(first.port, '/')
    await expect
      .poll(() => JSON.parse(readFileSync(join(folder, 'traffic.har'), 'utf8')).log.entries.length, { timeout: 20_000 })
      .toBe(1)
    const unread = fetch(`http://127.0.0.1:${first.port}/large`).catch(() => undefined)
    first.child.kill('SIGKILL')
    await first.ended
    await unread
    expect(readdirSync(folder).filter((name) => name.startsWith('.fieldproof'))).toEqual([])
    expect(existsSync(join(folder, 'traffic.har.lock'))).toBe(true)
    const second = await recorder('--append')
    await ask(second.port, '/')
    second.child.kill('SIGINT')
    expect((await second.ended).code).toBe(0)
    expect(JSON.parse(readFileSync(join(folder, 'traffic.har'), 'utf8')).log.entries.length).toBeGreaterThanOrEqual(2)
  })

  test('refuses a recording that another one writes, and a folder that it may not write in', async () => {
    const first = await recorder()
    const second = await start([
      'record',
      '--to',
      address,
      '--port',
      '0',
      '--out',
      join(folder, 'traffic.har'),
      '--append',
    ]).ended
    expect([second.code, second.stderr]).toEqual([2, expect.stringMatching(/another recorder \(process \d+\)/)])
    first.child.kill('SIGINT')
    await first.ended
    const third = await start(['record', '--to', address, '--port', '0', '--out', join(folder, 'not', 'there.har')])
      .ended
    expect([third.code, third.stderr.trim().split('\n').length]).toEqual([2, 1])
  })
})
