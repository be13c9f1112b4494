import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchdog } from '../../src/runner/watchdog.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('it bites when nothing has ended for too long, and not before', async () => {
  const dog = watchdog({ stalledAfterMs: 1000 })
  await vi.advanceTimersByTimeAsync(900)
  dog.fed()
  await vi.advanceTimersByTimeAsync(900)
  expect(dog.why()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(200)
  expect(dog.why()).toBe('no check finished for 1 s, so the run was stopped')
  await dog.bites
  expect(dog.lost()).toBe(false)
})

test('where the cancelling does not help either, it gives up and the run is lost', async () => {
  const dog = watchdog({ stalledAfterMs: 1000 })
  await vi.advanceTimersByTimeAsync(31_500)
  await dog.gaveUp
  expect(dog.lost()).toBe(true)
})

test('the time of the run is a bound of its own', async () => {
  const dog = watchdog({ stalledAfterMs: 60_000, time: { doneBy: Date.now() + 5000, why: '--time, 5 s' } })
  await vi.advanceTimersByTimeAsync(5100)
  expect(dog.why()).toContain('--time, 5 s')
})

test('at rest it never bites', async () => {
  const dog = watchdog({ stalledAfterMs: 1000, time: { doneBy: Date.now() + 1000, why: '--time' } })
  dog.rest()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(dog.why()).toBeUndefined()
})
