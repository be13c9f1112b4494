import { describe, expect, test } from 'vitest'
import type { BaselineEntry } from '../../src/verdict/baseline.ts'
import { exitCodeOf, type Gate } from '../../src/verdict/exit-code.ts'
import { judge } from '../../src/verdict/judge.ts'
import type { Level } from '../../src/verdict/level.ts'
import type { Outcome } from '../../src/verdict/outcome.ts'
import type { Verdict, VerdictWord } from '../../src/verdict/stream.ts'
import { finding, planned } from '../reports/fixtures/build.ts'

const id = 'data/stale-lock-refused/put-after-patch'
const now = Date.parse('2026-01-02T00:00:00Z')
const entry: BaselineEntry = {
  check: id,
  finding: '0123456789ab',
  reason: 'lock rewrite',
  owner: 'team-data',
  expires: '2026-01-02',
}
const judged = (
  outcome: Outcome,
  { level = 'must' as Level, strict = false, baseline = [] as BaselineEntry[], at = now, isPart = false } = {},
): Verdict => judge(planned(id, level), outcome, 5, { strict, baseline, now: at, isPart })

const breach: Outcome = { is: 'breach', findings: [finding()] }
const held: Outcome = { is: 'held', saw: ['GET /x -> 200 (x-1)'] }

describe('a verdict', () => {
  test.each<[Outcome, Level, VerdictWord]>([
    [held, 'must', 'pass'],
    [{ is: 'observed', saw: ['404'] }, 'unshown', 'observed'],
    [breach, 'must', 'fail'],
    [breach, 'implied', 'warn'],
    [breach, 'variant', 'observed'],
    [breach, 'unshown', 'observed'],
    [{ is: 'intermittent', findings: [finding()], because: '1 of 9' }, 'must', 'warn'],
    [{ is: 'intermittent', findings: [finding()], because: '1 of 9' }, 'unshown', 'observed'],
    [{ is: 'blocked', because: 'no token' }, 'must', 'blocked'],
    [{ is: 'not-applicable', because: 'no clock' }, 'must', 'not-applicable'],
    [{ is: 'not-exercised', because: 'no traffic' }, 'must', 'not-exercised'],
    [{ is: 'crashed', because: 'TypeError' }, 'must', 'kit-error'],
  ])('of %j at level %s is %s', (outcome, level, is) => {
    expect(judged(outcome, { level }).is).toBe(is)
  })

  test('is never a pass where no exchange was asserted, nor says that a known finding is gone', () => {
    expect(judged({ is: 'held', saw: [] }).is).toBe('not-exercised')
    expect(judged({ is: 'observed', saw: [] }).is).toBe('not-exercised')
    expect(judged({ is: 'held', saw: [] }, { baseline: [entry] }).is).toBe('not-exercised')
  })

  test('is a warning where real systems are known to differ, under strict too, unless another finding is not excused', () => {
    const wild = finding({ seenInTheWild: 'known to differ' })
    expect(judged({ is: 'breach', findings: [wild] }, { strict: true }).is).toBe('warn')
    expect(judged({ is: 'breach', findings: [wild, finding()] }).is).toBe('fail')
  })

  test('of an implied rule is a failure under strict', () => {
    expect(judged(breach, { level: 'implied', strict: true }).is).toBe('fail')
  })
})

