import { describe, expect, test } from 'vitest'
import { renderJUnit } from '../../reports/junit.ts'
import { progressLine } from '../../reports/progress.ts'
import { readStream } from '../../reports/read-stream.ts'
import { foldSummary } from '../../reports/summary.ts'
import { renderTerminal } from '../../reports/terminal.ts'
import { visible } from '../../reports/visible.ts'
import { growth } from '../support/growth.ts'
import { ended, exchange, finding, plan, planned, verdict } from './fixtures/build.ts'
import { streams } from './fixtures/streams.ts'

const plain = { color: false, width: 100, reports: [] }
const text = (stream: string) => renderTerminal(streams[stream] ?? [], plain)

describe('a stream is read', () => {
  const lines = (streams['fail'] ?? []).map((record) => JSON.stringify(record))
  test('whole, with kinds of later versions left out', () => {
    expect(readStream([...lines.slice(0, 1), '{"weather":{}}', 'null', '7', ...lines.slice(1)].join('\n'))).toEqual(
      streams['fail'],
    )
  })
  test('up to a torn last line', () => {
    expect(readStream(`${lines.slice(0, 2).join('\n')}\n${lines[2]?.slice(0, 20)}`)).toEqual(
      (streams['fail'] ?? []).slice(0, 2),
    )
  })
  test('with a clear word where it is torn in the middle', () => {
    expect(() => readStream(`${lines[0]}\n{"verd\n${lines[1]}\n`)).toThrow('line 2 of the report stream is not JSON')
  })
})

describe('what the baseline knows', () => {
  const known = (at: number, symptom: string) => ({
    check: planned(`data/rule-${symptom}/way-${at}`),
    verdict: verdict(`data/rule-${symptom}/way-${at}`, 'known', {
      findings: [finding({ symptom, requirement: `data/rule-${symptom}` })],
      because: `reason ${symptom}`,
    }),
  })
  const all = [
    ...Array.from({ length: 90 }, (_, at) => known(at, 'much')),
    ...Array.from({ length: 12 }, (_, at) => known(1, `little-${at}`)),
  ]
  const stream = ended([plan(all.map(({ check }) => check)), ...all.map((one) => one.verdict)], 0)

  test('is told by cause, the largest first, and in a few lines: what is new must be seen beside it', () => {
    const lines = renderTerminal(stream, plain).split('\n')
    expect(lines.filter((line) => line.startsWith('KNOWN '))).toHaveLength(8)
    expect(lines.length).toBeLessThan(50)
    const first = lines.findIndex((line) => line.startsWith('KNOWN '))
    expect(lines.slice(first, first + 3).join('\n')).toMatch(
      /^KNOWN data\/rule-much\/way-0\n  because   reason much\n  others    89 known: data\/rule-much\/way-1, /,
    )
    expect(lines).toContain('and 5 more known checks of 5 causes in the reports')
  })

  test('is told check by check of a stream that has no causes of it', () => {
    const few = stream.filter((record) => !('known' in record)).slice(0, 3)
    expect(renderTerminal(few, plain)).toMatch(/KNOWN data\/rule-much\/way-0\n.*\n\nKNOWN data\/rule-much\/way-1\n/)
  })
})

