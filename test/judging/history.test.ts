import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  appendHistory,
  driftFrom,
  historyFile,
  pastRunOf,
  readHistory,
  type PastRun,
} from '../../src/judging/history.ts'
import type { Verdict, VerdictWord } from '../../src/verdict/stream.ts'
import { finding } from '../reports/fixtures/build.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()
const head = (day: number) => ({ at: `2026-01-0${day}T03:00:00.000Z`, kit: '0.1.0', seed: 1, exitCode: 0 })
const verdict = (check: string, is: VerdictWord, more: Partial<Verdict> = {}): Verdict => ({
  check,
  requirement: 'data/a',
  is,
  findings: is === 'fail' || is === 'known' ? [finding()] : [],
  ms: 1,
  ...more,
})
const night = (day: number, words: Record<string, VerdictWord>, observed: Record<string, string> = {}): PastRun =>
  pastRunOf(
    Object.entries(words).map(([check, is]) => verdict(check, is)),
    Object.entries(observed).map(([check, saw]) => ({ statement: 'A-DAT-04', check, saw })),
    head(day),
  )

describe('what is different from earlier runs', () => {
  test('is nothing to tell of a first run', () => {
    expect(driftFrom([], night(1, { a: 'fail' }))).toBeUndefined()
  })

  test('is told check by check, against the last run that judged it', () => {
    const earlier = [
      night(1, { broke: 'pass', mended: 'pass', old: 'pass', seldom: 'fail' }),
      night(2, { broke: 'pass', mended: 'fail', old: 'fail', seldom: 'pass' }),
      night(3, { broke: 'blocked', mended: 'fail', old: 'known', seldom: 'fail' }),
    ]
    const drift = driftFrom(
      earlier,
      night(4, { broke: 'fail', mended: 'pass', old: 'fail', seldom: 'pass', fresh: 'fail' }),
    )
    expect(drift).toMatchObject({
      runs: 3,
      last: '2026-01-03T03:00:00.000Z',
      news: ['broke'],
      first: ['fresh'],
      fixed: ['mended'],
      still: [{ check: 'old', since: '2026-01-02T03:00:00.000Z' }],
      flaky: [{ check: 'seldom', failed: 2, of: 4 }],
    })
  })

  test('has nothing of what was not judged this time', () => {
    const drift = driftFrom([night(1, { a: 'fail', b: 'fail' })], night(2, { a: 'blocked' }))
    expect(drift).toMatchObject({ news: [], fixed: [], still: [], flaky: [] })
  })

  test('has nothing mended that only another word is said of: an entry that is wrong, a warning, a part that does not show it', () => {
    const found = { findings: [finding()] }
    const now = [
      verdict('too-often', 'stale', found),
      verdict('mended', 'stale'),
      verdict('lenient', 'warn', found),
      verdict('seldom', 'warn', { ...found, tries: { failed: 2, of: 9 } }),
      verdict('elsewhere', 'pass', { listed: [{ check: 'elsewhere', owner: 'ann' }] }),
    ]
    const before = Object.fromEntries(now.map(({ check }) => [check, 'fail' as const]))
    const drift = driftFrom([night(1, before)], pastRunOf(now, [], head(2)))
    expect(drift).toMatchObject({
      news: [],
      fixed: ['mended'],
      still: [{ check: 'too-often' }, { check: 'lenient' }],
      flaky: [{ check: 'seldom', failed: 2, of: 9 }],
    })
    const later = driftFrom([pastRunOf(now, [], head(2))], night(3, { 'too-often': 'fail' }))
    expect(later).toMatchObject({ news: [], still: [{ check: 'too-often', since: head(2).at }] })
  })

  test('tells what failed only in some tries of this run, with its rate', () => {
    const flaky = verdict('a', 'warn', { findings: [finding()], tries: { failed: 2, of: 9 } })
    const drift = driftFrom([night(1, { a: 'pass' })], pastRunOf([flaky], [], head(2)))
    expect(drift?.flaky).toEqual([{ check: 'a', failed: 2, of: 9 }])
  })

  test('tells new observations and those that changed, but not by ids, times or made-up names', () => {
    const earlier = [
      night(
        1,
        {},
        {
          code: 'status 401',
          list: 'f1ab200zx9 at 2026-01-01T00:00:00Z, 226 rows',
          id: '{"id":"6EB2A541DE1B4A489A334B7BC80ED532"}',
        },
      ),
    ]
    const now = night(
      2,
      {},
      {
        code: 'status 404',
        list: 'fk3x900a1b at 2026-02-02T00:00:00Z, 37 rows',
        id: '{"id":"00B2A541DE1B4A489A334B7BC80ED532"}',
        more: 'seen',
      },
    )
    expect(driftFrom(earlier, now)).toMatchObject({
      observed: ['more'],
      changed: [{ check: 'code', before: 'status 401', now: 'status 404' }],
    })
  })
})

describe('the file', () => {
  test('keeps the last 200 runs of a target, for its user alone', () => {
    for (let day = 1; day <= 3; day += 1)
      appendHistory(folder, 'staging eu', readHistory(folder, 'staging eu'), night(day, { a: 'pass' }))
    const file = historyFile(folder, 'staging eu')
    expect(file).toMatch(/staging-eu-[0-9a-f]{8}\.jsonl$/)
    expect(historyFile(folder, 'staging.eu')).toBe(join(folder, 'staging.eu.jsonl'))
    expect(historyFile(folder, 'staging/eu')).not.toBe(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readHistory(folder, 'staging eu').map(({ at }) => at.slice(0, 10))).toEqual([
      '2026-01-01',
      '2026-01-02',
      '2026-01-03',
    ])
    expect(readHistory(folder, 'other')).toEqual([])
    const many = Array.from({ length: 250 }, () => night(1, {}))
    appendHistory(folder, 'many', many, night(2, {}))
    expect(readHistory(folder, 'many')).toHaveLength(200)
    expect(readHistory(folder, 'many').at(-1)?.at).toBe('2026-01-02T03:00:00.000Z')
  })

  test('may end in a line that was cut short, and is refused where another is no run', () => {
    const file = historyFile(folder, 'cut')
    appendHistory(folder, 'cut', [], night(1, { a: 'pass' }))
    appendFileSync(file, '{"at":"2026-')
    expect(readHistory(folder, 'cut')).toHaveLength(1)
    const whole = readFileSync(file, 'utf8')
    const run = '"at":"2026-01-01T00:00:00Z","verdicts":{},"observations":{}'
    for (const line of [
      '[]',
      'null',
      `{${run},"verdicts":null}`,
      `{${run},"at":"yesterday"}`,
      `{${run},"observations":{"a":1}}`,
      `{${run},"findings":{"a":null}}`,
    ]) {
      writeFileSync(file, `${line}\n${whole}`)
      expect(() => readHistory(folder, 'cut')).toThrow(/cut\.jsonl:1: this is no run of a history; remove the line$/)
    }
    writeFileSync(file, `{${run}}\n`)
    expect(driftFrom(readHistory(folder, 'cut'), night(2, { a: 'fail' }))).toMatchObject({ first: ['a'] })
  })
})
