import { expect, test } from 'vitest'
import { renderHtml } from '../../reports/html.ts'
import { trafficTimes } from '../../src/judging/traffic-times.ts'
import type { Exchange } from '../../src/exchange/exchange.ts'
import { ended, plan, planned, verdict } from '../reports/fixtures/build.ts'

const sent = (at: number, ms: number, isAnswered = true): Exchange => ({
  id: 'x',
  request: { method: 'GET', url: 'http://127.0.0.1/', headers: [] },
  ...(isAnswered
    ? { response: { status: 200, statusText: 'OK', headers: [], body: new Uint8Array() } }
    : { failure: 'timeout' as const }),
  startedAt: 1_000_000 + at,
  ms,
})

test('requests by second and by operation; unanswered ones have no time; waits fall where they were made', () => {
  let waited = 0
  const times = trafficTimes(() => waited)
  for (const ms of [1, 2, 3, 4, 5, 6, 7, 8, 9, 100]) times.see(sent(0, ms), 'data/create')
  waited = 1500
  times.see(sent(2500, 30, false), 'data/create')
  times.see(sent(2600, 4))
  expect(times.told()).toEqual({
    stepMs: 1000,
    requests: [10, 0, 2],
    waitedMs: [0, 0, 1500],
    operations: [
      { operation: 'data/create', requests: 11, unanswered: 1, medianMs: 6, slowTenthMs: 100, mostMs: 100 },
      { operation: 'other', requests: 1, unanswered: 0, medianMs: 4, slowTenthMs: 4, mostMs: 4 },
    ],
  })
})

test('a long run has at most sixty steps, and loses no request', () => {
  const times = trafficTimes(() => 0)
  for (let at = 0; at < 1000; at += 1) times.see(sent(at * 1000, 1), 'data/list')
  const { stepMs, requests } = times.told()
  expect(stepMs).toBe(32_000)
  expect(requests.length).toBeLessThanOrEqual(60)
  expect(requests.reduce((sum, count) => sum + count)).toBe(1000)
})

test('the page shows them, and the trend of earlier runs; a run without requests shows neither', () => {
  const times = trafficTimes(() => 0)
  times.see(sent(0, 12), 'data/list')
  const point = { at: '2026-01-01T03:04:05.678Z', exitCode: 1, passed: 4, failed: 2, warned: 0, blocked: 0 }
  const drift = { runs: 1, last: point.at, news: [], fixed: [], still: [], flaky: [], observed: [], changed: [] }
  const head = [plan([planned('data/one/a')]), verdict('data/one/a', 'pass', { saw: ['GET / -> 200 (x)'] })]
  const page = renderHtml(
    ended([...head, { traffic: times.told() }, { drift: { ...drift, trend: [point, point] } }], 0),
  )
  expect(page).toContain('<th scope="row">data/list</th><td class="number">1</td>')
  expect(page).toContain('<title>2026-01-01 03:04: 2 failed, exit code 1</title>')
  const bare = renderHtml(ended([...head, { traffic: trafficTimes(() => 0).told() }], 0))
  expect(bare).not.toContain('id="traffic"')
  expect(bare).not.toContain('run by run')
})