describe('a run that did not finish is red everywhere', () => {
  test.each(['no-footer', 'no-footer-none-judged', 'wrong-footer', 'no-check'])('%s', (stream) => {
    const summary = foldSummary(streams[stream] ?? [])
    expect(summary.exitCode).toBeGreaterThan(0)
    expect(summary.troubles?.length).toBeGreaterThan(0)
    expect(renderJUnit(streams[stream] ?? [])).toMatch(/errors="[1-9]/)
    expect(text(stream)).toMatch(/^report: /m)
    expect(text(stream)).not.toContain('Exit code 0')
  })
  test('an empty file', () => {
    expect(foldSummary(readStream('')).exitCode).toBe(3)
    expect(renderTerminal([], plain)).toContain('The run did not finish. Exit code 3.')
  })
  test('and a footer that says 0 cannot hide a failure without verdict', () => {
    const [head] = streams['fail'] ?? []
    expect(foldSummary(ended(head ? [head] : [], 0)).exitCode).toBe(3)
  })
})

/** A finding that shares no cause with others. */
const apart = (id: string) => finding({ requirement: id, symptom: `${id}: a number -> text` })

describe('the terminal summary', () => {
  test('has no escape sequence unless colour is wanted', () => {
    for (const name of Object.keys(streams)) expect(text(name), name).not.toContain('\u001b')
    expect(renderTerminal(streams['fail'] ?? [], { ...plain, color: true })).toContain('\u001b[31mFAIL')
  })
  test('never lets a target write its own escape sequences', () => {
    expect(renderTerminal(streams['hostile'] ?? [], { ...plain, color: true })).not.toContain('\u001b[2J')
    const bell = '\u001b]0;x\u0007'
    const wire = exchange({
      method: `P${bell}`,
      requestHeaders: [[`A${bell}`, 'a']],
      responseHeaders: [[`B${bell}`, 'b']],
    })
    const [head, ...more] = streams['fail'] ?? []
    const records = [head as (typeof more)[number], wire, ...more.filter((record) => !('exchange' in record))]
    expect(renderTerminal(records, { ...plain, color: false })).not.toMatch(/[\u0007\u001b]/)
    expect(renderTerminal(records, plain)).toContain('A\\u001b]0;x\\u0007: a')
  })
  test('keeps to the width, but for what is to be copied', () => {
    const lines = renderTerminal(streams['warn'] ?? [], { ...plain, width: 60 })
      .split('\n')
      .filter((line) => line.startsWith('  ') && !/^ +(rerun|curl|exchange) /.test(line))
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
  })
  test('shows so many findings in full and the others in a line each', () => {
    const ids = Array.from({ length: 25 }, (_, n) => `data/rule-${n}/case`)
    const records = ended(
      [plan(ids.map((id) => planned(id))), ...ids.map((id) => verdict(id, 'fail', { findings: [apart(id)] }))],
      1,
    )
    const shown = renderTerminal(records, plain)
    expect(shown.match(/^FAIL /gm)).toHaveLength(20)
    expect(shown).toContain('5 further causes')
    expect(renderTerminal(records, { ...plain, maxFindings: 1 }).match(/^FAIL /gm)).toHaveLength(1)
  })
  test('does not drown what is red in warnings and reasons', () => {
    const ids = Array.from({ length: 60 }, (_, n) => `data/rule-${n}/case`)
    const records = ended(
      [
        plan(ids.map((id) => planned(id, 'implied'))),
        ...ids.map((id, n) =>
          verdict(
            id,
            n < 30 ? 'warn' : 'not-exercised',
            n < 30 ? { findings: [apart(id)] } : { because: `nothing showed rule ${n}` },
          ),
        ),
      ],
      0,
    )
    const shown = renderTerminal(records, plain)
    expect(shown.match(/^WARN /gm)).toHaveLength(20)
    expect(shown).toContain('10 further causes of warnings in the reports')
    expect(shown.match(/^not exercised: /gm)).toHaveLength(8)
    expect(shown).toContain('and 22 more reasons in the reports')
  })
  test('calls an interface conformant only as far as it was exercised', () => {
    const last = (exercised: number) => {
      const ids = Array.from({ length: 5 }, (_, n) => `data/rule-${n}/case`)
      const verdicts = ids.map((id, n) =>
        verdict(id, n < exercised ? 'pass' : 'not-exercised', n < exercised ? {} : { because: 'nothing showed it' }),
      )
      const records = [plan([...ids, 'query/rule/case'].map((id) => planned(id))), ...verdicts]
      return renderTerminal(ended([...records, verdict('query/rule/case', 'pass')], 0), plain)
    }
    expect(last(3)).toContain('\nConformant: 4 passed, 2 not exercised. Exit code 0.')
    expect(last(2)).toContain('\nConformant as far as it was exercised (not: 3 of 5 checks of data): 3 passed,')
  })
  test('shows a setup finding once, however many checks it blocked', () => {
    expect(text('blocked-by-a-finding').match(/^ {2}expected /gm)).toHaveLength(1)
    expect(text('blocked-by-a-finding')).toContain('1 cause: 1 failed, 2 blocked')
    expect(text('blocked-by-a-finding')).toContain('others    2 blocked: data/stale-lock-refused/put-after-patch')
  })
  test('shows two exchanges of a finding, those read last, and of a long body the part that differs', () => {
    const ids = ['x-1', 'x-2', 'x-3']
    const body = `{"head":"${'a'.repeat(2000)}","remarks":"the value that differs","tail":"${'b'.repeat(2000)}"}`
    const id = 'data/rule/case'
    const differs = [{ at: '[0].remarks', expected: '"a"', actual: 'null' }]
    const shown = renderTerminal(
      ended(
        [
          plan([planned(id)]),
          ...ids.map((one) => exchange({ id: one, url: `http://127.0.0.1/${one}`, responseBody: body })),
          verdict(id, 'fail', { findings: [finding({ exchanges: ids, differs })] }),
        ],
        1,
      ),
      plain,
    )
    expect(shown).toContain('1 more exchange in report.jsonl: x-1')
    expect(shown.match(/^ {2}exchange {2}PUT http/gm)).toHaveLength(2)
    expect(shown).toContain('differs   [0].remarks "a" -> null')
    expect(shown.match(/the value that differs/g)).toHaveLength(2)
    expect(shown.length).toBeLessThan(6000)
  })
  test('proposes the lacks line where nothing answers at an address', () => {
    const id = 'query/served/case'
    const found = finding({ requirement: 'query/served', symptom: 'query: status 404 not_found' })
    const shown = renderTerminal(
      ended([plan([{ ...planned(id), needs: ['query-api'] }]), verdict(id, 'fail', { findings: [found] })], 1),
      plain,
    )
    expect(shown).toContain('query-api: its address is answered with status 404 not_found')
  })
  test('breaks no word, and lists and addresses at their punctuation', () => {
    const word = 'w'.repeat(300)
    const actual = `${word} ${'{"key":"value"},'.repeat(30)}`
    const id = 'data/rule/case'
    const shown = renderTerminal(
      ended([plan([planned(id)]), verdict(id, 'fail', { findings: [finding({ actual })] })], 1),
      { ...plain, width: 60 },
    )
    expect(shown).toContain(word)
    expect(
      shown
        .split('\n')
        .filter((line) => line.includes('"key"'))
        .every((line) => line.length <= 60),
    ).toBe(true)
    expect(shown.match(/"key":"value"/g)).toHaveLength(30)
  })
})

test('the progress line fits its terminal', () => {
  const progress = { unit: 'checks', done: 7, total: 210, found: 2, current: 'data/stale-lock-refused/put-after-patch' }
  expect(progressLine({ ...progress, elapsedMs: 400, width: 100 })).toBe(
    '  7/210 checks  2 failed  0:00  data/stale-lock-refused/put-after-patch',
  )
  expect(progressLine({ ...progress, elapsedMs: 3500, width: 100 })).toBe(
    '  7/210 checks  2 failed  0:04, 2.0/s, about 1:42 left  data/stale-lock-refused/put-after-patch',
  )
  expect(
    progressLine({ ...progress, elapsedMs: 3500, endsMs: 10_000, width: 100 }),
    'a budget ends it sooner',
  ).toContain('2.0/s, about 0:07 left')
  expect(progressLine({ unit: 'MB', done: 1.25, total: 4, current: 'reads', elapsedMs: 0, width: 100 })).toBe(
    '1.3/4 MB  0:00  reads',
  )
  for (const width of [10, 20, 40])
    expect(progressLine({ ...progress, elapsedMs: 90_000, width }).length).toBeLessThan(width)
})

test('visible text keeps line breaks, tabs and every script, and escapes what moves a cursor', () => {
  expect(visible('a\tb\r\nü漢😀')).toBe('a\tb\nü漢😀')
  expect(visible('\u001b\u0000\u007f\u202e\ud83d')).toBe('\\u001b\\u0000\\u007f\\u202e\\ud83d')
})

const failing = (count: number) => {
  const ids = Array.from({ length: count }, (_, n) => `data/rule-${n % 500}/case-${n}`)
  return ended(
    [
      plan(ids.map((id) => planned(id))),
      ...ids.flatMap((id, n) =>
        n % 10
          ? [verdict(id, 'pass', { saw: ['GET /x -> 200 (x-1)'] })]
          : [
              exchange({ id: `x-${n}` }),
              verdict(id, 'fail', { findings: [{ ...apart(`data/rule-${n % 70}`), exchanges: [`x-${n}`] }] }),
            ],
      ),
    ],
    1,
  )
}

// Where the time is quadratic, each of ten times as many is ten times as dear.
test('5,000 checks with 500 failures are folded in linear time', () => {
  const sizedStreams = new Map([500, 5000].map((count) => [count, failing(count)]))
  let sizes: number[] = []
  const fold = (count: number) => {
    const records = sizedStreams.get(count) as ReturnType<typeof failing>
    sizes = [renderTerminal(records, plain), renderJUnit(records), JSON.stringify(foldSummary(records))].map(
      (report) => report.length,
    )
  }
  expect(growth(fold, [500, 5000], 5)).toBeLessThan(5)
  expect(Math.min(...sizes)).toBeGreaterThan(10_000)
})
