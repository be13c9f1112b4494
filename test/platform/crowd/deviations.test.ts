import { beforeAll, expect, test } from 'vitest'
import { replacedBy } from '../../../src/platform/compose.ts'
import { allFaults, allVariants } from '../../../src/platform/deviations.ts'
import { crowdFaults } from '../../../src/platform/faults/crowd.ts'
import { createPlatform } from '../../../src/platform/platform.ts'
import { crowdRules } from '../../../src/platform/rulebook/crowd.ts'
import { crowdVariants } from '../../../src/platform/variants/crowd.ts'
import { statements } from '../../../src/verdict/statements.ts'
import { playCrowd } from './scenario.ts'

const now = Date.UTC(2026, 10, 21, 9)

const untimed = (lines: readonly string[]) => lines.map((line) => line.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''))

let plain: readonly string[]
beforeAll(async () => {
  plain = await playCrowd(createPlatform({ now }))
})

test('the plain platform answers the same twice, and crashes nowhere', async () => {
  expect(untimed(await playCrowd(createPlatform({ now })))).toEqual(untimed(plain))
  expect(plain.filter((line) => line.startsWith('5'))).toEqual([])
})

test.each([...crowdFaults.map(({ id }) => ({ faults: [id] })), ...crowdVariants.map(({ id }) => ({ variants: [id] }))])(
  '%j changes an answer',
  async (deviation) => {
    const told = await playCrowd(createPlatform({ now, ...deviation }))
    expect(untimed(told)).not.toEqual(untimed(plain))
    expect(told.join('\n')).not.toContain('internal_error')
  },
)

test('every binding statement has a fault, and only what a deviation replaces is a rule', () => {
  const broken = crowdFaults.flatMap(({ breaks }) => [...breaks])
  expect(
    statements
      .filter(({ id, level, side }) => id.startsWith('B-CRW-') && level === 'must' && side !== 'client')
      .map(({ id }) => id)
      .filter((id) => !broken.includes(id)),
  ).toEqual([])
  const named = new Set([...allFaults, ...allVariants].flatMap(replacedBy))
  expect(
    Object.keys(crowdRules.crowd)
      .map((name) => `crowd.${name}`)
      .filter((name) => !named.has(name)),
  ).toEqual([])
})
