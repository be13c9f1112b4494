import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveLine } from '../../src/cli/live-line.ts'
import { stepLine } from '../../src/cli/step-line.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A stream, and what is on its line now. */
function terminal(isTTY: boolean) {
  const written: string[] = []
  const stream = { isTTY, columns: 80, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream
  return { stream, written, now: () => (written.at(-1) ?? '').replace('\r\u001b[2K', '') }
}

test('a step is told at once, then time goes on and says since when nothing ended', () => {
  const { stream, now, written } = terminal(true)
  const line = stepLine(stream)
  line.step(3, 12, 'data/one/a', 1)
  expect(now()).toBe(' 3/12  1 failed  0:00  data/one/a')
  vi.advanceTimersByTime(5000)
  expect(now()).toMatch(/^ 3\/12 {2}1 failed {2}0:05, .* {2}data\/one\/a, 5 s ago$/)
  line.end()
  expect(now()).toBe('')
  const { length } = written
  vi.advanceTimersByTime(5000)
  expect(written.length).toBe(length)
})

test('a recorder says that it waits, then what passed, and for how long it has been there', () => {
  const { stream, now } = terminal(true)
  const line = liveLine(stream)
  line.start()
  vi.advanceTimersByTime(2000)
  expect(now()).toBe('0:02  waits for the first request')
  line.passed({ requests: 4, bytes: 2500, broken: 0, unwritten: 0, forgotten: 0, cut: 0, waiting: 0 })
  vi.advanceTimersByTime(61_000)
  expect(now()).toBe('1:03  4 requests  3 kB')
})

test('a terminal that says it has no columns shows the line all the same', () => {
  const { stream, now } = terminal(true)
  const line = stepLine(Object.assign(stream, { columns: 0 }))
  line.step(3, 12, 'data/one/a', 1)
  expect(now()).toBe(' 3/12  1 failed  0:00  data/one/a')
  line.end()
})

test('in a pipe nothing is written', () => {
  const { stream, written } = terminal(false)
  stepLine(stream).step(1, 2, 'data/one/a')
  liveLine(stream).start()
  vi.advanceTimersByTime(5000)
  expect(written).toEqual([])
})
