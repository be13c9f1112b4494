import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { knownChapters, knownRules } from '../../src/judging/known-rules.ts'
import { parseBaseline } from '../../src/judging/load-baseline.ts'
import { unusedEntries } from '../../src/judging/unused-entries.ts'
import { writeBaseline } from '../../src/judging/write-baseline.ts'
import { judge } from '../../src/verdict/judge.ts'
import type { Finding } from '../../src/verdict/finding.ts'
import type { Verdict } from '../../src/verdict/stream.ts'
import { finding } from '../reports/fixtures/build.ts'
import { scratch } from '../support/folder.ts'

const checks = [
  'data/stale-lock-refused/put-by-id',
  'data/stale-lock-refused/patch',
  'data/history/any-writes',
  'token/x/y',
  'data/deleted/contract',
]
const [put = '', patch = '', history = '', , contract = ''] = checks
const rest = 'reason: known, owner: ann, expires: 2999-01-01'
const read = (text: string) => parseBaseline(text, 'b.yaml', checks)

describe('a baseline', () => {
  test('takes one check or many, a finding, and a rate', () => {
    expect(
      read(`- {check: ${put}, finding: "0123456789ab", ${rest}}\n- {check: data/stale-*, rate: 30%, ${rest}}`),
    ).toMatchObject([
      { check: put, finding: '0123456789ab' },
      { check: 'data/stale-*', rate: 0.3 },
    ])
  })

  test('takes a cause alone, by the symptom that its findings share', () => {
    const [entry] = read(`- {cause: "data/put: status 409 -> *", ${rest}}`)
    expect(entry).toMatchObject({ check: '*', cause: 'data/put: status 409 -> *' })
    const planned = {
      id: put,
      interface: 'data',
      requirement: 'data/x',
      level: 'must',
      says: '',
      sources: ['A-DAT-20'],
    } as const
    const is = (symptom: string) =>
      judge(planned, { is: 'breach', findings: [finding({ symptom })] }, 1, {
        strict: false,
        baseline: entry ? [entry] : [],
        now: 0,
      }).is
    expect(is('data/put: status 409 -> 201')).toBe('known')
    expect(is('data/patch: status 409 -> 201')).toBe('fail')
    expect(() => read(`- {${rest}}`)).toThrow(/needs the key check or the key cause/)
  })

  test('takes a fingerprint that YAML would read as a number', () => {
    expect(read(`- {check: ${put}, finding: 12345e678901, ${rest}}`)[0]?.finding).toBe('12345e678901')
    expect(read(`- {check: ${put}, finding: 000012345678, ${rest}}`)[0]?.finding).toBe('000012345678')
  })

  test.each([
    [
      `- {check: data/stale-lock-refusd/patch, ${rest}}`,
      /^b\.yaml:1:11: there is no check .*did you mean data\/stale-lock-refused\/patch/,
    ],
    [`- {check: dta/*, ${rest}}`, /there is no check dta\/\*; did you mean data\/\*/],
    [`- {check: ${put}, reason: r, owner: o, expires: 2020-13-45}`, /2020-13-45 is not a date/],
    [`- {check: ${put}, reason: r, owner: o, expires: 2026-02-30}`, /2026-02-30 is not a date/],
    [`- {check: ${put}, reason: r, owner: o, expires: soon}`, /YYYY-MM-DD/],
    [`- {check: ${put}, finding: xyz, ${rest}}`, /finding is not a fingerprint/],
    [`- {check: ${put}, rate: often, ${rest}}`, /write it as 30%/],
    [`- {check: ${put}, rate: 130%, ${rest}}`, /write it as 30%/],
    [`- {check: ${put}, reason: "", owner: o, expires: 2999-01-01}`, /needs the key reason/],
    [`- {chek: ${put}, ${rest}}`, /unknown key chek; did you mean check\?/],
  ])('refuses %s', (text, told) => {
    expect(() => read(text)).toThrow(told)
  })
})

const verdict = (check: string, is: Verdict['is'], more: Partial<Verdict> = {}): Verdict => ({
  check,
  requirement: check.split('/').slice(0, 2).join('/'),
  is,
  findings: is === 'fail' || is === 'known' ? [finding()] : [],
  ms: 1,
  ...more,
})
const now = Date.parse('2026-01-02T00:00:00Z')

