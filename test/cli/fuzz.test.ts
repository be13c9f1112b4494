import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldproof } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const out = join(scratch(), 'out')

test('a campaign of one case says one case', async () => {
  const { code, stdout } = await fieldproof(['fuzz', 'cql', '--runs', '1', '--seed', '1', '--out', out])
  expect(stdout).toMatch(/^0 findings in 1 case, \d+ requests, seed 1$/m)
  expect(code).toBe(0)
})
