import { beforeAll, expect, test } from 'vitest'
import { accessReadings } from '../../../src/platform/faults/readings.ts'
import { createPlatform } from '../../../src/platform/platform.ts'
import { placeVariants } from '../../../src/platform/variants/readings-places.ts'
import { callerReadingVariants } from '../../../src/platform/variants/readings-password.ts'
import { tokenReadingVariants } from '../../../src/platform/variants/readings-token.ts'
import { play } from './scenario.ts'
import { playReadings } from './scenario-readings.ts'

const now = Date.UTC(2026, 10, 21, 9)

async function both(options: { faults?: string[]; variants?: string[] }): Promise<string[]> {
  const quiet = await playReadings(createPlatform({ now, ...options }))
  return [...(await play(createPlatform({ now, ...options }))), ...quiet]
}

let plain: readonly string[]
beforeAll(async () => {
  plain = await both({})
})

test('the plain platform plays the same scenarios twice', async () => {
  expect(await both({})).toEqual(plain)
  expect(plain.filter((line) => line.includes('internal_error'))).toEqual([])
})

test.each(accessReadings.map(({ id }) => id))('fault %s changes an answer', async (id) => {
  const told = await both({ faults: [id] })
  expect(told.filter((line, at) => line !== plain[at])).not.toEqual([])
  expect(told.filter((line) => line.includes('internal_error'))).toEqual([])
})

test.each([...placeVariants, ...tokenReadingVariants, ...callerReadingVariants].map(({ id }) => id))(
  'variant %s changes an answer',
  async (id) => {
    const told = await both({ variants: [id] })
    expect(told.filter((line, at) => line !== plain[at])).not.toEqual([])
    expect(told.filter((line) => line.includes('internal_error'))).toEqual([])
  },
)
