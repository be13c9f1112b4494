import { describe, expect, test } from 'vitest'
import { merged } from '../../src/judging/merge.ts'
import type { ShardReport } from '../../src/judging/parts.ts'
import { usualGate } from '../../src/verdict/exit-code.ts'
import type { StreamRecord, Verdict, VerdictWord } from '../../src/verdict/stream.ts'
import { finding, plan, planned, verdict } from '../reports/fixtures/build.ts'
import { foldRun } from '../../reports/run-view.ts'
import { resultInWords } from '../../reports/terminal/last-line.ts'

const one = 'data/a/one'
const two = 'data/b/two'
const rule = 'data/c/contract'

const end = (exitCode = 0): StreamRecord => ({
  end: { planned: 0, judged: 0, counts: {} as never, exitCode, requests: 10, waitedMs: 1, ms: 5 },
})
const shard = (index: number, checks: readonly string[], ...records: StreamRecord[]): ShardReport => ({
  folder: `shard-${index}`,
  records: [
    plan(
      checks.map((id) => planned(id)),
      { shard: `${index}/2` },
    ),
    ...records,
  ],
})
const fold = (parts: readonly ShardReport[]) => foldRun(merged(parts, usualGate))
const word = (records: readonly StreamRecord[], check: string): VerdictWord | undefined =>
  records.flatMap((record) => ('verdict' in record && record.verdict.check === check ? [record.verdict.is] : []))[0]
const good = [
  shard(1, [one, rule], verdict(one, 'pass'), verdict(rule, 'pass'), end()),
  shard(2, [two], verdict(two, 'pass'), end()),
]

