import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { badInput } from '../../scripts/attack/bad-input.mjs'
import { fieldproof } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test('three hundred wrong files and options: one sentence each, or an answer, and nothing written', async () => {
  const { counts, wrong } = await badInput({ count: 304, seed: 20_261 })
  expect(wrong).toEqual([])
  expect(Object.keys(counts).sort()).toEqual([
    'baseline.yaml',
    'ledger.jsonl',
    'options',
    'overlay.json',
    'replay.json',
    'report.jsonl',
    'target.yaml',
    'traffic.har',
  ])
  for (const { tried, refused } of Object.values(counts) as Array<{ tried: number; refused: number }>) {
    expect(tried).toBe(38)
    expect(refused).toBeGreaterThan(2)
  }
})

test.each<[string, string, RegExp]>([
  ['an alias to its own parent', 'name: &a\n  of: *a\n', /:2:7: the alias \*a stands within what it stands for/],
  ['an alias to nothing', 'name: *nobody\n', /:1:7: the alias \*nobody has no anchor; write &nobody before it/],
  ['lists within lists without end', '- '.repeat(20_000), /: it is nested deeper than 100 levels/],
  ['brackets without end', `name: ${'['.repeat(100_000)}`, /:1:1: it is nested deeper than 100 levels/],
  ['levels without end', `name: ${'['.repeat(500)}${']'.repeat(500)}`, /:1:1: it is nested deeper than 100 levels/],
  [
    'aliases of aliases',
    ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
      .concat(Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}*a${at}]`))
      .join('\n'),
    /:1:1: its aliases stand for more values than are read; write the values out/,
  ],
  ['what a terminal would obey', 'na\u009b31mme\u202e: x\n', /^fieldproof: [^\u0080-\u009f\u202e]*$/],
])('a target file with %s ends in one sentence', async (name, text, sentence) => {
  const { code, stderr, stdout } = await fieldproof(['doctor', '--target', file(`${name}.yaml`, text)])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr.trimEnd()).toMatch(sentence)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})

test.each<[string, string, number]>([
  ['another file', 'name: x\n', 1],
  ['a line of another kind', '{"intent":{"trace":"a"}}\n', 1],
  ['a broken line in the middle', '{"gone":{"trace":"a"}}\n{"gone":\n{"gone":{"trace":"a"}}\n', 2],
])('clean takes no other file for the ledger of a run that left nothing: %s', async (name, text, line) => {
  const ledger = file(`${name}.jsonl`, text)
  const { code, stderr, stdout } = await fieldproof(['clean', '--target', 'embedded', '--ledger', ledger])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toBe(
    `fieldproof: ${ledger}:${line}: this is not a line of a ledger; --ledger takes the ledger.jsonl of a run, as the run wrote it\n`,
  )
})

test('a device that never ends, and a name that no file can have', async () => {
  const endless = await fieldproof(['doctor', '--target', '/dev/zero'])
  expect(endless.code).toBe(2)
  expect(endless.stderr).toMatch(/^fieldproof: \/dev\/zero: it is larger than 64 MB; --target takes a YAML file/)
})
