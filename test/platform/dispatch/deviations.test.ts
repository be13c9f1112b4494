import { beforeAll, expect, test } from 'vitest'
import { replacedBy } from '../../../src/platform/compose.ts'
import { allFaults, allVariants } from '../../../src/platform/deviations.ts'
import { dispatchFaults } from '../../../src/platform/faults/dispatch.ts'
import { createPlatform } from '../../../src/platform/platform.ts'
import { dispatchRules } from '../../../src/platform/rulebook/dispatch.ts'
import { dispatchVariants } from '../../../src/platform/variants/dispatch.ts'
import { statements } from '../../../src/verdict/statements.ts'
import { playDispatch } from './scenario.ts'

const now = Date.UTC(2026, 10, 21, 9)

let plain: readonly string[]
beforeAll(async () => {
  plain = await playDispatch(createPlatform({ now }))
})

test('the plain platform answers the same twice, and crashes nowhere', async () => {
  expect(await playDispatch(createPlatform({ now }))).toEqual(plain)
  expect(plain.filter((line) => line.startsWith('5'))).toEqual([])
})

test.each([
  ...dispatchFaults.map(({ id }) => ({ faults: [id] })),
  ...dispatchVariants.map(({ id }) => ({ variants: [id] })),
])('%j changes an answer', async (deviation) => {
  const told = await playDispatch(createPlatform({ now, ...deviation }))
  expect(told).not.toEqual(plain)
  expect(told.join('\n')).not.toContain('internal_error')
})

test('every binding statement has a fault, and only what a deviation replaces is a rule', () => {
  const broken = dispatchFaults.flatMap(({ breaks }) => [...breaks])
  expect(
    statements
      .filter(({ id, level, side }) => id.startsWith('B-DSP-') && level === 'must' && side !== 'client')
      .map(({ id }) => id)
      .filter((id) => !broken.includes(id)),
  ).toEqual([])
  const named = new Set([...allFaults, ...allVariants].flatMap(replacedBy))
  expect(
    Object.keys(dispatchRules.dispatch)
      .map((name) => `dispatch.${name}`)
      .filter((name) => !named.has(name)),
  ).toEqual([])
})
