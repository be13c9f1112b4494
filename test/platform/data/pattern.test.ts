import fc from 'fast-check'
import { expect, test } from 'vitest'
import { patternOf, strictPattern } from '../../../src/platform/cql/pattern.ts'
import { growth } from '../../support/growth.ts'

/** What the same pattern means, written plainly. */
const plainly = (pattern: string, left: boolean, right: boolean): RegExp =>
  new RegExp(`${left ? '^' : ''}${pattern.replaceAll('%', '.*')}${right ? '$' : ''}`, 's')

test('several wildcards match what they matched when every way was tried', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', '%', '\n'), maxLength: 9 }).filter((text) => !text.includes('%%')),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\n'), maxLength: 12 }),
      fc.boolean(),
      fc.boolean(),
      (pattern, text, left, right) => {
        expect(patternOf(pattern, { ...strictPattern, left, right }).test(text)).toBe(
          plainly(pattern, left, right).test(text),
        )
      },
    ),
    { numRuns: 3000, seed: 1 },
  )
})

test('time grows with the text, and many wildcards end at once', () => {
  const pattern = patternOf(`${'%a'.repeat(10)}%b`, strictPattern)
  expect(growth((size) => pattern.test('a'.repeat(size)), [2000, 32_000], 6)).toBeLessThan(6)
})
