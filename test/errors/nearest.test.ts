import { describe, expect, test } from 'vitest'
import { didYouMean, nearest, nearestOf } from '../../src/errors/nearest.ts'

const faults = ['token-reused', 'lock-ignored-on-put', 'lock-ignored-on-patch', 'dtos-missing', 'page-size-off-by-one']
const keys = ['name', 'addresses', 'account', 'concurrency', 'minLength', 'limits', 'clock', 'batch', 'bulk']

describe('the nearest name', () => {
  test.each([
    ['lock-ignord-on-put', faults, 'lock-ignored-on-put'],
    ['LOCK-IGNORED-ON-PUT', faults, 'lock-ignored-on-put'],
    ['adresses', keys, 'addresses'],
    ['concurency', keys, 'concurrency'],
    ['minLenght', keys, 'minLength'],
    ['limit', keys, 'limits'],
    ['clok', keys, 'clock'],
    ['batsh', keys, 'batch'],
    ['page-size', faults, 'page-size-off-by-one'],
  ])('%s', (word, known, meant) => expect(nearest(word, known)).toBe(meant))

  test.each([
    ['nope', faults],
    ['nope', keys],
    ['', keys],
    ['x', keys],
    ['certificate', ['ca']],
  ])('nothing is near to %j', (word, known) => expect(nearest(word, known)).toBeUndefined())

  test('several, slips before parts', () => {
    expect(nearestOf('lock-ignored', faults)).toEqual(['lock-ignored-on-put', 'lock-ignored-on-patch'])
    expect(nearestOf('bulc', ['bulk', 'bulcanic'])).toEqual(['bulk', 'bulcanic'])
  })

  test('is asked for in words, or not at all', () => {
    expect(didYouMean('clok', keys)).toBe('did you mean clock?')
    expect(didYouMean('nope', keys)).toBeUndefined()
  })
})
