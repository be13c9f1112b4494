import { expect, test } from 'vitest'
import type { Check } from '../../../src/kit/check.ts'
import { fewReaders, someReaders } from '../../../src/runner/prove/some-readers.ts'

const check = (id: string, source: string) => ({ id, requirement: { sources: [source] } }) as unknown as Check
const many = Array.from({ length: 300 }, (_, at) => check(`check ${at}`, at < 36 ? 'A-TOK-12' : 'A-DAT-03'))

test('of many, all that are about the chapter that the variant leaves open, and one in four dozen of the others', () => {
  const taken = someReaders({ id: 'one', leaves: ['A-TOK-02'] }, many)
  expect(taken.slice(0, 36)).toEqual(many.slice(0, 36))
  expect(taken.length).toBeGreaterThan(36 + 1)
  expect(taken.length).toBeLessThan(36 + 14)
  expect(someReaders({ id: 'one', leaves: ['A-TOK-02'] }, many)).toEqual(taken)
  expect(someReaders({ id: 'two', leaves: ['A-TOK-02'] }, many)).not.toEqual(taken)
})

test('of many that are about the chapter, a quarter', () => {
  const taken = someReaders({ id: 'one', leaves: ['A-DAT-01'] }, many)
  const about = taken.filter(({ requirement }) => requirement.sources.includes('A-DAT-03'))
  expect(about.length).toBeGreaterThan(42)
  expect(about.length).toBeLessThan(92)
})

test('every check is among those of some variant', () => {
  const variants = Array.from({ length: 400 }, (_, at) => ({ id: `variant ${at}`, leaves: ['A-PAR-02'] as const }))
  expect(new Set(variants.flatMap((variant) => someReaders(variant, many))).size).toBe(many.length)
})

test('of few, all', () => {
  const few = many.slice(30, 70)
  expect(someReaders({ id: 'one', leaves: ['A-TOK-02'] }, few)).toEqual(few)
})

test('a dozen: those about the chapter first, others for other variants', () => {
  const taken = fewReaders({ id: 'one', leaves: ['A-TOK-02'] }, many)
  expect(taken).toHaveLength(12)
  expect(taken.every(({ requirement }) => requirement.sources.includes('A-TOK-12'))).toBe(true)
  expect(fewReaders({ id: 'two', leaves: ['A-TOK-02'] }, many)).not.toEqual(taken)
  const [one, ...others] = many.slice(35, 66)
  expect(fewReaders({ id: 'one', leaves: ['A-TOK-02'] }, [...others, one as Check])[0]).toBe(one)
})
