import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { renderAnnotations } from '../../reports/annotations.ts'
import { renderCtrf } from '../../reports/ctrf.ts'
import { renderJUnit } from '../../reports/junit.ts'
import type { StreamRecord, VerdictWord } from '../../src/verdict/stream.ts'
import { ended, finding, plan, planned, verdict } from './fixtures/build.ts'
import { streams } from './fixtures/streams.ts'

type Node = Record<string, unknown>
const lists = new Set(['testsuite', 'testcase', 'property', 'failure', 'error', 'skipped'])
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name, _, __, isAttribute) => !isAttribute && lists.has(name),
  trimValues: false,
})

function casesOf(records: readonly StreamRecord[]): Node[] {
  const xml = renderJUnit(records)
  expect(XMLValidator.validate(xml)).toBe(true)
  const root = (parser.parse(xml) as { testsuites: { testsuite?: { testcase?: Node[] }[] } }).testsuites
  return (root.testsuite ?? []).flatMap((suite) => suite.testcase ?? [])
}

const propertiesOf = (entry: Node | undefined): Record<string, string> =>
  Object.fromEntries(
    ((entry?.['properties'] as { property?: { name: string; value: string }[] } | undefined)?.property ?? []).map(
      ({ name, value }) => [name, value],
    ),
  )

const check = 'data/stale-lock-refused/put-after-patch'
const entryOf = (stream: string) => casesOf(streams[stream] ?? []).find(({ name }) => name === check)

test.each<[VerdictWord, 'failure' | 'error' | 'skipped' | undefined]>([
  ['fail', 'failure'],
  ['stale', 'failure'],
  ['blocked', 'error'],
  ['kit-error', 'error'],
  ['warn', undefined],
  ['observed', 'skipped'],
  ['not-applicable', 'skipped'],
  ['not-exercised', 'skipped'],
  ['known', 'skipped'],
])('%s is read back as %s', (word, kind) => {
  const entry = entryOf(word)
  expect(['failure', 'error', 'skipped'].filter((name) => entry?.[name] !== undefined)).toEqual(kind ? [kind] : [])
  expect(propertiesOf(entry)).toMatchObject({
    verdict: word,
    requirement: 'data/stale-lock-refused',
    sources: 'A-DAT-19 A-DAT-20',
  })
})

test('a failure carries its statement, the wire, a curl line and the way to rerun it', () => {
  const [failure] = entryOf('fail')?.['failure'] as { type: string; message: string; '#text': string }[]
  expect(failure?.type).toBe('A-DAT-20')
  expect(failure?.message).toContain('Expected status 409 with error CA-27; got status 201')
  for (const part of [
    'PUT http://127.0.0.1:4010/',
    'status 201',
    '> Authorization: <redacted:',
    'curl: curl -sS',
    'rerun: npx fieldproof run',
  ])
    expect(failure?.['#text']).toContain(part)
})

test('why a check was skipped stands in a property and in the message', () => {
  for (const word of ['observed', 'not-applicable', 'not-exercised', 'known']) {
    const reason = propertiesOf(entryOf(word))['reason']
    expect(reason?.length, word).toBeGreaterThan(10)
    expect((entryOf(word)?.['skipped'] as { message: string }[])[0]?.message).toBe(reason)
  }
})

test('what XML cannot carry is escaped, and nothing of it is lost', () => {
  const [failure] = entryOf('hostile')?.['failure'] as { message: string; '#text': string }[]
  expect(failure?.message).toContain('\\u0000 \\u001b[2J ]]> \\ud800 \\ufffe <b>&amp;</b> "ü" 😀')
  expect(failure?.['#text']).toContain('line ]]\\u003e two \\u0000\\u0008 \\udfff \\u202e<x/>')
})

test('several findings of one check are one failure with all of them in its text', () => {
  const records = ended(
    [
      plan([planned(check)]),
      verdict(check, 'fail', { findings: [finding({ actual: 'status 200' }), finding({ actual: 'status 500' })] }),
    ],
    1,
  )
  const [failure, ...further] = casesOf(records)[0]?.['failure'] as { '#text': string }[]
  expect(further).toEqual([])
  expect(failure?.['#text']).toMatch(/actual: status 200[^]*actual: status 500/)
})

test.each(['no-footer', 'no-footer-none-judged', 'wrong-footer', 'no-check'])(
  '%s has an error that says so',
  (stream) => {
    const errors = casesOf(streams[stream] ?? []).filter((entry) => entry['error'] !== undefined)
    expect(errors.map(({ name }) => name)).toContain('run/finished')
  },
)

test('an empty stream is an error, not an empty success', () => {
  expect(casesOf([]).map((entry) => (entry['error'] as { message: string }[])[0]?.message)).toContain(
    'the run did not finish: its report has no footer',
  )
})

test.each<[string, number, StreamRecord[]]>([
  [
    'a warning under --fail-on warn',
    1,
    ended([plan([planned(check, 'implied')]), verdict(check, 'warn', { findings: [finding()] })], 1, {
      gate: { failOn: 'warn', maxFindings: 0 },
    }),
  ],
  [
    'what is newer than the set',
    0,
    ended([plan([{ ...planned(check), outside: true }], { set: '2026.1' }), verdict(check, 'blocked')], 0),
  ],
  [
    'what is blocked at a level that fails nobody',
    0,
    ended([plan([planned(check, 'unshown')]), verdict(check, 'blocked')], 0),
  ],
  [
    'what --max-findings allows',
    0,
    ended([plan([planned(check)]), verdict(check, 'fail', { findings: [finding()] })], 0, {
      gate: { failOn: 'fail', maxFindings: 1 },
    }),
  ],
  [
    'what --fail-on fail allows',
    0,
    ended([plan([planned(check)]), verdict(check, 'blocked')], 0, { gate: { failOn: 'fail', maxFindings: 0 } }),
  ],
  [
    'a finding of the side that does not count',
    0,
    ended([plan([{ ...planned(check), side: 'client' }]), verdict(check, 'fail', { findings: [finding()] })], 0, {
      side: 'server',
    }),
  ],
])('%s is as red as the exit code: %i', (_, red, records) => {
  const [entry] = casesOf(records)
  expect([entry?.['failure'], entry?.['error']].filter(Boolean)).toHaveLength(red)
  expect(entry?.['skipped'] === undefined).toBe(red > 0)
  const { results } = JSON.parse(renderCtrf(records)) as {
    results: { summary: { failed: number; skipped: number }; tests: { message?: string }[] }
  }
  expect(results.summary).toMatchObject({ failed: red, skipped: 1 - red })
  expect(results.tests[0]?.message ?? '').toMatch(red ? /Expected/ : /cannot make|lets it pass|count in this run/)
  expect(renderAnnotations(records).includes('::error')).toBe(red > 0)
})
