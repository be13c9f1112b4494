import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanRuns } from '../../scripts/clean-runs.mjs'
import { killCycles } from '../../scripts/kill-cycles.mjs'
import { probesFor } from '../../scripts/build-probes.mjs'

test('clean-runs judges a handful of checks in bad weather', async () => {
  const [run, ...others] = await cleanRuns({ runs: 1, selection: { only: ['directory/*', 'token/lifetime*'] } })
  expect(others).toEqual([])
  expect(run).toMatchObject({ alarms: [] })
  expect(run!.judged).toBeGreaterThan(5)
  expect(run!.requests).toBeGreaterThan(run!.judged)
})

test('kill-cycles looks at what one kill leaves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kill-one-'))
  try {
    expect(await killCycles({ cycles: 1, folder, longestMs: 60 })).toMatchObject([{ cycle: 0, gone: 0, twice: 0 }])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('build-probes finds the questions that show a fault, and accuses no plain platform', async () => {
  const { chosen, kills, alarms } = await probesFor({ faults: ['cql-and-as-or'], questions: 40 })
  expect(alarms).toEqual([])
  expect(chosen.length).toBeGreaterThan(0)
  expect([...kills.keys()]).toEqual(['cql-and-as-or'])
})
