import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify as dump } from 'yaml'
import { endedRun, randomOf } from '../../scripts/kill-runs.mjs'
import { createPlatform } from '../../src/platform/platform.ts'
import { fieldproof } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()
/** What creates most, in every way: records, batches, bulk writes, attachments, and changed passwords. */
const inData = ['data/*', 'batch/*', 'bulk/*', 'token/change-takes-effect/*']
/** What has no external id of the run's own, or is made by no interface. */
const beside = ['crowd/*', 'scim/*', 'user/*', 'dispatch/*', 'service/*']

/** Other moments each day; the name of the test tells them. `npm run kill-runs` draws more. */
const random = randomOf(Math.floor(Date.now() / 86_400_000))
const drawn = () => 500 + Math.round(random() * 4000)

test.each([
  ['none', 0, 0, beside],
  ['SIGINT', drawn(), 130, beside],
  ['SIGKILL', drawn(), null, inData],
  ['SIGINT', 1100, 130, inData],
  ['SIGTERM', 2700, 130, inData],
  ['time', 3900, 3, inData],
  ['SIGKILL', 3300, null, inData],
  ['SIGKILL', 2100, null, beside],
] as const)(
  'a run ended by %s after %i ms leaves the store as it was, and no kit error (%#)',
  async (how, afterMs, code, only) => {
    const { left, lost, kitErrors, run, cleaned } = await endedRun({
      how,
      afterMs,
      only,
      folder: join(folder, `${how}-${afterMs}-${code}`),
    })
    expect(run.code, run.said).toBe(code)
    // Of a request without any name that was cut off, nobody can tell whether it made something: it is told, and may be there.
    const isTold = /may have created it/.test(cleaned?.said ?? '')
    expect([...(isTold ? [] : left), ...lost], cleaned?.said).toEqual([])
    expect(kitErrors).toBe(0)
    if (cleaned)
      expect(cleaned.said).toMatch(/objects left: 0\n$|request \S+ may have created it, but no answer gave its id/)
  },
)

/** A platform whose lists and Query API never come to their end. */
async function endless() {
  const platform = createPlatform()
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const target = request.url ?? '/'
      const lists = request.method === 'GET' && /\/ServiceCall\?/.test(target)
      if ((lists && !/%20in%20/.test(target)) || target.includes('/query/v1')) {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        open.add(response)
        return
      }
      const pairs = request.rawHeaders
      const headers = Array.from(
        { length: pairs.length / 2 },
        (_, at) => [pairs[2 * at] ?? '', pairs[2 * at + 1] ?? ''] as const,
      )
      const origin = `http://${request.headers.host}`
      void platform
        .handle({ method: request.method ?? 'GET', target, headers, body: Buffer.concat(chunks), origin })
        .then((answer) => response.writeHead(answer.status, answer.headers.flat()).end(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const dribble = setInterval(() => open.forEach((response) => response.write(' ')), 100)
  return {
    platform,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      clearInterval(dribble)
      server.closeAllConnections()
      server.close()
    },
  }
}

test('--time ends a run whose target never comes to the end of its answers', async () => {
  const { platform, origin, close } = await endless()
  const file = join(folder, 'endless.yaml')
  const out = join(folder, 'endless')
  writeFileSync(file, dump(platform.targetFile(origin)))
  const before = platform.contents()
  const startedAt = performance.now()
  try {
    const { code, stderr } = await fieldproof(['run', '--target', file, '--time', '8s', '--out', out])
    expect(code, stderr).toBe(3)
  } finally {
    close()
  }
  // Three seconds more, and as much again where the machine is busy.
  expect(performance.now() - startedAt).toBeLessThan(16_000)
  const { counts, verdicts } = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as {
    counts: Record<string, number>
    verdicts: Record<string, string>
  }
  expect(counts['kit-error']).toBe(0)
  expect(counts['fail']).toBe(0)
  expect(counts['blocked']).toBeGreaterThan(50)
  expect(Object.keys(verdicts).length).toBeGreaterThan(1000)
  expect(readFileSync(join(out, 'report.jsonl'), 'utf8')).toContain('reached its time limit (--time, 8 s)')
  expect(platform.contents()).toEqual(before)
})
