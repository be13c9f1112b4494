import { expect, test } from 'vitest'
import { someRows } from '../../../src/runner/prove/some-rows.ts'

const letters = 'abcdefghijklmnop'.split('')
/** Sixteen rows of one item each, and 84 that hold all but one. */
const rows = Array.from({ length: 100 }, (_, at) =>
  at < 16 ? [letters[at] as string] : letters.filter((_letter, other) => other !== at % 16),
)

test('no more rows than it takes, the same for the same name, others for another', () => {
  const taken = someRows('one', rows)
  expect(taken.length).toBeLessThanOrEqual(3)
  expect(someRows('one', rows)).toEqual(taken)
  const names = Array.from({ length: 500 }, (_, at) => `name ${at}`)
  expect(new Set(names.flatMap((name) => someRows(name, rows))).size).toBeGreaterThan(80)
})

test('every item is in a row that is taken, however few hold it', () => {
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    const single = letters.map((letter) => [letter])
    expect(someRows(name, single).sort((a, b) => a - b)).toEqual(single.map((_, at) => at))
  }
})

test('a row without any item is not taken', () => {
  expect(someRows('one', [[], ['a'], []])).toEqual([1])
})
