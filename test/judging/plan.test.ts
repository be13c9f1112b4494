import { describe, expect, test } from 'vitest'
import { contractChecks } from '../../src/judging/derived-checks.ts'
import { matchesGlob } from '../../src/verdict/glob.ts'
import { pairwise } from '../../src/runner/prove/pairwise.ts'
import { makePlan } from '../../src/judging/plan.ts'
import { rerunCommand } from '../../src/judging/rerun.ts'
import type { Check } from '../../src/kit/check.ts'
import type { Requirement } from '../../src/kit/requirements.ts'

const requirement = (id: string, more: Partial<Requirement> = {}): Requirement => ({
  id,
  interface: id.split('/')[0] as string,
  level: 'must',
  says: 'x',
  sources: ['A-DAT-01'],
  ...more,
})
const check = (id: string, more: Partial<Check> = {}): Check => ({
  id,
  requirement: requirement(id.split('/').slice(0, 2).join('/')) as Check['requirement'],
  kind: 'check',
  brokenBy: ['f'],
  needs: [],
  alone: false,
  effects: false,
  heavy: false,
  sampled: false,
  calls: [],
  run: async () => undefined,
  ...more,
})
const catalogue = {
  requirements: [
    requirement('data/a'),
    requirement('data/b', { sources: ['A-DAT-02'], contract: ['f'] }),
    requirement('token/c', { sources: ['A-TOK-01'] }),
  ],
  checks: [check('data/a/one'), check('data/a/two'), check('data/b/three', { heavy: true }), check('token/c/four')],
}

describe('plan', () => {
  test('heavy checks only on demand; the contract is planned like all others', () => {
    expect(makePlan(catalogue, { contract: ['A-DAT-02'] }, {}).planned.map(({ id }) => id)).toEqual([
      'data/a/one',
      'data/a/two',
      'token/c/four',
      'data/b/contract',
    ])
    expect(makePlan(catalogue, { contract: [] }, { heavy: true }).planned).toHaveLength(4)
  })

  test('shards divide the plan without loss or repeat', () => {
    const parts = [1, 2, 3].map((index) =>
      makePlan(catalogue, { contract: ['A-DAT-02'] }, { shard: { index, of: 3 } }).planned.map(({ id }) => id),
    )
    expect(parts.flat().sort()).toEqual(
      makePlan(catalogue, { contract: ['A-DAT-02'] }, {})
        .planned.map(({ id }) => id)
        .sort(),
    )
  })

  test('a contract check selected alone gets its interface as drivers, which are not planned', () => {
    const plan = makePlan(catalogue, { contract: ['A-DAT-02'] }, { only: ['data/b/contract'] })
    expect(plan.planned.map(({ id }) => id)).toEqual(['data/b/contract'])
    expect(plan.drivers.map(({ id }) => id)).toEqual(['data/a/one', 'data/a/two'])
  })

  test('of what the last run left red, every check is planned, whatever is drawn', () => {
    const among = ['data/a/two', 'data/b/contract']
    const plan = makePlan(catalogue, { contract: ['A-DAT-02'] }, { among, seed: 1 })
    expect(plan.planned.map(({ id }) => id)).toEqual(among)
    const heavy = catalogue.checks.flatMap(({ id, heavy: isHeavy }) => (isHeavy ? [id] : []))
    expect(heavy.length).toBeGreaterThan(0)
    expect(makePlan(catalogue, { contract: [] }, { among: heavy, seed: 1 }).planned.map(({ id }) => id)).toEqual(heavy)
  })

  test('of what a shard left red, the same shard leaves nothing out', () => {
    const shard = { index: 1, of: 2 }
    const among = ['data/a/one', 'data/a/two', 'data/b/contract']
    const plan = makePlan(catalogue, { contract: ['A-DAT-02'] }, { among, shard, divided: true, seed: 1 })
    expect(plan.planned.map(({ id }) => id)).toEqual(among)
    expect(plan.elsewhere).toEqual([])
    expect(makePlan(catalogue, { contract: ['A-DAT-02'] }, { among, shard, seed: 1 }).planned.length).toBeLessThan(3)
  })

  test('tells which selected checks no shard of the run has', () => {
    const absent = (selection: object) => makePlan(catalogue, { contract: [] }, selection).absent
    expect(absent({})).toEqual(['data/b/three'])
    expect(absent({ shard: { index: 2, of: 3 } })).toEqual(['data/b/three'])
    expect([absent({ heavy: true }), absent({ interfaces: ['token'] })]).toEqual([[], []])
  })

  describe('of checks that are sampled', () => {
    const sampled = {
      requirements: [],
      checks: Array.from({ length: 40 }, (_, at) => check(`data/a/s${at}`, { sampled: true })),
    }
    const drawn = (selection: Parameters<typeof makePlan>[2]) =>
      makePlan(sampled, { contract: [] }, selection).planned.map(({ id }) => id)

    test('a seed draws some, others another part, and over some runs each has its turn', () => {
      expect(drawn({ seed: 7 })).toEqual(drawn({ seed: 7 }))
      expect(drawn({ seed: 7 })).not.toEqual(drawn({ seed: 8 }))
      const times = Array.from({ length: 100 }, (_, seed) => drawn({ seed })).flat()
      for (const { id } of sampled.checks) {
        const count = times.filter((other) => other === id).length
        expect(count, id).toBeGreaterThan(25)
        expect(count, id).toBeLessThan(75)
      }
    })

    test('all run with --heavy, and where there is no seed; one that is asked for always does', () => {
      expect(drawn({})).toHaveLength(40)
      expect(drawn({ seed: 7, heavy: true })).toHaveLength(40)
      for (const { id } of sampled.checks) expect(drawn({ seed: 7, only: [id] })).toEqual([id])
    })

    test('what is not drawn is counted, of a shard its own part; nothing where all is taken or some are asked for', () => {
      const undrawn = (selection: Parameters<typeof makePlan>[2]) =>
        makePlan(sampled, { contract: [] }, selection).undrawn
      const { data = 0 } = undrawn({ seed: 7 })
      expect(data).toBe(40 - drawn({ seed: 7 }).length)
      const parts = [1, 2].map((index) => undrawn({ seed: 7, shard: { index, of: 2 } })['data'] ?? 0)
      expect((parts[0] ?? 0) + (parts[1] ?? 0)).toBe(data)
      for (const selection of [{}, { seed: 7, heavy: true }, { seed: 7, only: ['data/a/s1'] }])
        expect(undrawn(selection)).toEqual({})
    })

    test('shards of one seed divide what it draws, and those of several share nothing', () => {
      const shards = (seeds: readonly number[]) =>
        seeds.map((seed, at) => drawn({ seed, shard: { index: at + 1, of: seeds.length } }))
      expect(shards([7, 7, 7]).flat().sort()).toEqual(drawn({ seed: 7 }).sort())
      const apart = shards([1, 2, 3]).flat()
      expect(new Set(apart).size).toBe(apart.length)
    })
  })

  test('an interface is asked for with what other rules say of its calls', () => {
    const own = { requirements: [], checks: [check('token/a/one', { calls: ['crowd'] }), check('data/a/two')] }
    const of = (name: string) =>
      makePlan({ ...own, requirements: catalogue.requirements }, { contract: [] }, { interfaces: [name] }).planned
    const planned = (name: string) => of(name).map(({ id }) => id)
    expect([planned('token'), planned('data')]).toEqual([['token/a/one'], ['data/a/two']])
    const crowd = makePlan(
      { requirements: [{ ...catalogue.requirements[0]!, interface: 'crowd' }], checks: own.checks },
      { contract: [] },
      { interfaces: ['crowd'] },
    )
    expect(crowd.planned.map(({ id }) => id)).toEqual(['token/a/one'])
  })

  test('an unknown interface is refused', () => {
    expect(() => makePlan(catalogue, { contract: [] }, { interfaces: ['dta'] })).toThrow(
      /^--interface dta: there is no such interface; did you mean data\?$/,
    )
  })
})

