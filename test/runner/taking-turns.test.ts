import { expect, test } from 'vitest'
import { takingTurns } from '../../src/runner/taking-turns.ts'
import type { Need } from '../../src/target/needs.ts'

/** How many of as many jobs are done at once, each of a check with these needs. */
async function mostAtOnce(...all: ReadonlyArray<readonly Need[]>): Promise<number> {
  const inTurn = takingTurns()
  let [running, most] = [0, 0]
  const job = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
  }
  await Promise.all(all.map((needs) => inTurn({ needs }, job)))
  return most
}

test('checks that make users for themselves hold them one after the other', async () => {
  expect(await mostAtOnce(['many-users'], ['user-api', 'many-users'], ['many-users', 'second-company'])).toBe(1)
})

test('those that need nothing of the kind run beside each other, and beside them', async () => {
  expect(await mostAtOnce(['user-api'], ['user-api'], ['many-users'], ['authorization-code'])).toBe(4)
})

test('a check that takes both turns does not wait for itself, nor for ever', async () => {
  const both: readonly Need[] = ['authorization-code', 'many-users']
  expect(await mostAtOnce(both, ['many-users'], ['authorization-code'], both)).toBeLessThan(3)
})
