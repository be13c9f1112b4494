import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { inOrder } from '../../src/judging/order.ts'

const { checks } = await loadCatalogue()
const ordered = inOrder(checks)

test('every check once', () => {
  expect(ordered).toHaveLength(checks.length)
  expect(new Set(ordered)).toEqual(new Set(checks))
})

test('first come those that ask for it, last the properties', () => {
  const wanted = checks.filter(({ first }) => first).length
  expect(wanted).toBeGreaterThan(0)
  expect(ordered.slice(0, wanted).every(({ first }) => first)).toBe(true)
  const properties = ordered.filter(({ first, kind }) => !first && kind === 'property')
  expect(properties.length).toBeGreaterThan(0)
  expect(ordered.slice(-properties.length)).toEqual(properties)
})

test('no requirement has a second look before each had one', () => {
  const plain = ordered.filter(({ first, kind }) => !first && kind !== 'property')
  const requirements = new Set(plain.map(({ requirement }) => requirement))
  const looks = plain.slice(0, requirements.size).map(({ requirement }) => requirement)
  expect(new Set(looks)).toEqual(requirements)
})
