import { expect, test } from 'vitest'
import { refusedCalls } from '../../src/verify/refused.ts'

const told = (statuses: readonly number[], about: readonly string[] = []) => {
  const refused = refusedCalls()
  for (const [at, status] of statuses.entries())
    refused.see(
      {
        id: `#${at + 1}`,
        startedAt: 0,
        ms: 1,
        request: { method: 'GET', url: `https://a.example/api/${at + 1}?secret=x`, headers: [], body: Buffer.alloc(0) },
        response: { status, statusText: '', headers: [], body: Buffer.alloc(0) },
      },
      `#${at + 1}`,
    )
  refused.told(about)
  return refused.notice()
}

test('calls that were refused are counted, and the first of them named', () => {
  expect(told([400, 200, 404, 409])).toBe(
    '3 calls were refused (4xx) without a finding, lawful or not: #1 GET /api/1 -> 400, #3 GET /api/3 -> 404 and 1 more',
  )
  expect(told([200, 405])).toBe('1 call was refused (4xx) without a finding, lawful or not: #2 GET /api/2 -> 405')
  expect(told(Array.from({ length: 1002 }, () => 400))).toMatch(/^1002 calls .* and 1000 more$/)
})

test('what a finding is about is not told twice, and neither are too many calls or crashes', () => {
  expect(told([400, 404], ['#1'])).toMatch(/^1 call was .*: #2 /)
  expect(told([400, 404], ['#1', '#2'])).toBeUndefined()
  expect(told([429, 500, 200, 307])).toBeUndefined()
})
