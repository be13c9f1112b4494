import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { checkTable } from '../../src/judging/check-table.ts'
import { checkValueOf } from '../../src/judging/check-value.ts'
import { inOrder, removal } from '../../src/judging/order.ts'

const { checks } = await loadCatalogue()
const ordered = inOrder(checks)
const rateOf = (check: (typeof checks)[number]): number => {
  const { tells, requests, creates } = checkValueOf(check)
  return tells / (requests + creates * removal)
}

test('every check once, what tells most per request first', () => {
  expect(ordered).toHaveLength(checks.length)
  expect(new Set(ordered)).toEqual(new Set(checks))
  const rates = ordered.map(rateOf)
  expect(rates).toEqual([...rates].sort((one, other) => other - one))
  expect(rates[0]).toBeGreaterThan(1)
})

test('a check that the table does not know comes by its level and its kind, among those that it knows', () => {
  const known = checks.filter(({ id }) => Object.hasOwn(checkTable, id))
  const [check] = known
  if (!check) throw new Error('the table is empty')
  const unknown = { ...check, id: 'new-interface/rule/situation', kind: 'check' as const }
  const at = (one: typeof unknown) => inOrder([...known, one]).indexOf(one)
  const must = at({ ...unknown, requirement: { ...check.requirement, level: 'must' } })
  const implied = at({ ...unknown, requirement: { ...check.requirement, level: 'implied' } })
  const property = at({ ...unknown, kind: 'property' as never })
  expect(must).toBeGreaterThan(0)
  expect(must).toBeLessThan(implied)
  expect(must).toBeLessThan(property)
  expect(property).toBeLessThan(known.length)
})

test('the table knows no check that is gone: after a check is renamed or removed, run scripts/order-checks.mjs or take out its line', () => {
  const ids = new Set(checks.map(({ id }) => id))
  expect(Object.keys(checkTable).filter((id) => !ids.has(id))).toEqual([])
})

test('of the interfaces that it was made for, the table knows nearly every check', () => {
  const before = new Set(Object.keys(checkTable).map((id) => id.split('/', 1)[0]))
  const ours = checks.filter(({ requirement }) => before.has(requirement.interface))
  const unknown = ours.filter(({ id }) => !Object.hasOwn(checkTable, id))
  expect(unknown.length / ours.length).toBeLessThan(0.2)
})
