import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { explained } from '../../src/judging/explained.ts'

const catalogue = await loadCatalogue()

test('a statement is explained by its sentence, level, chapter and what stands for it, whatever the letter case', () => {
  const [one, ...others] = explained(catalogue, ['a-dat-20'])
  expect(others).toEqual([])
  expect(one).toMatchObject({ statement: 'A-DAT-20', level: 'must', side: 'server' })
  expect(one?.says).toMatch(/409/)
  expect(one?.requirements).toContain('data/stale-lock-refused')
  expect(one?.checks.length).toBeGreaterThan(0)
  expect(one).not.toHaveProperty('untested')
})

test('what nothing checks says why', () => {
  const open = explained(catalogue, []).filter(({ checks }) => checks.length === 0)
  expect(open.length).toBeGreaterThan(0)
  expect(open.filter(({ untested }) => !untested)).toEqual([])
})

test('without numbers all are explained', () => expect(explained(catalogue, [])).toHaveLength(448))

test('an unknown number is told with the nearest', () => {
  expect(() => explained(catalogue, ['A-DAT-2O'])).toThrow(/there is no statement A-DAT-2O; did you mean A-DAT-2\d\?/)
  expect(() => explained(catalogue, ['nonsense'])).toThrow(/the numbers run from A-GEN-01 to B-/)
})
