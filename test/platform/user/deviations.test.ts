import { beforeAll, expect, test } from 'vitest'
import { replacedBy } from '../../../src/platform/compose.ts'
import { allFaults, allVariants } from '../../../src/platform/deviations.ts'
import { userFaults } from '../../../src/platform/faults/user.ts'
import { createPlatform } from '../../../src/platform/platform.ts'
import { userRules } from '../../../src/platform/rulebook/user.ts'
import { userVariants } from '../../../src/platform/variants/user.ts'
import { statements } from '../../../src/verdict/statements.ts'
import { play } from './scenario.ts'

const now = Date.UTC(2026, 10, 21, 9)

let plain: readonly string[]
beforeAll(async () => {
  plain = await play(createPlatform({ now }))
})

test('the plain platform answers the same twice', async () => {
  expect(await play(createPlatform({ now }))).toEqual(plain)
  expect(plain.join('\n')).not.toContain('internal_error')
})

test.each([...userFaults.map(({ id }) => ({ faults: [id] })), ...userVariants.map(({ id }) => ({ variants: [id] }))])(
  '%j changes an answer',
  async (deviation) => {
    const told = await play(createPlatform({ now, ...deviation }))
    expect(told).not.toEqual(plain)
    expect(told.join('\n')).not.toContain('internal_error')
  },
)

test('every binding statement has a fault, and only what a deviation replaces is a rule', () => {
  const broken = allFaults.flatMap(({ breaks }) => [...breaks])
  const unseen: readonly string[] = ['B-USR-21']
  expect(
    statements
      .filter(
        ({ id, level, side }) => id.startsWith('B-USR-') && ['must', 'implied'].includes(level) && side !== 'client',
      )
      .map(({ id }) => id)
      .filter((id) => !broken.includes(id) && !unseen.includes(id)),
  ).toEqual([])
  const named = new Set([...allFaults, ...allVariants].flatMap(replacedBy))
  const idle = Object.entries(userRules).flatMap(([group, members]) =>
    Object.keys(members)
      .map((name) => `${group}.${name}`)
      .filter((name) => !named.has(name)),
  )
  expect(idle).toEqual([])
})
