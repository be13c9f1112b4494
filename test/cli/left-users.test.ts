import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { listen } from '../../src/platform/http/server.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { fieldproof } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()
const platform = createPlatform()
const server = await listen(
  async (request) =>
    request.method === 'DELETE' && /\/users\//i.test(request.target)
      ? { status: 403, headers: [], body: Buffer.alloc(0) }
      : platform.handle(request),
  { port: 0, now: Date.now },
)
afterAll(() => server.close())

test('users that cannot be deleted are deactivated, and the last lines of the run name each of them', async () => {
  const before = new Set(platform.contents())
  const file = join(folder, 'target.yaml')
  writeFileSync(file, stringify(platform.targetFile(server.origin)))
  const { stdout } = await fieldproof(
    ['run', '--target', file, '--only', 'scim/get-user/*', '--only', 'user/get/*', '--out', join(folder, 'out')],
    { cwd: folder },
  )
  const left = platform.contents().filter((line) => line.startsWith('user of') && !before.has(line))
  expect(left.length, stdout).toBeGreaterThan(0)
  const ids = left.map((line) => String((JSON.parse(line.replace(/^user of \S+ /, '')) as { id: number }).id))
  for (const line of left) expect(line).toContain('"active":false')
  expect(ids.length).toBeGreaterThan(5)
  const [last = ''] = stdout.split('\n').filter((line) => line.endsWith('it was deactivated instead'))
  for (const id of ids) expect(last).toMatch(new RegExp(`user ${id}\\b`))
})
