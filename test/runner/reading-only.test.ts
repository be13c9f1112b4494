import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { createPlatform } from '../../src/platform/platform.ts'
import { listen } from '../../src/platform/http/server.ts'
import type { PlatformRequest } from '../../src/platform/http/message.ts'
import type { Summary } from '../../reports/summary.ts'
import { fieldproof } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()
const reads =
  /^GET |^POST .*\/(?:token|login|clock|query\/v1|batch\/v1\/?|reporting\/v1(?:\/build|\/download)?)(?:\?|$)/

test('a target that is only to be read: the run writes nothing, judges what reading can judge, says what it could not, and is green', async () => {
  const platform = createPlatform()
  const wrote: string[] = []
  const server = await listen(
    (request: PlatformRequest) => {
      const line = `${request.method} ${request.target}`
      if (!reads.test(line)) wrote.push(line)
      return platform.handle(request)
    },
    { port: 0, now: () => platform.clock.now() },
  )
  try {
    const before = JSON.stringify(platform.contents())
    const file = join(folder, 'reading.yaml')
    writeFileSync(file, stringify({ ...platform.targetFile(server.origin), writes: false }))
    const { code, stdout } = await fieldproof(['run', '--target', file, '--heavy', '--out', folder])
    expect(code, stdout).toBe(0)
    expect(stdout).toContain('the target file says writes: false')
    expect(stdout).toMatch(
      /left-out: \d{2,} requirements were not looked at by any check, for the target file says writes: false: \d+ of /,
    )
    expect(stdout).toMatch(/^Conformant as far as reading can judge.*: \d+ passed/m)
    expect(wrote).toEqual([])
    expect(JSON.stringify(platform.contents())).toBe(before)
    const { counts } = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')) as Summary
    expect(counts.blocked).toBe(0)
    expect(counts.pass).toBeGreaterThan(200)
  } finally {
    await server.close()
  }
})
