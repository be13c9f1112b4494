import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { peopleOf } from './wire.ts'

const users = '/user/v1/users'
const now = Date.UTC(2026, 10, 21, 9)
const day = 86_400_000

/** A fresh account in which users are created until it has neither free subscriptions nor any to create. */
async function exhausted() {
  const platform = createPlatform({ now })
  const people = peopleOf(platform)
  let count = 0
  const create = async (by = people) => {
    const made = await by('POST', users, { companyGroupId: 301, email: `u${(count += 1)}@example.com` })
    return { ...made, id: Number(made.json['id']) }
  }
  const ids: number[] = []
  for (;;) {
    const made = await create()
    const isThere = made.status < 300 && (await people('GET', `${users}/${made.id}`)).status === 200
    if (!isThere) return { platform, people, create, ids, refused: made }
    ids.push(made.id)
    expect(ids.length).toBeLessThan(200)
  }
}

test('free subscriptions come first, then 25 new ones, then UA-03; a deleted user leaves its own to the next', async () => {
  const { people, create, ids, refused } = await exhausted()
  const free = ids.length - 25
  expect(free).toBeGreaterThan(0)
  const told = refused.status < 300 ? await people('GET', `${users}/${refused.id}`) : refused
  expect([told.status, told.json['error'] ?? told.json['code']]).toEqual([409, 'UA-03'])
  for (const id of [ids[0], ids.at(-1)]) {
    await people('DELETE', `${users}/${id}`)
    expect((await create()).status).toBeLessThan(300)
    expect((await create()).status).toBe(409)
  }
})

test('a new subscription is valid for a month: what a user released later is none', async () => {
  const { platform, create, ids } = await exhausted()
  platform.clock.advance(32 * day)
  // Its token of a month ago is over, too.
  const later = peopleOf(platform)
  await later('DELETE', `${users}/${ids.at(-1)}`)
  expect((await create(later)).status).toBe(409)
  await later('DELETE', `${users}/${ids[0]}`)
  expect((await create(later)).status).toBeLessThan(300)
})