test('an entry for many checks is stale where none of them fails, and only there', () => {
  const entries = read(`- {check: data/stale-*, ${rest}}\n- {check: data/history/*, rate: 10%, ${rest}}`)
  const passes = [verdict(put, 'pass'), verdict(patch, 'pass'), verdict(history, 'pass')]
  expect(unusedEntries(entries, passes, now)).toEqual([
    'the baseline entry data/stale-* of ann matches no finding any more: remove it',
  ])
  expect(unusedEntries(entries, [verdict(put, 'known'), verdict(patch, 'pass')], now)).toEqual([])
  expect(unusedEntries(entries, [verdict(put, 'blocked')], now)).toEqual([])
  expect(unusedEntries(entries, [verdict('token/x/y', 'pass')], now)).toEqual([])
  // A check that the seed did not draw may be the one that fails.
  expect(unusedEntries(entries, [verdict(put, 'pass')], now, [patch])).toEqual([])
  expect(unusedEntries(entries, [verdict(put, 'pass')], now, ['token/x/y'])).toHaveLength(1)
  const over = entries.map((entry) => ({ ...entry, rate: 0.3, expires: '1999-01-01' }))
  expect(unusedEntries(over, passes, now, [patch])[0]).toContain('expired on 1999-01-01')
})

test('a rule is known where a check that the baseline lists failed by it', () => {
  const verdicts = new Map([[put, verdict(put, 'known', { because: 'rewrite (ann, until 2999-01-01)' })]])
  expect(knownRules(verdicts)(finding({ fingerprint: 'ffffffffffff' }))).toBe('rewrite (ann, until 2999-01-01)')
  expect(knownRules(verdicts)(finding({ statement: 'A-DAT-21', symptom: 'other' }))).toBeUndefined()
  expect(knownRules(verdicts)(finding({ statement: 'A-DAT-21' }))).toBeDefined()
  expect(knownRules(new Map([[put, verdict(put, 'fail')]]))(finding())).toBeUndefined()
})

test('what a drawn case finds is known where a listed check failed by the same chapter, and only there', () => {
  const planned = { id: 'data/query-criteria/law', requirement: 'data/query-criteria', level: 'must', sources: [] }
  const judged = (statement: string, knownOfDrawn?: (found: Finding) => string | undefined) =>
    judge(planned as never, { is: 'breach', findings: [finding({ statement })] }, 1, {
      strict: false,
      baseline: [],
      now,
      ...(knownOfDrawn ? { knownOfDrawn } : {}),
    })
  const known = knownChapters(new Map([[put, verdict(put, 'known', { because: 'rewrite (ann)' })]]))
  expect(judged('A-DAT-02', known)).toMatchObject({ is: 'known', because: expect.stringContaining('rewrite (ann)') })
  expect(judged('A-CQL-02', known).is).toBe('fail')
  expect(judged('A-DAT-02').is).toBe('fail')
  expect(judged('A-DAT-02', knownChapters(new Map([[put, verdict(put, 'fail')]]))).is).toBe('fail')
})

