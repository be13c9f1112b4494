import { expect, test } from 'vitest'
import { statementOf, statements } from '../../src/verdict/statements.ts'

test('every statement of both documents stands there once', () => {
  expect(statements).toHaveLength(448)
  expect(new Set(statements.map(({ id }) => id)).size).toBe(448)
})

test('each is well formed', () => {
  for (const { id, level, side } of statements) {
    expect(id).toMatch(/^[AB]-[A-Z]{3}-\d{2}$/)
    expect(['must', 'implied', 'variant', 'unshown', 'advice'], id).toContain(level)
    expect(['server', 'client', 'both'], id).toContain(side)
  }
})

test('they are found by number, and nothing else is', () => {
  expect(statementOf('A-DAT-20')).toEqual({ id: 'A-DAT-20', level: 'must', side: 'server' })
  for (const id of ['A-DAT-99', 'a-dat-20', 'A-DAT-2', '']) expect(statementOf(id)).toBeUndefined()
})
