import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldproof } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()
const out = join(folder, 'out')
const of = { plan: { kit: '0', target: 'x', seed: 1, started: '2026-01-01T00:00:00Z', checks: [] } }
const files = { 'report.jsonl': `${JSON.stringify(of)}\n`, 'junit.xml': '<testsuites/>', 'ledger.jsonl': '' }

test.each([
  ['run', '--only', 'data/create/read-by-id', '--out', out],
  ['run', '--no-such-option', '--out', out],
  ['clean', '--target', 'embedded', '--ledger', join(out, 'ledger.jsonl')],
  ['verify', 'none.har', '--out', out],
])('a second command (%s %s) touches nothing in a folder that another one writes into', async (...args) => {
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, '.lock'), `${process.pid}\n`)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(out, name), text)
  const { code, stderr } = await fieldproof(args)
  expect(code).toBe(2)
  if (args[1] !== '--no-such-option')
    expect(stderr).toContain(`${out}: another command (process ${process.pid}) is writing into it; wait for its end`)
  expect(Object.keys(files).map((name) => readFileSync(join(out, name), 'utf8'))).toEqual(Object.values(files))
})