describe('--write-baseline', () => {
  const folder = scratch()
  const write = (name: string, verdicts: readonly Verdict[], before?: string, warns = false) => {
    const file = join(folder, name)
    if (before !== undefined) writeFileSync(file, before)
    const change = writeBaseline(file, { verdicts, checks, now, warns })
    const text = readFileSync(file, 'utf8')
    return { change, text, entries: read(text) }
  }

  test('writes what is red: by check, what schemas found by finding, and with a rate what fails only sometimes', () => {
    const { entries, text, change } = write('new.yaml', [
      verdict(put, 'fail', { findings: [finding(), finding()] }),
      verdict(contract, 'fail', { findings: [finding(), finding({ fingerprint: 'ffffffffffff' }), finding()] }),
      verdict(patch, 'blocked', { findings: [finding({ fingerprint: '123456789012' })] }),
      verdict(history, 'fail', { tries: { failed: 2, of: 9 } }),
      verdict('token/x/y', 'warn', { findings: [finding()], tries: { failed: 1, of: 6 } }),
      verdict('token/x/y', 'warn', { findings: [finding()], tries: { failed: 3, of: 3 } }),
    ])
    expect(change).toEqual({ added: 6, kept: 0, removed: 0 })
    expect(entries).toMatchObject([
      { check: put, owner: 'nobody yet', expires: '2026-04-02' },
      { check: contract, finding: '0123456789ab' },
      { check: contract, finding: 'ffffffffffff' },
      { check: patch },
      { check: history, rate: 0.3 },
      { check: 'token/x/y', rate: 0.3 },
    ])
    expect(entries[0]).not.toHaveProperty('finding')
    expect(text).toMatch(/^# Known findings/)
  })

  test('lets what a seed drew hold with another seed', () => {
    const { entries } = write('drawn.yaml', [verdict(put, 'fail', { findings: [finding({ drawn: true })] })])
    expect(entries).toMatchObject([{ check: put, rate: 1 }])
  })

  test('keeps what is still needed as it stands, removes the rest, renews the date of what expired', () => {
    const before = [
      '# ours',
      `- {check: ${put}, finding: "0123456789ab", reason: lock rewrite, owner: ann, expires: 2026-06-01} # ticket 12`,
      `- {check: ${patch}, reason: fixed by now, owner: ann, expires: 2026-06-01}`,
      `- {check: ${history}, reason: slow, owner: bob, expires: 2025-06-01}`,
      `- {check: token/x/y, reason: not judged today, owner: bob, expires: 2026-06-01}`,
      '',
    ].join('\n')
    const { change, text, entries } = write(
      'old.yaml',
      [verdict(put, 'known'), verdict(patch, 'stale'), verdict(history, 'fail')],
      before,
    )
    expect(change).toEqual({ added: 0, kept: 3, removed: 1 })
    expect(text).toContain('# ours')
    expect(text).toContain('# ticket 12')
    expect(entries).toMatchObject([
      { check: put, reason: 'lock rewrite' },
      { check: history, reason: 'slow', owner: 'bob', expires: '2026-04-02' },
      { check: 'token/x/y', owner: 'bob' },
    ])
  })

  test('renews the date of what expired and still fails, and makes no other, wider entry of it', () => {
    const old = 'reason: lock rewrite, owner: ann, expires: 2025-06-01'
    const before = [
      '# what we know',
      `- {check: token/x/y, ${rest}}`,
      `- {check: data/*, cause: a, ${old}} # ticket 4711`,
      `- {check: ${put}, finding: "0123456789ab", ${old}}`,
      '',
    ].join('\n')
    const of = (symptom: string) => ({ findings: [finding({ symptom })] })
    const { change, text, entries } = write(
      'wide.yaml',
      [verdict(patch, 'fail', of('a')), verdict(put, 'fail', of('b')), verdict('token/x/y', 'pass', { findings: [] })],
      before,
    )
    expect(change).toEqual({ added: 0, kept: 2, removed: 1 })
    expect(text).toMatch(/^# what we know\n/)
    expect(text).toContain('# ticket 4711')
    expect(entries).toMatchObject([
      { check: 'data/*', cause: 'a', expires: '2026-04-02' },
      { check: put, finding: '0123456789ab', expires: '2026-04-02' },
    ])
  })

  test('adds what an entry for a cause or for another finding does not excuse', () => {
    const of = (symptom: string, fingerprint = '0123456789ab') => ({ findings: [finding({ symptom, fingerprint })] })
    const { change, entries } = write(
      'cause.yaml',
      [verdict(put, 'known', of('a')), verdict(patch, 'fail', of('b')), verdict(history, 'fail', of('a'))],
      `- {cause: a, ${rest}}\n- {check: ${patch}, finding: "aaaaaaaaaaaa", ${rest}}\n`,
    )
    expect(change).toEqual({ added: 1, kept: 1, removed: 1 })
    expect(entries).toMatchObject([{ cause: 'a' }, { check: patch }])
    expect(entries[1]).not.toHaveProperty('finding')
  })

  test('renews a rate that is too low, and leaves alone what was not looked at', () => {
    const lines = [
      `- {check: ${put}, rate: 10%, reason: slow, owner: bob, expires: 2026-06-01}`,
      `- {check: ${patch}, reason: old, owner: bob, expires: 2025-06-01}`,
      `- {check: ${contract}, finding: "aaaaaaaaaaaa", ${rest}}`,
    ]
    const { change, entries } = write(
      'rate.yaml',
      [
        verdict(put, 'stale', { findings: [finding()], tries: { failed: 5, of: 9 } }),
        verdict(patch, 'blocked', { findings: [], leftOut: true }),
        verdict(contract, 'pass', { findings: [], listed: [{ check: contract, owner: 'ann' }] }),
      ],
      `${lines.join('\n')}\n`,
    )
    expect(change).toEqual({ added: 1, kept: 2, removed: 1 })
    expect(entries.at(-1)).toMatchObject({ check: put, rate: 0.6, reason: 'slow', owner: 'bob' })
  })

  test('takes warnings where they are red', () => {
    const warned = [verdict(put, 'warn', { findings: [finding()] })]
    expect(write('calm.yaml', warned).change.added).toBe(0)
    expect(write('strict.yaml', warned, undefined, true).entries).toMatchObject([{ check: put }])
  })

  test('knows a finding that stands beside a new one', () => {
    const before = `- {check: ${contract}, finding: "aaaaaaaaaaaa", ${rest}}\n`
    const { change } = write(
      'beside.yaml',
      [verdict(contract, 'fail', { known: [{ fingerprint: 'aaaaaaaaaaaa', symptom: 's' }] })],
      before,
    )
    expect(change).toEqual({ added: 1, kept: 1, removed: 0 })
  })
})
