import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveLine } from '../../src/cli/live-line.ts'
import { stepLine } from '../../src/cli/step-line.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const run = { unit: 'checks', called: 'failed', tells: 'ended' } as const

/** A stream, and what is on its line now. */
function terminal(isTTY: boolean) {
  const written: string[] = []
  const stream = { isTTY, columns: 80, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream
  return { stream, written, now: () => (written.at(-1) ?? '').replace('\r\u001b[2K', '') }
}

test('a step is told at once, then time goes on and says since when nothing ended', () => {
  const { stream, now, written } = terminal(true)
  const line = stepLine(stream, run)
  line.waits('reaches the target')
  vi.advanceTimersByTime(4000)
  expect(now()).toBe('0 checks  0 failed  0:04  reaches the target')
  line.step({ done: 3, total: 12, found: 1, current: 'data/one/a' })
  vi.advanceTimersByTime(100)
  expect(now()).toBe(' 3/12 checks  1 failed  0:04, 0.7/s, about 0:12 left  data/one/a')
  vi.advanceTimersByTime(5000)
  expect(now()).toMatch(/^ 3\/12 checks {2}1 failed {2}0:09, .* {2}data\/one\/a, 5 s ago$/)
  line.end()
  expect(now()).toBe('')
  const { length } = written
  vi.advanceTimersByTime(5000)
  expect(written.length).toBe(length)
})

test('a recorder says that it waits, then what passed, and for how long it has been there', () => {
  const { stream, now } = terminal(true)
  const line = liveLine(stream, { judges: true })
  line.start()
  vi.advanceTimersByTime(2000)
  expect(now()).toBe('0 requests  0 findings  0:02  waits for the first request')
  line.passed({ requests: 4, bytes: 2500, broken: 0, unwritten: 0, forgotten: 0, cut: 0, waiting: 0 })
  line.judged({ judged: 4, findings: 2 })
  vi.advanceTimersByTime(61_000)
  expect(now()).toBe('4 requests  2 findings  1:03, 0.1/s  3 kB  4 judged  the last request, 61 s ago')
})

test('a terminal that says it has no columns shows the line all the same', () => {
  const { stream, now } = terminal(true)
  const line = stepLine(Object.assign(stream, { columns: 0 }), run)
  line.step({ done: 3, total: 12, found: 1, current: 'data/one/a' })
  expect(now()).toBe(' 3/12 checks  1 failed  0:00  data/one/a')
  line.end()
})

test('what changes a thousand times a second is drawn ten times, and its last state soon', () => {
  const { stream, written, now } = terminal(true)
  const line = stepLine(stream, run)
  for (let done = 1; done <= 1000; done += 1) {
    line.step({ done, total: 1000, current: `data/one/${done}` })
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(100)
  expect(written.length).toBeGreaterThan(5)
  expect(written.length).toBeLessThan(15)
  expect(now()).toContain('data/one/1000')
})

test('in a pipe nothing is written', () => {
  const { stream, written } = terminal(false)
  stepLine(stream, run).step({ done: 1, total: 2, current: 'data/one/a' })
  liveLine(stream, { judges: false }).start()
  vi.advanceTimersByTime(5000)
  expect(written).toEqual([])
})
