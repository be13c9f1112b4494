import { expect, test } from 'vitest'
import { watched, type Watch } from '../../src/runner/watch.ts'
import type { Session } from '../../src/session/session.ts'

const sessionOf = (ageMs: number) => ({ agedMs: () => ageMs }) as unknown as Session
const never = async () => undefined

test('the younger the run, the shorter the watch: nothing that it made is older', () => {
  const patience = [0, 100, 200, 500, 60_000].map(
    (age) => watched(undefined, 'a/b/c', sessionOf(age), never).patienceMs,
  )
  expect(patience).toEqual([500, 500, 800, 2000, 3000])
})

test('a watch serves its own check, and others as long as it was patient enough for them', () => {
  let begun = 0
  const look = async () => void (begun += 1)
  const watch = (last: Watch<void> | undefined, check: string, age: number) =>
    watched(last, check, sessionOf(age), look)
  const first = watch(undefined, 'a/b/c', 200)
  expect(watch(first, 'a/b/c', 2000)).toBe(first)
  expect(watch(first, 'a/b/d', 200)).toBe(first)
  const second = watch(first, 'a/b/d', 2000)
  expect(second).not.toBe(first)
  expect(watch(second, 'a/b/e', 60_000)).toBe(second)
  expect(begun).toBe(2)
})
