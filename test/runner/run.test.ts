import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldRun } from '../../reports/run-view.ts'
import { resultInWords } from '../../reports/terminal/last-line.ts'
import { lastFailed } from '../../src/cli/last-failed.ts'
import { judgedLive } from '../../src/judging/judged.ts'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { makePlan, type Selection } from '../../src/judging/plan.ts'
import { exercisers } from '../../src/judging/traffic-table.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import type { Hosted } from '../../src/runner/host/assignment.ts'
import { run, type RunOptions } from '../../src/runner/run.ts'
import type { Host } from '../../src/runner/vitest-host.ts'
import { parseTarget } from '../../src/target/load.ts'
import type { Sight } from '../../src/judging/sight.ts'
import type { Verdict } from '../../src/verdict/stream.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()
const catalogue = await loadCatalogue()
const target = parseTarget(createPlatform().targetFile('http://127.0.0.1:9'), 'the test')
let runs = 0

/** A run whose host tells of each check what it is given to tell. */
async function runOf(selection: Selection, tell: (id: string) => Hosted | undefined, more: Partial<RunOptions> = {}) {
  const out = join(folder, `run-${(runs += 1)}`)
  const host: Host = {
    async run({ checks, drivers }, { result }) {
      for (const id of [...checks, ...drivers]) {
        const hosted = tell(id)
        if (hosted) result(id, hosted, undefined, 1)
      }
      return undefined
    },
    stop: () => undefined,
    close: async () => undefined,
  }
  const plan = makePlan(catalogue, judgedLive(), { ...selection, seed: 1 })
  const { records, exitCode } = await run({
    target,
    secrets: [],
    rerunTarget: 't.yaml',
    planned: { catalogue, plan },
    selection,
    strict: false,
    seed: 1,
    baseline: [],
    out,
    host: Promise.resolve(host),
    ...more,
  })
  const verdicts = new Map(
    records.flatMap((record): [string, Verdict][] =>
      'verdict' in record ? [[record.verdict.check, record.verdict]] : [],
    ),
  )
  return { records, exitCode, verdicts, out, plan }
}

const held = (sights: readonly Sight[] = []): Hosted => ({
  attempt: {
    outcome: { is: 'held', saw: ['GET /x -> 200 (x-1)'] },
    sights,
    exchanges: [],
    visits: [],
    selfCertifying: false,
    againAtMost: 0,
    readSoon: false,
    ms: 1,
  },
})

const derived = /\/(?:contract|traffic)$/

test('a rule that would have been judged by the traffic of a check that was left out is left out, too', async () => {
  const spent: Hosted = { gated: { is: 'blocked', because: 'the budget of 8 requests is spent', leftOut: true } }
  const [rule = '', makers = []] = Object.entries(exercisers).find(([, all]) => all.length === 1) ?? []
  const { verdicts, records, out } = await runOf({}, (id) => (makers.includes(id) ? spent : held()))
  expect(verdicts.get(rule)).toMatchObject({
    is: 'blocked',
    leftOut: true,
    because: 'the budget of 8 requests is spent',
  })
  const tried = [...verdicts.values()].filter(
    ({ check, is }) => derived.test(check) && is === 'not-exercised' && exercisers[check] !== undefined,
  )
  expect(tried.length).toBeGreaterThan(50)
  writeFileSync(join(out, 'report.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  expect(lastFailed(out, ['fail', 'blocked'], [...verdicts.keys()]).checks).toContain(rule)
})

test('an interrupted run counts no rule as judged that it had no traffic for yet', async () => {
  const stop = new AbortController()
  stop.abort()
  const { verdicts, records, plan } = await runOf({ interfaces: ['data'] }, () => undefined, { signal: stop.signal })
  expect([...verdicts.values()].filter(({ leftOut }) => !leftOut)).toEqual([])
  expect(resultInWords(foldRun(records))).toContain(`Interrupted after 0 of ${plan.planned.length} checks`)
})

test('in a shard, too, a rule that is newer than the set cannot make the run red', async () => {
  const selection = { interfaces: ['data'], shard: { index: 1, of: 2 } }
  const [stray] = makePlan(catalogue, judgedLive(), { ...selection, seed: 1 }).elsewhere
  const [statement = ''] = stray?.statements ?? []
  const found = { statement, expected: 'status 200', actual: 'status 201', side: 'server' as const }
  const sight: Sight = { by: stray?.by ?? 'contract', exchange: 'x-1', line: 'GET /x', asserted: [], findings: [found] }
  const checks = new Set(catalogue.checks.map(({ id }) => id).concat(Object.keys(exercisers)))
  checks.delete(stray?.id ?? '')
  const code = async (set?: Selection['set']) =>
    (await runOf({ ...selection, ...(set ? { set } : {}) }, () => held([sight]))).exitCode
  expect(await code()).toBe(1)
  expect(await code({ name: '2026.1', checks })).toBe(0)
})

test('a shard tells which entries for many checks it could not use, and a whole run is red for them', async () => {
  const baseline = [{ check: 'token/*', cause: 'no such *', reason: 'r', owner: 'ann', expires: '2999-01-01' }]
  const of = (selection: Selection) => runOf({ ...selection, heavy: true }, () => held(), { baseline })
  const shard = await of({ shard: { index: 1, of: 2 } })
  expect(shard.records.flatMap((record) => ('unused' in record ? [record.unused] : []))).toMatchObject([
    { entry: { check: 'token/*', owner: 'ann' }, looked: true },
  ])
  expect(shard.exitCode).toBe(0)
  expect((await of({})).exitCode).toBe(1)
  expect((await runOf({}, () => held(), { baseline })).exitCode).toBe(0)
})
