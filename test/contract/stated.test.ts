import { expect, test } from 'vitest'
import type { StatedResponse } from '../../src/contract/operation.ts'
import { successOf } from '../../src/contract/stated.ts'

const stated = (status: string): StatedResponse => ({
  status,
  optional: false,
  statements: [],
  media: [],
  errors: [],
  headers: [],
})

test.each([
  [['204', '2XX'], 204, '204'],
  [['204', '2XX'], 200, '2XX'],
  [['2XX', '204'], 204, '204'],
  [['200', '204'], 201, '200'],
  [['401', '2XX'], 401, '2XX'],
])('of the responses %j one of status %i is judged by %s', (named, status, chosen) => {
  expect(successOf({ responses: named.map(stated) }, status)?.status).toBe(chosen)
})

test('an operation without a success has none', () => {
  expect(successOf({ responses: [stated('404')] }, 404)).toBeUndefined()
})
