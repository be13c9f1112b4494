import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { plannedCheck } from '../../src/judging/plan.ts'
import { leftOutLine } from '../../src/runner/left-out.ts'
import { fieldproof } from '../support/cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'fieldproof-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a run that looked at everything says nothing of it; another one, what it left out and what all would need', async () => {
  const { checks } = await loadCatalogue()
  const own = checks.filter(({ requirement }) => ['query', 'company'].includes(requirement.interface))
  const plan = { checks: own, planned: own.map(plannedCheck) }
  expect(leftOutLine(plan, new Set())).toBeUndefined()
  const ofQuery = plan.checks.filter(({ requirement }) => requirement.interface === 'query')
  const line = leftOutLine(plan, new Set(ofQuery.map(({ id }) => id))) ?? ''
  expect(line).toContain(`${ofQuery.length} of ${plan.checks.length} checks were left out: ${ofQuery.length} of query;`)
  expect(line).toContain(
    `${new Set(ofQuery.map(({ requirement }) => requirement)).size} requirements were not looked at`,
  )
})

test('a spent budget: the report says what was left out, and such a run is no pass', async () => {
  const { code, stdout } = await fieldproof(['run', '--interface', 'token', '--requests', '40', '--out', folder])
  expect(stdout).toMatch(/budget: \d+ of \d+ checks were left out: \d+ of token; \d+ requirements were not looked at/)
  expect(code).toBe(3)
})