describe('the baseline', () => {
  test('makes the listed finding known, with reason and owner', () => {
    expect(judged(breach, { baseline: [entry] })).toMatchObject({
      is: 'known',
      because: 'lock rewrite (team-data, until 2026-01-02)',
    })
  })
  test('holds through its last day and not longer', () => {
    const lastMoment = Date.parse('2026-01-02T23:59:59.999Z')
    expect(judged(breach, { baseline: [entry], at: lastMoment }).is).toBe('known')
    expect(judged(breach, { baseline: [entry], at: lastMoment + 1 })).toMatchObject({
      is: 'fail',
      because: expect.stringContaining('expired'),
    })
  })
  test('excuses no other finding of the same check, and no other check', () => {
    expect(
      judged({ is: 'breach', findings: [finding(), finding({ fingerprint: 'ffffffffffff' })] }, { baseline: [entry] }),
    ).toMatchObject({ is: 'fail', findings: [{ fingerprint: 'ffffffffffff' }] })
    expect(judged(breach, { baseline: [{ ...entry, check: 'data/other/case' }] }).is).toBe('fail')
  })
  test('is red where it is expired or unmatched, also beside findings that only warn or are excused', () => {
    const warns = { is: 'breach', findings: [finding()] } as const
    expect(judged(warns, { level: 'implied', baseline: [entry], at: Date.parse('2026-01-03T00:00:00Z') }).is).toBe(
      'stale',
    )
    expect(judged(warns, { level: 'implied', baseline: [{ ...entry, finding: 'cccccccccccc' }] }).is).toBe('stale')
    expect(judged(warns, { baseline: [entry, { ...entry, finding: 'cccccccccccc' }] }).is).toBe('stale')
  })
  test('is stale where the check no longer fails', () => {
    expect(judged(held, { baseline: [entry] })).toMatchObject({
      is: 'stale',
      because: expect.stringContaining('team-data'),
    })
  })
  test('is no worse for what a part of the traffic does not show, and says so to whoever has all parts', () => {
    const other = { ...entry, finding: 'ffffffffffff' }
    expect(judged(held, { baseline: [entry], isPart: true })).toMatchObject({
      is: 'pass',
      listed: [{ check: entry.check, finding: entry.finding, owner: entry.owner }],
    })
    expect(judged(breach, { baseline: [entry, other], isPart: true })).toMatchObject({
      is: 'known',
      listed: [{ finding: 'ffffffffffff' }],
    })
    expect(judged(breach, { baseline: [entry, other] }).is).toBe('stale')
  })
  test('may list many checks at once, and every finding of theirs', () => {
    const many = { ...entry, check: 'data/stale-*', finding: undefined }
    expect(judged(breach, { baseline: [many] }).is).toBe('known')
    expect(judged(breach, { baseline: [{ ...many, check: 'data/other-*' }] }).is).toBe('fail')
    expect(judged(held, { baseline: [many] }).is).toBe('pass')
    expect(judged(breach, { baseline: [many], at: Date.parse('2026-01-03T00:00:00Z') })).toMatchObject({
      is: 'fail',
      because: expect.stringContaining('expired'),
    })
  })
  test('with a rate: what fails only sometimes may pass, and may not fail more often', () => {
    const flaky = { ...entry, rate: 0.3 }
    const sometimes = (failed: number, of: number): Outcome => ({
      is: 'intermittent',
      findings: [finding()],
      because: `it failed in ${failed} of ${of} tries`,
      tries: { failed, of },
    })
    expect(judged(held, { baseline: [flaky] }).is).toBe('pass')
    expect(judged(sometimes(3, 9), { baseline: [flaky] }).is).toBe('known')
    expect(judged({ ...breach, tries: { failed: 3, of: 3 } }, { baseline: [flaky] }).is).toBe('known')
    expect(judged(sometimes(7, 9), { baseline: [flaky] })).toMatchObject({
      is: 'stale',
      because: expect.stringContaining('7 of 9 tries, more often'),
    })
    expect(judged({ ...breach, tries: { failed: 8, of: 8 } }, { baseline: [flaky] }).is).toBe('stale')
    expect(judged(sometimes(7, 9), {}).is).toBe('warn')
  })
  test('does not forget the date of what fails only sometimes', () => {
    const over = { ...entry, rate: 0.3, expires: '2020-01-01' }
    const sometimes: Outcome = { is: 'intermittent', findings: [finding()], because: 'it failed in 3 of 9 tries' }
    for (const outcome of [held, sometimes, { ...sometimes, tries: { failed: 3, of: 9 } }])
      expect(judged(outcome, { baseline: [over] })).toMatchObject({
        is: 'stale',
        because: expect.stringContaining('expired on 2020-01-01'),
      })
    const many = { ...over, check: 'data/*' }
    expect(judged(sometimes, { baseline: [many] }).is).toBe('stale')
    expect(judged(held, { baseline: [many] }).is).toBe('pass')
  })
  test('counts as known what a known setup step blocks, and nothing else that is blocked', () => {
    const setUp: Outcome = { is: 'blocked', because: 'a setup step broke data/x', findings: [finding()] }
    expect(judged(setUp).is).toBe('blocked')
    expect(judged(setUp, { baseline: [entry] }).is).toBe('known')
    expect(judged(setUp, { baseline: [{ ...entry, finding: 'cccccccccccc' }] }).is).toBe('blocked')
    const knows = { strict: false, baseline: [], now, knownElsewhere: () => 'lock rewrite' }
    expect(judge(planned(id), setUp, 5, knows)).toMatchObject({
      is: 'known',
      because: expect.stringContaining('rewrite'),
    })
    expect(judge(planned(id), { is: 'blocked', because: 'no token' }, 5, knows).is).toBe('blocked')
  })
  test('never excuses what could not be judged', () => {
    expect(judged({ is: 'blocked', because: 'no token' }, { baseline: [entry] }).is).toBe('blocked')
    expect(judged({ is: 'crashed', because: 'TypeError' }, { baseline: [entry] }).is).toBe('kit-error')
  })
})

