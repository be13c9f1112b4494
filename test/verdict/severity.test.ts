import { expect, test } from 'vitest'
import type { Level } from '../../src/verdict/level.ts'
import { severityOf } from '../../src/verdict/severity.ts'

test.each<[Level, string, string, string]>([
  // level, plain, strict, strict and seen in the wild
  ['must', 'fail', 'fail', 'warn'],
  ['implied', 'warn', 'fail', 'warn'],
  ['variant', 'observed', 'observed', 'observed'],
  ['unshown', 'observed', 'observed', 'observed'],
  ['advice', 'observed', 'observed', 'observed'],
])('a finding at level %s', (level, plain, strict, wild) => {
  expect(severityOf(level, { strict: false })).toBe(plain)
  expect(severityOf(level, { strict: true })).toBe(strict)
  expect(severityOf(level, { strict: true, seenInTheWild: 'known to differ' })).toBe(wild)
})
