import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { announce } from '../../../src/kit/check.ts'
import type { Testable } from '../../../src/kit/requirements.ts'
import { must } from '../../../src/kit/must.ts'
import { trial } from '../../../src/runner/prove/bench.ts'
import type { OpenPoint } from '../../../src/runner/sweep/open-points.ts'
import { verdictOn, type Judged, type SweepTable } from '../../../src/runner/sweep/results.ts'
import { sweep, type SweepOptions } from '../../../src/runner/sweep/sweep.ts'
import { fieldproof } from '../../support/cli.ts'
import { scratch } from '../../support/folder.ts'

const requirement = {
  id: 'company/made-up',
  interface: 'company',
  level: 'must',
  says: 'A rule made up for this test.',
  sources: ['A-COM-01'],
} as unknown as Testable

const asks = announce('check', requirement, 'asks', { brokenBy: ['made-up'] }, async ({ api }) => {
  must.success(await api.company.list('application/json'))
})

const sweptOver = (options: Partial<SweepOptions>) =>
  sweep({ checks: [asks] }, { points: [], attempt: trial, atOnce: 1, effects: true, ...options })
const verdicts = (judged: readonly Judged[]) => Object.fromEntries(judged.map((one) => [one.id, verdictOn(one)]))

describe('a sweep', () => {
  test('tells what a check sees, and leaves the rest undecided', async () => {
    const only = (id: string) =>
      /^company\/list: response 200 (?:whole: (?:server-error|lines-reversed)|body companies\[\]\.name: altered)/.test(
        id,
      )
    const { judged } = await sweptOver({ only })
    expect(verdicts(judged)).toEqual({
      'company/list: response 200 body companies[].name: altered': 'undecided',
      'company/list: response 200 whole: server-error': 'told',
    })
  })

  test('a lawful mutant that is told is a false alarm', async () => {
    const point: OpenPoint = {
      mutants: ['*: server-error'],
      is: 'lawful',
      statements: ['A-COM-01'],
      because: 'it is not, but this test says so',
      line: 1,
    }
    const { judged } = await sweptOver({
      points: [point],
      only: (id) => id === 'company/list: response 200 whole: server-error',
    })
    expect(Object.values(verdicts(judged))).toEqual(['false alarm'])
  })

  test('what changes nothing is the same server', async () => {
    const { judged } = await sweptOver({ only: (id) => id === 'company/list: request query account: not-looked-at' })
    expect(Object.values(verdicts(judged))).toEqual(['same'])
  })
})

/** A part of the sample that was decided one by one (`npm run sweep -- --sample 1500`): `npm run sweep` tries all. */
const sampleSize = 50

describe('a sample of all mutants', () => {
  test('none is undecided, no lawful one is told, no decision is about nothing', async () => {
    const file = join(scratch(), 'sweep.json')
    const { code, stdout } = await fieldproof(['sweep', '--sample', String(sampleSize), '--fresh', '--json', file])
    const table = JSON.parse(readFileSync(file, 'utf8')) as SweepTable
    expect(table.generated).toBeGreaterThan(3000)
    expect(table.made).toBe(sampleSize)
    expect(table.mutants.filter(({ is }) => is === 'undecided' || is === 'false alarm')).toEqual([])
    expect(stdout).not.toContain('matches no mutant')
    expect(code, stdout).toBe(0)
  }, 2_400_000)
})