describe('merge', () => {
  test('makes one finished report of all shards', () => {
    const view = fold(good)
    expect(view.checks.map(({ planned: { id }, verdict: judged }) => [id, judged?.is])).toEqual([
      [one, 'pass'],
      [rule, 'pass'],
      [two, 'pass'],
    ])
    expect(view.troubles).toEqual([])
    expect(view.exitCode).toBe(0)
    expect(view.end).toMatchObject({ requests: 20, ms: 5 })
    expect(view.plan?.shard).toBeUndefined()
  })

  test('adds up what the seeds of the shards did not draw', () => {
    const undrawing = (part: ShardReport, undrawn: Record<string, number>): ShardReport => ({
      ...part,
      records: part.records.map((record) => ('plan' in record ? { plan: { ...record.plan, undrawn } } : record)),
    })
    const [first, second] = good as [ShardReport, ShardReport]
    expect(fold([undrawing(first, { data: 2 }), undrawing(second, { data: 3, token: 1 })]).plan?.undrawn).toEqual({
      data: 5,
      token: 1,
    })
    expect(fold(good).plan).not.toHaveProperty('undrawn')
  })

  test('calls an entry for many checks stale where no shard could use it, and one of them looked', () => {
    const entry = { check: 'data/*', owner: 'ann', expires: '2999-01-01' }
    const withUnused = (at: number, looked = true): ShardReport => ({
      ...(good[at] as ShardReport),
      records: [...(good[at] as ShardReport).records, { unused: { entry, expired: false, looked } }],
    })
    const stale = fold([withUnused(0, false), withUnused(1)])
    expect(stale.exitCode).toBe(1)
    expect(stale.notices).toEqual([
      { kind: 'baseline', text: 'the baseline entry data/* of ann matches no finding any more: remove it' },
    ])
    expect(fold([withUnused(0), good[1] as ShardReport]).exitCode).toBe(0)
    expect(fold([withUnused(0, false), withUnused(1, false)]).exitCode).toBe(0)
    expect(fold([withUnused(0)]).notices.filter(({ kind }) => kind === 'baseline')).toEqual([])
  })

  test('is red where one shard is', () => {
    const failing = shard(2, [two], verdict(two, 'fail', { findings: [finding()] }), end(1))
    expect(fold([good[0] as ShardReport, failing]).exitCode).toBe(1)
  })

  test('counts what one shard saw of a rule that another judged', () => {
    const seen = { ...(verdict(rule, 'fail', { findings: [finding()] }) as { verdict: Verdict }).verdict }
    const records = merged(
      [good[0] as ShardReport, shard(2, [two], verdict(two, 'pass'), { elsewhere: seen }, end(1))],
      usualGate,
    )
    expect(word(records, rule)).toBe('fail')
    expect(foldRun(records).exitCode).toBe(1)
    const lesser = { ...seen, is: 'warn' as const, findings: [finding({ fingerprint: 'ffffffffffff' })] }
    const failing = shard(
      1,
      [one, rule],
      verdict(one, 'pass'),
      verdict(rule, 'fail', { findings: [finding()] }),
      end(1),
    )
    const both = foldRun(
      merged([failing, shard(2, [two], verdict(two, 'pass'), { elsewhere: lesser }, end())], usualGate),
    )
    expect(both.checks[1]?.verdict).toMatchObject({ is: 'fail', findings: [{}, { fingerprint: 'ffffffffffff' }] })
  })

  test('says by which options it is green, though checks failed', () => {
    const failing = shard(2, [two], verdict(two, 'fail', { findings: [finding()] }), end(1))
    const gate = { failOn: 'blocked' as const, maxFindings: 3 }
    const view = foldRun(merged([good[0] as ShardReport, failing], gate))
    expect([view.exitCode, resultInWords(view)]).toEqual([
      0,
      'Within what --max-findings 3 allows: 2 passed, 1 failed.',
    ])
  })

  describe('of a rule that the baseline lists', () => {
    const entry = { check: rule, finding: '0123456789ab', owner: 'ann' }
    const holding = shard(1, [one, rule], verdict(one, 'pass'), verdict(rule, 'pass', { listed: [entry] }), end())
    const seenBy = (is: VerdictWord, fingerprint: string) =>
      shard(2, [two], verdict(two, 'pass'), {
        elsewhere: (verdict(rule, is, { findings: [finding({ fingerprint })] }) as { verdict: Verdict }).verdict,
      })

    test.each([
      ['is known where another shard shows it', [holding, seenBy('known', '0123456789ab')], 'known'],
      ['is stale where none does', [holding, shard(2, [two], verdict(two, 'pass'), end())], 'stale'],
      ['fails where another shows another finding', [holding, seenBy('fail', 'ffffffffffff')], 'fail'],
      ['is left as it is where a shard is missing', [holding], 'pass'],
    ])('%s', (_, parts, is) => {
      const records = merged(parts, usualGate)
      expect(word(records, rule)).toBe(is)
      expect(JSON.stringify(records)).not.toContain('"listed"')
    })
  })

  test('is never green where a shard is missing, did not finish, or left a check unjudged', () => {
    const missing = fold([good[0] as ShardReport])
    expect(missing.exitCode).toBe(3)
    expect(missing.notices.map(({ text }) => text)).toEqual(['no report of shard 2/2: its checks are not judged'])
    const seen = (verdict(two, 'fail', { findings: [finding()] }) as { verdict: Verdict }).verdict
    const failing = fold([shard(1, [one], verdict(one, 'pass'), { elsewhere: seen }, end(1))])
    expect([failing.exitCode, failing.elsewhere.map(({ check }) => check)]).toEqual([1, [two]])
    expect(fold([good[0] as ShardReport, shard(2, [two], verdict(two, 'pass'))]).exitCode).toBe(3)
    const unjudged = fold([good[0] as ShardReport, shard(2, [two], end())])
    expect(unjudged.exitCode).toBe(3)
    expect(unjudged.checks[2]?.verdict).toMatchObject({ is: 'kit-error', because: 'shard-2 never judged it' })
  })

  test('is never green beside a run that came to no plan, shard or not', () => {
    const none: ShardReport = {
      folder: 'dead',
      records: [plan([]), { notice: { kind: 'unjudged', text: 'connection refused' } }, end(3)],
    }
    const whole: ShardReport = { folder: 'whole', records: [plan([planned(one)]), verdict(one, 'pass'), end()] }
    expect([fold([none, whole]).exitCode, fold([whole, none]).exitCode]).toEqual([3, 3])
    const sharded = fold([none, good[0] as ShardReport])
    expect(sharded.exitCode).toBe(3)
    expect(sharded.notices.map(({ text }) => text)).toEqual([
      'dead: connection refused',
      'no report of shard 2/2: its checks are not judged',
    ])
  })

  test('counts of recordings the side that each part counted', () => {
    const part = (folder: string, check: string, side: 'client' | 'server', ...more: StreamRecord[]): ShardReport => ({
      folder,
      records: [
        plan([{ ...planned(check), ...(check === two ? { side: 'client' as const } : {}) }]),
        ...more,
        { end: { ...(end() as { end: object }).end, side } } as StreamRecord,
      ],
    })
    const ofServer = part('one', one, 'server', verdict(one, 'pass'))
    const ofClient = (side: 'client' | 'server') =>
      part('two', two, side, verdict(two, 'fail', { findings: [finding({ side: 'client' })] }))
    const view = fold([ofServer, ofClient('server')])
    expect([view.exitCode, view.end?.side]).toEqual([0, 'server'])
    expect(() => fold([ofServer, ofClient('client')])).toThrow(/it counts what the client did, and one the server/)
  })

  test('refuses what are no parts of one whole', () => {
    expect(() => fold([...good, good[1] as ShardReport])).toThrow(
      /^shard-2: it judges data\/b\/two, and so does shard-2; merge takes/,
    )
    const other = { folder: 'other', records: [plan([planned(two)], { target: 'staging', shard: '2/2' }), end()] }
    expect(() => fold([good[0] as ShardReport, other])).toThrow(
      /^other: it is about staging, and shard-1 about embedded/,
    )
    const third = { folder: 'third', records: [plan([planned(two)], { shard: '2/3' }), end()] }
    expect(() => fold([good[0] as ShardReport, third])).toThrow(/^third: it is shard 2\/3, and shard-1 shard 1\/2/)
    const strict = { folder: 'strict', records: [plan([planned(two)], { strict: true, shard: '2/2' }), end()] }
    expect(() => fold([good[0] as ShardReport, strict])).toThrow(
      /^strict: it is judged with --strict, and shard-1 without --strict/,
    )
    expect(() => fold([{ folder: 'empty', records: [] }])).toThrow(/^empty: its report has no plan/)
  })
})
