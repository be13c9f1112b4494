import { expect, test } from 'vitest'
import { differences } from '../../src/kit/differences.ts'

test('the deepest places that differ are named, with both values', () => {
  expect(
    differences(
      'the answer',
      { data: [{ call: { remarks: 'a', n: 1 } }] },
      { data: [{ call: { remarks: null, n: 1 } }] },
    ),
  ).toEqual([{ at: 'data[0].call.remarks', expected: '"a"', actual: 'null' }])
})

test('a missing field, another length and another kind are told as such', () => {
  expect(differences('it', { a: 1 }, {})).toEqual([{ at: 'a', expected: '1', actual: 'nothing' }])
  expect(differences('it', { list: [1, 2] }, { list: [1] })).toEqual([
    { at: 'number of list', expected: '2', actual: '1' },
  ])
  expect(differences('it', [1], { 0: 1 })).toEqual([{ at: 'it', expected: '[1]', actual: '{"0":1}' }])
})

test('values themselves go by what they are called', () => {
  expect(differences('the size', 3, NaN)).toEqual([{ at: 'the size', expected: '3', actual: 'NaN' }])
})

test('equal values differ nowhere, and at most three places are told', () => {
  expect(differences('it', { a: [NaN, 1] }, { a: [NaN, 1] })).toEqual([])
  expect(differences('it', { a: 1, b: 1, c: 1, d: 1 }, { a: 2, b: 2, c: 2, d: 2 })).toHaveLength(3)
})