describe('the exit code', () => {
  const code = (
    words: [VerdictWord, Level?][],
    more: {
      strict?: boolean
      emptyAllowed?: boolean
      findings?: Verdict['findings']
      gate?: Gate
      unusedEntries?: number
    } = {},
  ) =>
    exitCodeOf(
      words.map(([, level], n) => planned(`data/rule/case-${n}`, level)),
      words.map(([is], n) => ({
        check: `data/rule/case-${n}`,
        requirement: 'data/rule',
        is,
        findings: more.findings ?? [],
        ms: 1,
      })),
      { strict: false, emptyAllowed: false, ...more },
    )
  test.each<[number, VerdictWord, Level]>([
    [0, 'pass', 'must'],
    [0, 'warn', 'implied'],
    [0, 'observed', 'unshown'],
    [0, 'not-applicable', 'must'],
    [0, 'not-exercised', 'must'],
    [0, 'known', 'must'],
    [1, 'fail', 'must'],
    [1, 'stale', 'implied'],
    [3, 'blocked', 'must'],
    [3, 'blocked', 'implied'],
    [0, 'blocked', 'unshown'],
    [3, 'kit-error', 'unshown'],
  ])('is %i for a check that is %s at level %s', (expected, is, level) => {
    expect(code([['pass'], [is, level]])).toBe(expected)
  })
  test('of a finding wins over what could not be judged', () => {
    expect(code([['kit-error'], ['blocked'], ['fail']])).toBe(1)
  })
  test('is 1 where a setup step broke a stated rule, 3 where it broke none', () => {
    expect(code([['blocked']], { findings: [finding({ statement: 'A-DAT-20' })] })).toBe(1)
    expect(code([['blocked']], { findings: [finding({ statement: 'A-GEN-09' })] })).toBe(3)
  })
  test('is never 0 where nothing was judged, but for an empty shard', () => {
    expect(code([])).toBe(3)
    expect(code([], { emptyAllowed: true })).toBe(0)
    expect(exitCodeOf([planned(id)], [], { strict: false, emptyAllowed: true })).toBe(3)
  })
  test.each<[number, [VerdictWord, Level?][], Gate]>([
    [1, [['warn', 'implied']], { failOn: 'warn', maxFindings: 0 }],
    [3, [['blocked']], { failOn: 'warn', maxFindings: 0 }],
    [0, [['blocked']], { failOn: 'fail', maxFindings: 0 }],
    [1, [['fail']], { failOn: 'fail', maxFindings: 0 }],
    [3, [['kit-error']], { failOn: 'fail', maxFindings: 0 }],
    [0, [['fail'], ['fail']], { failOn: 'blocked', maxFindings: 2 }],
    [1, [['fail'], ['fail'], ['fail']], { failOn: 'blocked', maxFindings: 2 }],
    [1, [['fail'], ['stale']], { failOn: 'blocked', maxFindings: 2 }],
    [3, [['fail'], ['blocked']], { failOn: 'blocked', maxFindings: 2 }],
  ])('is %i for %j where the user asked for %j', (expected, words, gate) => {
    expect(code(words, { gate })).toBe(expected)
  })
  test('counts what a finding blocked as that finding', () => {
    const findings = [finding({ statement: 'A-DAT-20' })]
    expect(code([['blocked']], { findings, gate: { failOn: 'blocked', maxFindings: 1 } })).toBe(0)
    expect(code([['blocked']], { findings, gate: { failOn: 'fail', maxFindings: 0 } })).toBe(1)
  })
  test('counts a finding of a setup step once, however many checks it blocked', () => {
    const findings = [finding({ statement: 'A-DAT-20' })]
    const gate: Gate = { failOn: 'blocked', maxFindings: 1 }
    expect(code([['blocked'], ['blocked'], ['blocked']], { findings, gate })).toBe(0)
    expect(code([['blocked'], ['fail'], ['blocked']], { findings, gate })).toBe(0)
    expect(code([['fail'], ['fail']], { findings, gate })).toBe(1)
  })
  test('is 1 where an entry for many checks excuses nothing, however many findings are allowed', () => {
    expect(code([['pass']], { unusedEntries: 1 })).toBe(1)
    expect(code([['pass']], { unusedEntries: 1, gate: { failOn: 'blocked', maxFindings: 5 } })).toBe(1)
  })
  test('is 0 where only newer checks than those of the set were selected: they are never red', () => {
    const newer = { ...planned(id), outside: true as const }
    const options = { strict: false, emptyAllowed: false }
    const of = (is: VerdictWord) =>
      exitCodeOf([newer], [{ check: id, requirement: 'data/x', is, findings: [], ms: 1 }], options)
    expect([of('pass'), of('blocked')]).toEqual([0, 0])
    expect(exitCodeOf([newer], [], options)).toBe(3)
  })
})
