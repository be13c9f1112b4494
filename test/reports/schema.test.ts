import { describe, expect, test } from 'vitest'
import { foldSummary } from '../../reports/summary.ts'
import { validateKitFile } from '../../src/contract/index.ts'
import { streams } from './fixtures/streams.ts'

describe.each(Object.keys(streams))('%s', (name) => {
  test('is a stream, and its summary one, by the schemas that others read them with', () => {
    const lines = (streams[name] ?? []).map((record): unknown => JSON.parse(JSON.stringify(record)))
    expect(lines.flatMap((line) => validateKitFile('report-line', line).map(({ message }) => message))).toEqual([])
    expect(
      validateKitFile('summary', JSON.parse(JSON.stringify(foldSummary(streams[name] ?? [])))).map(
        ({ message }) => message,
      ),
    ).toEqual([])
  })
})
