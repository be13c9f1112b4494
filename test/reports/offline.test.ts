import { expect, test } from 'vitest'
import { renderTerminal } from '../../reports/terminal.ts'
import type { StreamRecord } from '../../src/verdict/stream.ts'
import { ended, finding, plan, planned, verdict } from './fixtures/build.ts'

const rendered = (verdicts: readonly StreamRecord[], exitCode: number, isLive = false): string => {
  const ids = verdicts.flatMap((one) => ('verdict' in one ? [one.verdict.check] : []))
  const records = ended([plan(ids.map((id) => planned(id))), ...verdicts], exitCode, isLive ? {} : { side: 'both' })
  return renderTerminal(records, { color: false, width: 200, reports: [] })
}

test('findings and the checks that have them are two numbers, and both are said where they differ', () => {
  const two = ['a', 'b'].map((print) => finding({ fingerprint: `0123456789${print}0` }))
  expect(rendered([verdict('data/x/one', 'fail', { findings: two })], 1)).toContain(
    'The server has 2 findings of 1 check, ',
  )
  expect(rendered([verdict('data/x/one', 'fail', { findings: [finding()] })], 1)).toContain(
    'The server has 1 finding, ',
  )
})

const seen = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    verdict(`data/x${at}/one`, 'observed', { saw: ['GET /a -> 200 (entry #1)', 'b'] }),
  )

test('what was observed in a recording is said: the finding, or the first call of which there is nothing to tell', () => {
  const deprecated = finding({
    expected: 'X-Account-Name',
    actual: 'the deprecated account',
    exchanges: ['#4', '#5', '#6'],
  })
  const text = rendered([verdict('service/y/one', 'observed', { findings: [deprecated] }), ...seen(1)], 0)
  expect(text).toContain('observed: service/y: expected X-Account-Name; got the deprecated account (#4, #5)')
  expect(text).toContain('observed: data/x0: nothing to tell of GET /a -> 200 (entry #1) and 1 more')
  expect(
    rendered(seen(8), 0)
      .match(/^observed: .*$/gm)
      ?.at(-1),
  ).toBe('observed: and 2 more in report.jsonl')
})

test('a live run observes too much for that', () => {
  expect(rendered(seen(2), 0, true)).not.toContain('observed: data')
})
