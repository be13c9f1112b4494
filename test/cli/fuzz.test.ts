import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { createPlatform } from '../../src/platform/platform.ts'
import { fieldproof } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const out = join(scratch(), 'out')

test('a campaign of one case says one case', async () => {
  const { code, stdout } = await fieldproof(['fuzz', 'cql', '--runs', '1', '--seed', '1', '--out', out])
  expect(stdout).toMatch(/^0 findings in 1 case, \d+ requests, seed 1$/m)
  expect(code).toBe(0)
})

test('a search whose budget of the target file is spent ends with what it found', async () => {
  const platform = createPlatform({ faults: ['batch-always-transactional'] })
  const server = await platform.listen({ port: 0 })
  const file = join(out, '..', 'limited.yaml')
  const limits = { requestsPerSecond: 10_000, concurrency: 8, requests: 600 }
  writeFileSync(file, stringify({ ...platform.targetFile(server.origin), limits }))
  const { code, stdout, stderr } = await fieldproof([
    ...['fuzz', 'batch', '--target', file, '--runs', '400', '--seed', '1', '--out', `${out} limited`],
  ])
  await server.close()
  expect(stdout).toMatch(/^FOUND .*transactional=false.*\n {2}rule .*\(A-BAT-09, batch\/independent, level must\)$/m)
  expect(stdout).toContain(`--replay '${out} limited/batch-`)
  expect(stderr).toContain('the budget of 600 requests is spent')
  expect(code).toBe(1)
})
