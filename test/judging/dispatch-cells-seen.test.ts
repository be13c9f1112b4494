import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { StateMatrix } from '../../src/verdict/state-matrix.ts'
import { fieldproof } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()

interface Line {
  readonly matrix?: StateMatrix
}

test('a thorough run of partner dispatching leaves no cell of the machine unseen, decided or open', async () => {
  const { code, stdout } = await fieldproof([
    ...['run', '--target', 'embedded', '--interface', 'dispatch', '--heavy', '--out', folder],
  ])
  expect(code, stdout).toBe(0)
  const lines = readFileSync(join(folder, 'report.jsonl'), 'utf8').trim().split('\n')
  const { matrix } = lines.map((line) => JSON.parse(line) as Line).find((line) => line.matrix) ?? {}
  const unseen = matrix?.cells.filter(({ seen }) => seen.length === 0) ?? []
  expect(matrix?.cells.length).toBe(8 * 7 * 3)
  expect(unseen.map(({ state, action, role }) => `${state} x ${action} x ${role}`)).toEqual([])
}, 600_000)
