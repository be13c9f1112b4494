import { expect, test } from 'vitest'
import { figures, placed, proofRows, sweepRows } from '../../scripts/publish-figures.mjs'
import { read } from '../architecture/tree.ts'

const proof = {
  faults: [{ killedBy: ['data/one/a'] }, { killedBy: [] }],
  variants: [{ flaggedBy: [] }],
  unproven: ['data/two/a'],
  notClean: [],
  fooled: [],
  checks: 3,
  trials: 9,
  requests: 40,
  ms: 125_000,
}

test('the figures of a proof are counted from what prove --json wrote, with day and command', () => {
  const lines = figures('proof', 'npx fieldproof prove', '2026-01-02', proofRows(proof))
  expect(lines).toContain('| faults found | 1 of 2 |')
  expect(lines).toContain('| checks that do not find a fault that they name | 1 |')
  expect(lines.at(-1)).toContain('`npx fieldproof prove` on 2026-01-02')
})

test('a sweep in which nothing could be told divides by nothing', () => {
  const none = { told: 0, same: 0, unreachable: 0, missed: 0, undecided: 0, falseAlarms: 0 }
  expect(sweepRows({ ...none, generated: 5, made: 2, lawful: 2 })[1]?.[1]).toBe(
    '0 (none of the 0 that a statement forbids and an exchange can show)',
  )
})

test('only what stands between the marks is replaced', () => {
  const page = 'a\n<!-- proof -->\nold\n<!-- /proof -->\nb'
  expect(placed(page, 'proof', ['new'])).toBe('a\n<!-- proof -->\n\nnew\n\n<!-- /proof -->\nb')
  expect(() => placed('a', 'proof', [])).toThrow('README.md has no')
  for (const name of ['proof', 'sweep']) expect(() => placed(read('README.md'), name, [])).not.toThrow()
})
