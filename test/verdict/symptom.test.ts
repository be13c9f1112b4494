import { expect, test } from 'vitest'
import { symptomOf } from '../../src/verdict/symptom.ts'

const of = (expected: string, actual: string, more: Partial<Parameters<typeof symptomOf>[0]> = {}) =>
  symptomOf({ operation: 'data/get', requirement: 'data/get-by-id', expected, actual, ...more })

test('ids, times, hosts, numbers, tags and bodies do not change it', () => {
  const one = of(
    'the record fabcd00001 2 with id 40E4662D491C4E7EAFE53319F0DDD9A1 from 2026-11-22T12:28:44.299Z',
    'nothing; status 200 with {"data":[]}',
    { tag: 'fabcd00001' },
  )
  const other = of(
    'the record fwxyz0000k 31 with id 0a1b2c3d-4e5f-4071-8293-a4b5c6d7e8f9 from 2027-01-02T00:00:00Z',
    'nothing; status 200 with {"data":[{"x":1}]}',
    { tag: 'fwxyz0000k' },
  )
  expect(one).toBe(other)
  expect(one).toContain('data/get: the record')
})

test('another operation, field or kind of value does', () => {
  const at = (path: string, actual: string) => of('x', 'y', { differs: [{ at: path, expected: '"a"', actual }] })
  expect(at('[0].remarks', 'null')).toBe('data/get: [].remarks text -> null')
  expect(at('[7].remarks', 'null')).toBe(at('[0].remarks', 'null'))
  expect(at('[0].remarks', '"b"')).toBe('data/get: [].remarks text -> another text')
  expect(at('[0].subject', 'null')).not.toBe(at('[0].remarks', 'null'))
})

test('a status is told as it is', () => {
  const status = (expected: string, actual: string) => of('x', 'y', { differs: [{ at: 'status', expected, actual }] })
  expect(status('201', '200')).toBe('data/get: status 201 -> 200')
  expect(status('409 CA-27', '201')).toBe('data/get: status 409 CA-27 -> 201')
})

test('an address at which nothing answers is one symptom of its interface, whatever was asked; a 404 that had to come is not', () => {
  const status = (expected: string, actual: string) => of('x', 'y', { differs: [{ at: 'status', expected, actual }] })
  expect(status('2xx', '404 not_found')).toBe('data: status 404 not_found')
  expect(status('401 invalid_token', '404 not_found')).toBe('data: status 404 not_found')
  expect(status('201', '401 invalid_token')).toBe('data: status 401 invalid_token')
  expect(status('404', '405')).toBe('data/get: status 404 -> 405')
  expect(status('409', '401 x')).toBe('data/get: status 409 -> 401 x')
})
