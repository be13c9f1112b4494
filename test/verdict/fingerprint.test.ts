import { expect, test } from 'vitest'
import { fingerprint } from '../../src/verdict/fingerprint.ts'

const of = (actual: string, tag?: string) =>
  fingerprint({ check: 'data/x/y', statement: 'A-DAT-20', expected: 'status 409', actual, tag })

test('is twelve hex digits', () => {
  expect(of('status 200')).toMatch(/^[0-9a-f]{12}$/)
})

test.each([
  ['ids', 'id 0A1B2C3D4E5F60718293A4B5C6D7E8F9', 'id 550e8400-e29b-41d4-a716-446655440000'],
  ['times', 'at 2026-01-02T03:04:05.678Z', 'at 2025-12-31T00:00:00Z'],
  ['milliseconds', 'lastChanged 1767323045000', 'lastChanged 1767323045999'],
  ['ports and hosts', 'http://127.0.0.1:4010/api', 'http://localhost:51234/api'],
  ['secrets', 'token <redacted:5f3a9c01>', 'token <redacted:00000000>'],
])('does not change with %s', (_, one, other) => {
  expect(of(one)).toBe(of(other))
})

test('does not change with the tag of the attempt', () => {
  expect(of('subject abcde00001 1', 'abcde00001')).toBe(of('subject vwxyz00007 1', 'vwxyz00007'))
})

test('changes with what was seen, the rule and the check', () => {
  const parts = { check: 'data/x/y', statement: 'A-DAT-20', expected: 'status 409', actual: 'status 200' }
  const prints = [
    parts,
    { ...parts, actual: 'status 201' },
    { ...parts, expected: 'status 404' },
    { ...parts, statement: 'A-DAT-21' },
    { ...parts, check: 'data/x/z' },
  ].map(fingerprint)
  expect(new Set(prints).size).toBe(prints.length)
})
