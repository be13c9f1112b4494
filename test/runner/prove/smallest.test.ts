import { expect, test } from 'vitest'
import { smallest } from '../../../src/runner/prove/smallest.ts'

const items = Array.from({ length: 100 }, (_, at) => `v${at}`)

test.each([[['v7']], [['v3', 'v96']], [['v0', 'v50', 'v99']]])(
  '%s are found among a hundred, in few tries',
  async (wanted) => {
    let tries = 0
    const found = await smallest(items, (part) => {
      tries += 1
      return Promise.resolve(wanted.every((one) => part.includes(one)))
    })
    expect(found).toEqual(wanted)
    expect(tries).toBeLessThan(60)
  },
)

test('where nothing less is as asked, it is all of them', async () => {
  expect(await smallest(items, () => Promise.resolve(false))).toEqual(items)
})
