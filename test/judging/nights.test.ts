import { expect, test } from 'vitest'
import { merged } from '../../src/judging/merge.ts'
import { nightsInOne, nightsInWords, pastOf, withDrift } from '../../src/judging/nights.ts'
import { usualGate } from '../../src/verdict/exit-code.ts'
import type { StreamRecord, VerdictWord } from '../../src/verdict/stream.ts'
import { ended, finding, plan, planned, verdict } from '../reports/fixtures/build.ts'

const checks = ['data/one/a', 'data/two/a'] as const

const night = (day: number, words: readonly VerdictWord[], shard?: string, seed = 42, target = 'embedded') => {
  const at = shard === '2/2' ? [checks[1]] : shard === '1/2' ? [checks[0]] : checks
  const records = ended(
    [
      plan(
        at.map((id) => planned(id)),
        { started: `2026-03-0${day}T03:04:05.000Z`, seed, target, ...(shard ? { shard } : {}) },
      ),
      ...at.map((id, n) =>
        verdict(id, words[n] ?? 'pass', words[n] === 'fail' ? { findings: [finding({ requirement: id })] } : {}),
      ),
    ],
    words.includes('fail') ? 1 : 0,
  )
  return { folder: `${day}${shard ?? ''}`, records }
}
const of = <K extends string>(records: readonly StreamRecord[], kind: K) =>
  records.flatMap((record) => (kind in record ? [(record as unknown as Record<K, any>)[kind]] : []))

test('a single report stays as it is', () => {
  const one = night(1, ['pass', 'fail'])
  expect(nightsInOne([one], usualGate)).toEqual(one.records)
})

test('a single shard stays as it is, by the options that it was judged by', () => {
  const one = night(1, ['pass'], '1/2')
  expect(nightsInOne([one], usualGate)).toEqual(one.records)
})

test('a night that came to no plan is told as one, and leaves the nights beside it alone', () => {
  const dead = {
    folder: 'dead',
    records: ended([plan([], { started: '2026-03-02T03:04:05.000Z' })], 3),
  }
  const [first, last] = [night(1, ['fail', 'pass']), night(3, ['pass', 'pass'])]
  expect(of(nightsInOne([first, dead], usualGate), 'end')[0].exitCode).toBe(3)
  expect(of(nightsInOne([first, dead, last], usualGate), 'drift')).toMatchObject([{ runs: 2, fixed: ['data/one/a'] }])
})

test('of several nights, in whatever order, the last is told with what is different', () => {
  const nights = [night(3, ['fail', 'pass']), night(1, ['pass', 'pass']), night(2, ['pass', 'fail'])]
  const records = nightsInOne(nights, usualGate)
  expect(of(records, 'plan').map(({ started }) => started)).toEqual(['2026-03-03T03:04:05.000Z'])
  expect(of(records, 'drift')).toMatchObject([{ runs: 2, news: ['data/one/a'], fixed: ['data/two/a'] }])
  expect(records.at(-1)).toHaveProperty('end')
})

test('shards of one seed are one night, and those of the next seed the next', () => {
  const records = nightsInOne(
    [
      night(1, ['pass'], '1/2'),
      night(1, ['pass'], '2/2'),
      night(2, ['fail'], '2/2', 43),
      night(2, ['pass'], '1/2', 43),
    ],
    usualGate,
  )
  expect(of(records, 'verdict').map(({ check, is }) => [check, is])).toEqual([
    ['data/two/a', 'fail'],
    ['data/one/a', 'pass'],
  ])
  expect(of(records, 'drift')).toMatchObject([{ runs: 1, news: ['data/two/a'] }])
  expect(of(records, 'end')[0].exitCode).toBe(1)
})

test('shards that drew by their own seeds are one night, too, and a shard that nothing joins is named', () => {
  const shards = [night(1, ['fail'], '1/2', 7), night(1, ['pass'], '2/2', 8)]
  const records = nightsInOne(shards, usualGate)
  expect(of(records, 'plan')).toMatchObject([{ seeds: [7, 8] }])
  expect(of(records, 'verdict').map(({ is }) => is)).toEqual(['fail', 'pass'])
  expect(nightsInWords(shards)).toBeUndefined()
  const apart = [night(1, ['fail'], '1/2', 7), night(2, ['pass'], '2/2', 8)]
  expect(nightsInWords(apart)).toBe('the last night is 22/2 (shard 2/2); taken for earlier nights: 11/2 (shard 1/2)')
})

test('a merged night goes into a history as one run, and is told against those before', () => {
  const before = [1, 2].map((day) => pastOf(night(day, ['pass', 'pass']).records))
  const parts = [night(3, ['pass'], '1/2'), night(3, ['fail'], '2/2')]
  const records = withDrift(merged(parts, usualGate), before)
  expect(of(records, 'drift')).toMatchObject([{ runs: 2, news: ['data/two/a'], trend: [{}, {}, { failed: 1 }] }])
  expect(pastOf(records).verdicts).toEqual({ 'data/one/a': 'pass', 'data/two/a': 'fail' })
})

test('a shard that is missing is told, and the night is not green', () => {
  const whole = [night(1, ['pass'], '1/2'), night(1, ['pass'], '2/2')]
  const records = nightsInOne([...whole, night(2, ['pass'], '1/2', 43)], usualGate)
  expect(of(records, 'notice').map(({ text }) => text)).toEqual([expect.stringContaining('no report of shard 2/2')])
  expect(of(records, 'end')[0].exitCode).toBe(3)
})

test('reports of two targets are refused', () => {
  expect(() => nightsInOne([night(1, []), night(2, [], undefined, 42, 'other')], usualGate)).toThrow(
    '2: it is about other, and 1 about embedded; name the reports of one target',
  )
})
