import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decisionOn, idle, loadOpenPoints } from '../../../src/runner/sweep/open-points.ts'
import { sweepTable, verdictOn, type Judged } from '../../../src/runner/sweep/results.ts'

const fileOf = (text: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'open-points-')), 'points.yaml')
  writeFileSync(file, text)
  return file
}
const good = `# decisions
- mutants: ['data/*: request header accept: *']
  is: lawful
  statements: [A-COM-03]
  because: No other interface speaks of the header.
`

describe('decisions on mutants', () => {
  test('the first that matches decides; one that matches nothing is told with its line', () => {
    const points = loadOpenPoints(fileOf(good))
    expect(decisionOn('data/list: request header accept: overlooked', points)?.is).toBe('lawful')
    expect(decisionOn('company/list: request header accept: overlooked', points)).toBeUndefined()
    expect(idle(points, ['company/list: order: x'])).toEqual([
      "suites/open-points.yaml:2: 'data/*: request header accept: *' matches no mutant",
    ])
  })

  test.each([
    ['is: lawful', 'is: perhaps', 'must be lawful, same, unreachable or gap'],
    ['A-COM-03', 'A-COM-99', 'there is no statement A-COM-99'],
    ['because: No other interface speaks of the header.', 'because: so', 'sentence that says why'],
    ['  statements', '  statement', 'lacks the key statements'],
  ])('%s as %s is one error with its line', (before, after, message) => {
    expect(() => loadOpenPoints(fileOf(good.replace(before, after)))).toThrow(message)
  })

  test('what the repository decides is valid', () => {
    expect(loadOpenPoints().length).toBeGreaterThan(10)
  })
})

describe('the verdict on a mutant', () => {
  const told = { check: 'a/b/c', by: 'check' as const, statement: 'A-DAT-01', expected: 'x', actual: 'y' }
  const decision = (is: 'lawful' | 'same' | 'unreachable' | 'gap') => ({
    mutants: [],
    statements: [],
    because: 'so',
    line: 1,
    is,
  })
  const cases: ReadonlyArray<[Partial<Judged>, string]> = [
    [{ told }, 'told'],
    [{}, 'undecided'],
    [{ idle: true }, 'same'],
    [{ decision: decision('lawful') }, 'lawful'],
    [{ decision: decision('lawful'), told }, 'false alarm'],
    [{ decision: decision('same') }, 'same'],
    [{ decision: decision('unreachable') }, 'unreachable'],
    [{ decision: decision('unreachable'), told }, 'told'],
    [{ decision: decision('gap') }, 'missed'],
  ]
  test.each(cases)('%o is %s', (given, verdict) => {
    expect(verdictOn({ id: 'm', checks: 1, likeliest: [], kitErrors: [], ...given })).toBe(verdict)
  })

  test('the table counts each mutant once', () => {
    const table = sweepTable(
      cases.map(([given], at) => ({ id: `m${at}`, checks: 1, likeliest: [], kitErrors: [], ...given })),
      20,
    )
    expect({ ...table, mutants: table.mutants.length }).toEqual({
      generated: 20,
      made: 9,
      told: 2,
      lawful: 1,
      same: 2,
      unreachable: 1,
      missed: 1,
      undecided: 1,
      falseAlarms: 1,
      mutants: 9,
    })
  })
})
