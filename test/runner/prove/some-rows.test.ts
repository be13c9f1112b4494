import { expect, test } from 'vitest'
import { rowsToChoose } from '../../../src/runner/prove/some-rows.ts'

const letters = 'abcdefghijklmnop'.split('')
/** Sixteen rows of one item each, and 84 that hold all but one. */
const rows = Array.from({ length: 100 }, (_, at) =>
  at < 16 ? [letters[at] as string] : letters.filter((_letter, other) => other !== at % 16),
)

test('no more rows than it takes, the same for the same name, others for another', () => {
  const chooses = rowsToChoose(rows)
  const taken = chooses.some('one', letters)
  expect(taken.length).toBeLessThanOrEqual(3)
  expect(chooses.some('one', letters)).toEqual(taken)
  const names = Array.from({ length: 500 }, (_, at) => `name ${at}`)
  expect(new Set(names.flatMap((name) => chooses.some(name, letters))).size).toBeGreaterThan(80)
})

test('every item is in a row that is taken, however few hold it', () => {
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    const single = letters.map((letter) => [letter])
    expect(
      rowsToChoose(single)
        .some(name, letters)
        .sort((a, b) => a - b),
    ).toEqual(single.map((_, at) => at))
  }
})

test('a row without any item is not taken', () => {
  expect(rowsToChoose([[], ['a'], []]).some('one', ['a'])).toEqual([1])
})

test('only the items asked for count; all rows that hold one of them', () => {
  const chooses = rowsToChoose([['a', 'b'], ['c'], ['b', 'c'], []])
  expect(chooses.some('one', ['b'])).toHaveLength(1)
  expect(chooses.all(['b'])).toEqual([0, 2])
  expect(chooses.all(['unknown'])).toEqual([])
  expect(chooses.some('one', [])).toEqual([])
})
