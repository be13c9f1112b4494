import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { renderJUnit } from '../../reports/junit.ts'
import { foldSummary } from '../../reports/summary.ts'
import { renderTerminal } from '../../reports/terminal.ts'
import { verdictWords } from '../../src/verdict/stream.ts'
import { machine } from './fixtures/machine.ts'
import { streams } from './fixtures/streams.ts'

const update = process.env['FIELDPROOF_GOLDEN'] === 'update'

const reports: Readonly<Record<string, (stream: string) => string>> = {
  'terminal.txt': (name: string) =>
    renderTerminal(streams[name] ?? [], { color: false, width: 100, reports: ['out/report.jsonl', 'out/junit.xml'] }),
  'junit.xml': (name: string) => renderJUnit(streams[name] ?? []),
  ...Object.fromEntries(
    Object.entries(machine).map(([file, render]) => [file, (name: string) => render(streams[name] ?? [])]),
  ),
  'summary.json': (name: string) => `${JSON.stringify(foldSummary(streams[name] ?? []), null, 2)}\n`,
}

/** Of a format for machines, what differs by verdict; the others differ in nothing that these do not show. */
const shown = ['fail', 'warn', 'known', 'commands', 'interrupted', 'blocked-by-a-finding', 'no-footer', 'no-check']

describe.each(Object.keys(streams))('%s', (name) => {
  const kept = Object.keys(reports).filter((report) => !Object.hasOwn(machine, report) || shown.includes(name))
  test.each(kept)('%s', (report) => {
    const folder = new URL(`golden/${name}/`, import.meta.url)
    const render = reports[report] as (stream: string) => string
    const text = render(name)
    if (update) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(new URL(report, folder), text)
    }
    expect(text).toBe(readFileSync(new URL(report, folder), 'utf8'))
    expect(render(name), 'the same stream gives the same bytes').toBe(text)
  })
})

test('there is a stream for each verdict', () => {
  for (const word of verdictWords) {
    const there = (streams[word] ?? []).some((record) => 'verdict' in record && record.verdict.is === word)
    expect(there, word).toBe(true)
  }
})
