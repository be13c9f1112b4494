import { expect, test } from 'vitest'
import { newerChecks } from '../../src/judging/newer-checks.ts'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { judgedLive } from '../../src/judging/judged.ts'
import { knownChecks } from '../../src/judging/known-checks.ts'
import { makePlan } from '../../src/judging/plan.ts'
import { frozenSet, setNames } from '../../src/judging/sets.ts'
import { exitCodeOf } from '../../src/verdict/exit-code.ts'
import { judge } from '../../src/verdict/judge.ts'
import type { PlannedCheck, Verdict } from '../../src/verdict/stream.ts'
import { finding, planned } from '../reports/fixtures/build.ts'

const catalogue = await loadCatalogue()

test('the checks of a frozen set are there for good: node scripts/freeze-set.mjs NAME --again only before its release', () => {
  const known = new Set(knownChecks(catalogue))
  expect(setNames()).toContain('2026.1')
  for (const name of setNames()) {
    const { checks } = frozenSet(name)
    expect(checks.size).toBeGreaterThan(1000)
    expect([...checks].filter((id) => !known.has(id))).toEqual([])
  }
})

test('a set that is none is refused with the nearest', () => {
  expect(() => frozenSet('2026.11')).toThrow(/^--set 2026\.11: there is no such set; did you mean 2026\.1\?$/)
})

test('a check that is newer than the set runs and is planned as outside of it', () => {
  const all = makePlan(catalogue, judgedLive(), {}).planned.map(({ id }) => id)
  const [news = '', ...others] = all
  const plan = makePlan(catalogue, judgedLive(), { set: { name: 's', checks: new Set(others) } })
  expect(plan.planned.map(({ id }) => id)).toEqual(all)
  expect(plan.planned.filter(({ outside }) => outside).map(({ id }) => id)).toEqual([news])
})

test('such a check never makes a run red, and is announced', () => {
  const old = planned('data/a/old')
  const news: PlannedCheck = { ...planned('data/a/news'), outside: true }
  const options = { strict: false, baseline: [], now: 0 }
  const fails = judge(news, { is: 'breach', findings: [finding()] }, 1, options)
  expect(fails).toMatchObject({ is: 'warn', because: expect.stringContaining('newer than the set') })
  const passes: Verdict = { check: old.id, requirement: old.requirement, is: 'pass', findings: [], ms: 1 }
  const code = (is: Verdict['is'], failOn: 'warn' | 'blocked' = 'blocked') =>
    exitCodeOf([old, news], [passes, { ...fails, is }], {
      strict: false,
      emptyAllowed: false,
      gate: { failOn, maxFindings: 0 },
    })
  for (const is of ['warn', 'blocked', 'kit-error', 'stale'] as const) expect(code(is), is).toBe(0)
  expect(code('warn', 'warn')).toBe(0)
  expect(exitCodeOf([news], [fails], { strict: false, emptyAllowed: false })).toBe(0)
  const set = { name: '2026.1', checks: new Set([old.id]) }
  expect(newerChecks(set, { planned: [old, news] }, [passes, fails])).toEqual([
    '1 check is newer than the set 2026.1 and cannot make this run red; look at data/a/news (warn) before you move to a later set',
  ])
  expect(newerChecks(set, { planned: [old, news] }, [passes])[0]).toMatch(/; none of them is red$/)
  expect(newerChecks(set, { planned: [old] }, [passes])).toEqual([])
})
