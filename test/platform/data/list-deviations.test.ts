import { beforeAll, expect, test } from 'vitest'
import { replacedBy } from '../../../src/platform/compose.ts'
import { allFaults, allVariants } from '../../../src/platform/deviations.ts'
import { expandFaults } from '../../../src/platform/faults/expand.ts'
import { externalIdsFaults } from '../../../src/platform/faults/external-ids.ts'
import { fieldsFaults } from '../../../src/platform/faults/fields.ts'
import { orderFaults } from '../../../src/platform/faults/order.ts'
import { pageFaults } from '../../../src/platform/faults/page.ts'
import { createPlatform } from '../../../src/platform/platform.ts'
import { orderRules } from '../../../src/platform/rulebook/order.ts'
import { pageRules } from '../../../src/platform/rulebook/page.ts'
import { shapeRules } from '../../../src/platform/rulebook/shape.ts'
import { expandVariants } from '../../../src/platform/variants/expand.ts'
import { orderVariants } from '../../../src/platform/variants/order.ts'
import { statements } from '../../../src/verdict/statements.ts'
import { playLists } from './scenario-lists.ts'

const now = Date.UTC(2026, 10, 21, 9)
const faults = [...orderFaults, ...pageFaults, ...fieldsFaults, ...externalIdsFaults, ...expandFaults]
const variants = [...orderVariants, ...expandVariants]

let plain: readonly string[]
beforeAll(async () => {
  plain = await playLists(createPlatform({ now }))
})

test('the plain platform answers the same twice and never fails', async () => {
  expect(await playLists(createPlatform({ now }))).toEqual(plain)
  expect(plain.filter((line) => /: 5\d\d /.test(line))).toEqual([])
})

test.each([...faults.map(({ id }) => ['fault', id] as const), ...variants.map(({ id }) => ['variant', id] as const)])(
  '%s %s changes an answer',
  async (kind, id) => {
    const told = await playLists(createPlatform({ now, [`${kind}s`]: [id] }))
    expect(told.filter((line, at) => line !== plain[at])).not.toEqual([])
    expect(told.filter((line) => line.includes('internal_error'))).toEqual([])
  },
)

test('every statement about shaping that a wire can show has a fault', () => {
  const broken = new Set(faults.flatMap(({ breaks }) => breaks))
  const bare = statements
    .filter(
      ({ id, level, side }) =>
        /^A-(PAR-(0[4-9]|1[1-2]|15)|EXP-)/.test(id) && (level === 'must' || level === 'implied') && side !== 'client',
    )
    .map(({ id }) => id)
    .filter((id) => !broken.has(id))
  expect(bare).toEqual([])
})

test('only what a deviation replaces is a rule of these groups', () => {
  const named = new Set([...allFaults, ...allVariants].flatMap(replacedBy))
  const groups = { ...orderRules, ...pageRules, ...shapeRules }
  const idle = Object.entries(groups)
    .flatMap(([group, members]) => Object.keys(members).map((name) => `${group}.${name}`))
    .filter((name) => !named.has(name))
  expect(idle).toEqual([])
})
