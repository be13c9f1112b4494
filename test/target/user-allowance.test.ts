import { expect, test } from 'vitest'
import { Blocked } from '../../src/target/blocked.ts'
import { userAllowance } from '../../src/target/user-allowance.ts'
import type { RoutedWrite } from '../../src/target/write-route.ts'

const create = { kind: 'create', resource: 'user' } as RoutedWrite
const record = { kind: 'create', resource: 'ServiceCall' } as RoutedWrite

test('one more than the target file allows is not sent; what was sent on or refused does not count, an unknown end does', async () => {
  const users = userAllowance(2)
  await users.take(create)
  users.settle(create, 201)
  await users.take(create)
  for (const sentOnOrRefused of [308, 400]) {
    users.settle(create, sentOnOrRefused)
    await users.take(create)
  }
  users.settle(create, undefined)
  await expect(users.take(create)).rejects.toThrow(Blocked)
  await users.take(record)
})

test('a create waits for those under way, which may be refused', async () => {
  const users = userAllowance(1)
  const order: string[] = []
  await users.take(create)
  const next = users.take(create).then(() => order.push('next'))
  await Promise.resolve()
  order.push('refused')
  users.settle(create, 409)
  await next
  expect(order).toEqual(['refused', 'next'])
  const last = users.take(create)
  users.settle(create, 201)
  await expect(last).rejects.toThrow(/one more user than limits\.mayCreateUsers of the target file allows \(1\)/)
})

test('none is sent where none is allowed, and none to look for a smaller case, however many are', async () => {
  await expect(userAllowance(0).take(create)).rejects.toThrow(/limits\.mayCreateUsers of the target file allows \(0\)/)
  const users = userAllowance(5)
  await expect(users.take(create, { shrinks: true })).rejects.toThrow(/smaller case/)
  await users.take(record, { shrinks: true })
  await users.take(create)
})
