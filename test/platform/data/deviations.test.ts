import { beforeAll, expect, test } from 'vitest'
import { replacedBy } from '../../../src/platform/compose.ts'
import { allWorlds } from '../../../src/platform/worlds/named.ts'
import { allFaults, allVariants } from '../../../src/platform/deviations.ts'
import { dataFaults } from '../../../src/platform/faults/data.ts'
import { recordFaults } from '../../../src/platform/faults/record.ts'
import { shapingFaults } from '../../../src/platform/faults/shaping.ts'
import { createPlatform } from '../../../src/platform/platform.ts'
import { recordRules } from '../../../src/platform/rulebook/record.ts'
import { dataVariants } from '../../../src/platform/variants/data.ts'
import { recordVariants } from '../../../src/platform/variants/record.ts'
import { statements } from '../../../src/verdict/statements.ts'
import { play } from './scenario.ts'

const now = Date.UTC(2026, 10, 21, 9)
const faults = [...recordFaults, ...dataFaults, ...shapingFaults]
const variants = [...recordVariants, ...dataVariants]

const crashes = (told: readonly string[]) => told.filter((line) => line.includes('internal_error'))

let plain: readonly string[]
beforeAll(async () => {
  plain = await play(createPlatform({ now }))
})

test('the plain platform plays the same scenario twice and never fails', async () => {
  expect(await play(createPlatform({ now }))).toEqual(plain)
  expect(plain.filter((line) => /: 5\d\d /.test(line))).toEqual([])
})

test.each(faults.map(({ id }) => id))('fault %s changes an answer', async (id) => {
  const told = await play(createPlatform({ now, faults: [id] }))
  expect(told.filter((line, at) => line !== plain[at])).not.toEqual([])
  expect(crashes(told)).toEqual([])
})

test.each(variants.map(({ id }) => id))('variant %s changes an answer', async (id) => {
  const told = await play(createPlatform({ now, variants: [id] }))
  expect(told.filter((line, at) => line !== plain[at])).not.toEqual([])
  expect(crashes(told)).toEqual([])
})

test('every statement about records that a wire can show has a fault', () => {
  const broken = new Set(faults.flatMap(({ breaks }) => breaks))
  const bare = statements
    .filter(
      ({ id, level, side }) =>
        /^A-(REC-|DAT-|PAR-0[1-3]|PAR-14)/.test(id) && (level === 'must' || level === 'implied') && side !== 'client',
    )
    .map(({ id }) => id)
    .filter((id) => !broken.has(id))
  expect(bare).toEqual([])
})

test('only what a deviation replaces is a rule of these groups', () => {
  const ofWorlds = allWorlds.flatMap(({ own }) => own?.() ?? [])
  const named = new Set([...allFaults, ...allVariants, ...ofWorlds].flatMap(replacedBy))
  const idle = Object.entries(recordRules)
    .flatMap(([group, members]) => Object.keys(members).map((name) => `${group}.${name}`))
    .filter((name) => !named.has(name))
  expect(idle).toEqual([])
})
