import { statementOf } from '../../src/verdict/statements.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { fieldproof } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

interface Matrix {
  faults: Array<{ id: string; statements: string[]; killedBy: string[]; survivedBy: string[] }>
  variants: Array<{ id: string; flaggedBy: string[] }>
}
interface Covered {
  statement: string
  level: string
  requirements: string[]
  checks: string[]
  faults: string[]
  untested?: string
}

const folder = scratch()
const file = join(folder, 'proof.json')
let proof: { code: number | null; stdout: string; stderr: string }
let matrix: Matrix
let coverage: Covered[]

beforeAll(async () => {
  proof = await fieldproof(['prove', '--fresh', '--json', file])
  matrix = JSON.parse(readFileSync(file, 'utf8')) as Matrix
  coverage = JSON.parse((await fieldproof(['list', 'coverage', '--json', '--from', file])).stdout) as Covered[]
}, 2_400_000)

describe('fieldproof prove', () => {
  test('every check is proven: exit 0, in words, and quiet in a pipe', () => {
    expect(proof.stdout).toContain('every check is proven')
    expect(proof.code).toBe(0)
    expect(proof.stderr).toBe('')
  })

  test('every fault is killed by each check that names it, no variant is flagged', () => {
    expect(matrix.faults.length).toBeGreaterThan(300)
    expect(matrix.faults.filter(({ killedBy, survivedBy }) => killedBy.length === 0 || survivedBy.length > 0)).toEqual(
      [],
    )
    expect(matrix.variants.length).toBeGreaterThanOrEqual(12)
    expect(matrix.variants.filter(({ flaggedBy }) => flaggedBy.length > 0)).toEqual([])
  })
})

describe('coverage', () => {
  test('has one element per statement of both documents', () => {
    expect(coverage).toHaveLength(448)
    expect(new Set(coverage.map(({ statement }) => statement)).size).toBe(448)
  })

  test('every binding statement has a killed fault, or says why it is untested', () => {
    const binding = coverage.filter(({ level }) => level === 'must' || level === 'implied')
    expect(binding.length).toBeGreaterThan(300)
    // What binds callers alone no platform can break: recordings prove it (test/monitors, test/traffic).
    const ofTargets = binding.filter(({ statement }) => statementOf(statement)?.side !== 'client')
    expect(
      ofTargets.filter(({ faults, untested }) => faults.length === 0 && !untested).map(({ statement }) => statement),
    ).toEqual([])
    expect(binding.filter(({ checks, untested }) => checks.length === 0 && !untested)).toEqual([])
    const untested = binding.filter((covered) => covered.untested)
    expect(untested.length / binding.length).toBeLessThanOrEqual(0.03)
    expect(untested.every(({ checks }) => checks.length === 0)).toBe(true)
  })

  test('every open statement is observed, or says why it is not', () => {
    const open = coverage.filter(({ level }) => level === 'variant' || level === 'unshown')
    expect(open.filter(({ checks, untested }) => checks.length === 0 && !untested)).toEqual([])
  })
})
