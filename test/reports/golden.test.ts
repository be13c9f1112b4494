import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { renderJUnit } from '../../reports/junit.ts'
import { foldSummary } from '../../reports/summary.ts'
import { renderTerminal } from '../../reports/terminal.ts'
import { verdictWords } from '../../src/verdict/stream.ts'
import { streams } from './fixtures/streams.ts'

const update = process.env['FIELDPROOF_GOLDEN'] === 'update'

const reports = {
  'terminal.txt': (name: string) =>
    renderTerminal(streams[name] ?? [], { color: false, width: 100, reports: ['out/report.jsonl', 'out/junit.xml'] }),
  'junit.xml': (name: string) => renderJUnit(streams[name] ?? []),
  'summary.json': (name: string) => `${JSON.stringify(foldSummary(streams[name] ?? []), null, 2)}\n`,
}

describe.each(Object.keys(streams))('%s', (name) => {
  test.each(Object.keys(reports) as (keyof typeof reports)[])('%s', (report) => {
    const folder = new URL(`golden/${name}/`, import.meta.url)
    const text = reports[report](name)
    if (update) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(new URL(report, folder), text)
    }
    expect(text).toBe(readFileSync(new URL(report, folder), 'utf8'))
    expect(reports[report](name), 'the same stream gives the same bytes').toBe(text)
  })
})

test('there is a stream for each verdict', () => {
  for (const word of verdictWords) {
    const shown = (streams[word] ?? []).some((record) => 'verdict' in record && record.verdict.is === word)
    expect(shown, word).toBe(true)
  }
})