test('a statement belongs to the requirement that claims it with contract faults', () => {
  const claimed = requirement('data/y', { contract: ['f'] })
  expect(contractChecks([requirement('data/x'), claimed], ['A-DAT-01']).map(({ id }) => id)).toEqual([
    'data/y/contract',
  ])
  expect(contractChecks([requirement('data/x', { side: 'client' })], ['A-DAT-01'])).toEqual([])
})

test('globs: a star stands for anything, all else for itself', () => {
  expect(matchesGlob('data/*/put', 'data/stale-lock-refused/put')).toBe(true)
  expect(matchesGlob('data/*', 'token/x/y')).toBe(false)
  expect(matchesGlob('data/a.b', 'data/axb')).toBe(false)
})

test('the rerun command is quoted for a shell, and seeded where cases are generated', () => {
  expect(rerunCommand("my target's.yaml", { seed: 7 })('data/a/b', true)).toBe(
    `npx fieldproof run --target 'my target'\\''s.yaml' --only data/a/b --seed 7`,
  )
  const again = rerunCommand('t.yaml', { seed: 7, strict: true, isHeavy: (id) => id === 'data/a/many' })
  expect([
    again('data/a/many', false),
    again('data/a/contract', false, 'data/a/many'),
    again('data/a/b', false),
  ]).toEqual([
    'npx fieldproof run --target t.yaml --only data/a/many --heavy --strict',
    'npx fieldproof run --target t.yaml --only data/a/contract --only data/a/many --heavy --strict',
    'npx fieldproof run --target t.yaml --only data/a/b --strict',
  ])
})

test('pairwise: every pair meets in all its states, unless it excludes', () => {
  const items = Array.from({ length: 20 }, (_, at) => `v${at}`)
  const never = (a: string, b: string) => (a === 'v3' && b === 'v7') || (a === 'v7' && b === 'v3')
  const rows = pairwise(items, never)
  expect(rows.length).toBeLessThanOrEqual(14)
  for (const a of items)
    for (const b of items.filter((item) => item > a)) {
      const states = new Set(rows.map((row) => `${row.includes(a)}${row.includes(b)}`))
      expect(states.size, `${a} and ${b}`).toBe(never(a, b) ? 3 : 4)
      if (never(a, b)) expect(states.has('truetrue')).toBe(false)
    }
})
