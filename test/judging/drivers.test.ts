import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { neededDrivers } from '../../src/judging/drivers.ts'
import { judgedLive } from '../../src/judging/judged.ts'
import { makePlan, type Selection } from '../../src/judging/plan.ts'
import { rerunCommand } from '../../src/judging/rerun.ts'
import { costs, exercisers } from '../../src/judging/traffic-table.ts'

const catalogue = await loadCatalogue()
const drivers = (selection: Selection) =>
  neededDrivers(makePlan(catalogue, judgedLive(), { seed: 1, ...selection }), selection, () => true)
const requestsOf = (checks: ReadonlyArray<{ id: string }>) =>
  checks.reduce((sum, { id }) => sum + (costs[id]?.[0] ?? 10), 0)
const rules = makePlan(catalogue, judgedLive(), {}).contract

test('a rule that is selected alone brings few checks, of which each is there and exercises it', () => {
  const recorded = rules.filter(({ id }) => exercisers[id])
  expect(recorded.length).toBeGreaterThan(50)
  for (const { id } of recorded) {
    const needed = drivers({ only: [id] })
    expect(needed.length, id).toBeGreaterThan(0)
    if (needed.some((check) => exercisers[id]?.includes(check.id))) expect(needed.length, id).toBeLessThanOrEqual(6)
  }
})

test('a handful of checks by a glob sends a few hundred requests at most', () => {
  const only = ['data/stale-lock-refused/*']
  const plan = makePlan(catalogue, judgedLive(), { only, seed: 1 })
  expect(plan.checks.length).toBeGreaterThan(10)
  expect(requestsOf([...plan.checks, ...drivers({ only })])).toBeLessThan(400)
})

test('a rule and the check whose traffic showed it bring no other, as in the rerun line', () => {
  const [rule] = rules
  const [check] = exercisers[rule?.id ?? ''] ?? []
  expect(drivers({ only: [rule?.id ?? '', check ?? ''] })).toEqual([])
  expect(rerunCommand('t.yaml', { seed: 7 })(rule?.id ?? '', false, check)).toBe(
    `npx fieldproof run --target t.yaml --only ${rule?.id} --only ${check}`,
  )
})

test('shards divide the whole plan, each part about as long, with hardly any traffic beside it', () => {
  const parts = [1, 2, 3].map((index) => {
    const selection = { shard: { index, of: 3 } }
    return { plan: makePlan(catalogue, judgedLive(), { seed: 1, ...selection }), needed: drivers(selection) }
  })
  const whole = makePlan(catalogue, judgedLive(), { seed: 1 })
  expect(parts.flatMap(({ plan }) => plan.planned.map(({ id }) => id)).sort()).toEqual(
    whole.planned.map(({ id }) => id).sort(),
  )
  const sent = requestsOf(parts.flatMap(({ plan, needed }) => [...plan.checks, ...needed]))
  expect(sent).toBeLessThan(1.3 * requestsOf(whole.checks))
  const lasting = parts.map(({ plan }) => plan.checks.reduce((sum, { id }) => sum + (costs[id]?.[1] ?? 10), 0))
  expect(Math.max(...lasting)).toBeLessThan(1.25 * Math.min(...lasting))
  for (const { plan } of parts)
    expect([...plan.contract, ...plan.elsewhere].map(({ id }) => id).sort()).toEqual(rules.map(({ id }) => id).sort())
})
