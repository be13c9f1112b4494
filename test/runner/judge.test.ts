import { describe, expect, test } from 'vitest'
import { exitCodeOf } from '../../src/verdict/exit-code.ts'
import { fingerprint } from '../../src/verdict/fingerprint.ts'
import type { Finding } from '../../src/verdict/finding.ts'
import { judge, type JudgeOptions } from '../../src/verdict/judge.ts'
import type { Level } from '../../src/verdict/level.ts'
import type { Outcome } from '../../src/verdict/outcome.ts'
import type { PlannedCheck } from '../../src/verdict/stream.ts'

const now = Date.parse('2030-06-15T12:00:00Z')
const plain: JudgeOptions = { strict: false, baseline: [], now }
const planned = (level: Level): PlannedCheck => ({ id: 'data/a/b', interface: 'data', requirement: 'data/a', level, says: 'A rule.', sources: ['A-DAT-20'] })
const finding = (more: Partial<Finding> = {}): Finding => ({ statement: 'A-DAT-20', requirement: 'data/a', rule: 'A rule.', expected: 'x', actual: 'y', exchanges: ['e'], rerun: 'r', fingerprint: 'aaaa', ...more })
const breach = (...findings: Finding[]): Outcome => ({ is: 'breach', findings: findings.length > 0 ? findings : [finding()] })
const entry = { check: 'data/a/b', finding: 'aaaa', reason: 'ticket 12', owner: 'ann', expires: '2030-06-15' }

describe('severity', () => {
  test.each([
    ['must', false, 'fail'], ['implied', false, 'warn'], ['implied', true, 'fail'], ['variant', true, 'observed'], ['unshown', true, 'observed'],
  ] as const)('a breach of level %s (strict %s) is %s', (level, strict, is) => {
    expect(judge(planned(level), breach(), 1, { ...plain, strict }).is).toBe(is)
  })

  test('what real systems are known to do is a warning, also when strict', () => {
    const wild = breach(finding({ seenInTheWild: 'page size' }))
    expect(judge(planned('must'), wild, 1, { ...plain, strict: true }).is).toBe('warn')
    expect(judge(planned('implied'), wild, 1, { ...plain, strict: true }).is).toBe('warn')
  })

  test('one tolerated finding does not soften another', () => {
    expect(judge(planned('must'), breach(finding({ seenInTheWild: 'x' }), finding({ fingerprint: 'b' })), 1, plain).is).toBe('fail')
  })
})

describe('verdicts without findings', () => {
  test('a pass that rests on no exchange is an error of the kit', () => {
    expect(judge(planned('must'), { is: 'held', saw: [] }, 1, plain).is).toBe('kit-error')
    expect(judge(planned('must'), { is: 'held', saw: ['GET / -> 200'] }, 1, plain).is).toBe('pass')
  })

  test('a failure seen only at times is no failure', () => {
    expect(judge(planned('must'), { is: 'intermittent', findings: [finding()], because: '2 of 5' }, 1, plain).is).toBe('warn')
  })
})

describe('baseline', () => {
  test('an entry excuses its finding until the end of its last day, and says why', () => {
    const verdict = judge(planned('must'), breach(), 1, { ...plain, baseline: [entry] })
    expect(verdict.is).toBe('known')
    expect(verdict.because).toContain('ticket 12')
  })

  test('another finding of the same check is not excused', () => {
    const verdict = judge(planned('must'), breach(finding(), finding({ fingerprint: 'bbbb' })), 1, { ...plain, baseline: [entry] })
    expect(verdict.is).toBe('fail')
    expect(verdict.findings.map(({ fingerprint: print }) => print)).toEqual(['bbbb'])
  })

  test('an expired entry excuses nothing', () => {
    const verdict = judge(planned('must'), breach(), 1, { ...plain, baseline: [{ ...entry, expires: '2030-06-14' }] })
    expect(verdict.is).toBe('fail')
    expect(verdict.because).toContain('expired')
  })

  test('an entry whose check holds is stale', () => {
    expect(judge(planned('must'), { is: 'held', saw: ['x'] }, 1, { ...plain, baseline: [entry] }).is).toBe('stale')
  })

  test('blocked and kit errors are never excused', () => {
    expect(judge(planned('must'), { is: 'blocked', because: 'x' }, 1, { ...plain, baseline: [entry] }).is).toBe('blocked')
    expect(judge(planned('must'), { is: 'crashed', because: 'x' }, 1, { ...plain, baseline: [entry] }).is).toBe('kit-error')
  })
})

describe('exit code', () => {
  const code = (level: Level, outcome: Outcome, strict = false) =>
    exitCodeOf([planned(level)], [judge(planned(level), outcome, 1, { ...plain, strict })], { strict, emptyAllowed: false })

  test('findings 1, conformant 0, blocked on must or implied 3, on unshown 0', () => {
    expect(code('must', breach())).toBe(1)
    expect(code('implied', breach())).toBe(0)
    expect(code('must', { is: 'held', saw: ['x'] })).toBe(0)
    expect(code('must', { is: 'blocked', because: 'x' })).toBe(3)
    expect(code('unshown', { is: 'blocked', because: 'x' })).toBe(0)
    expect(code('unshown', { is: 'crashed', because: 'x' })).toBe(3)
    expect(code('must', { is: 'not-applicable', because: 'x' })).toBe(0)
  })

  test('a setup step that broke a must of its own is a finding, though the check is blocked', () => {
    expect(code('must', { is: 'blocked', because: 'x', findings: [finding({ statement: 'A-DAT-03' })] })).toBe(1)
    expect(code('must', { is: 'blocked', because: 'x', findings: [finding({ statement: 'A-DAT-29' })] })).toBe(3)
    expect(code('must', { is: 'blocked', because: 'x', findings: [finding({ statement: 'A-DAT-29' })] }, true)).toBe(1)
  })

  test('what was planned and not judged, or nothing planned at all, is no success', () => {
    expect(exitCodeOf([planned('must')], [], { strict: false, emptyAllowed: false })).toBe(3)
    expect(exitCodeOf([], [], { strict: false, emptyAllowed: false })).toBe(3)
    expect(exitCodeOf([], [], { strict: false, emptyAllowed: true })).toBe(0)
  })
})

describe('fingerprint', () => {
  const print = (actual: string, tag = 'abcde00001') => fingerprint({ check: 'a/b/c', statement: 'A-DAT-20', expected: 'x', actual, tag })

  test('ids, times, ports and tags do not change it; words and status codes do', () => {
    expect(print('record 0123456789ABCDEF0123456789ABCDEF at http://127.0.0.1:4010/x, 1700000000000, abcde00001-7'))
      .toBe(print('record 5123456789abcdef0123456789abcde0 at http://127.0.0.1:9/x, 1800000000000, zzzzz00009-7', 'zzzzz00009'))
    expect(print('status 200')).not.toBe(print('status 404'))
  })
})
