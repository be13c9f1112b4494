import { describe, expect, test } from 'vitest'
import { inUtc, isMoment, momentOf } from '../../src/exchange/moment.ts'
import { sameSpelled } from '../../src/exchange/same-spelled.ts'

const eight = Date.parse('2026-03-01T08:00:00Z')

describe('a date-time names one moment in every form of ISO 8601', () => {
  test.each([
    '2026-03-01T08:00:00Z',
    '2026-03-01T08:00Z',
    '2026-03-01T08Z',
    '2026-03-01t08:00:00z',
    '20260301T080000Z',
    '20260301T0800Z',
    '2026-03-01T08:00:00,000+00:00',
    '2026-03-01T08:00:00.000000+00',
    '2026-03-01T08:00:00+0000',
    '2026-03-01T10:00:00+02:00',
    '2026-03-01T10:00:00+02',
    '2026-03-01T03:30:00-0430',
  ])('%s', (text) => {
    expect(momentOf(text)).toBe(eight)
    expect(isMoment(text)).toBe(true)
    expect(sameSpelled(text, '2026-03-01T08:00:00Z')).toBe(true)
  })

  test('fractions count, whatever stands before them', () => {
    expect(momentOf('2026-03-01T08:00:00,125Z')).toBe(eight + 125)
    expect(momentOf('20260301T080000.125+00')).toBe(eight + 125)
    expect(sameSpelled('2026-03-01T08:00:00,125Z', '2026-03-01T08:00:00Z')).toBe(false)
  })

  test('other values name none', () => {
    expect([undefined, null, eight, 'noon', '2026-13-01T08:00:00Z'].map(momentOf)).toEqual(Array(5).fill(Number.NaN))
  })
})

test('a caller writes what was shown as the documents write it, and every other text as it is', () => {
  expect(inUtc('2026-03-01T08:00:00,000+00:00')).toBe('2026-03-01T08:00:00.000Z')
  expect(inUtc('20260301T100000+02')).toBe('2026-03-01T08:00:00.000Z')
  for (const text of ['2026-03-01T08:00:00Z', '2026-03-01T08:00:00.1234567Z', '2026-13-01T08:00Z', 'noon', ''])
    expect(inUtc(text)).toBe(text)
})
