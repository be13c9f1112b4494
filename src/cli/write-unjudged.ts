import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderJUnit } from '../../reports/junit.ts'
import { foldSummary } from '../../reports/summary.ts'
import { version } from '../judging/version.ts'
import { streamWriter } from '../judging/stream-writer.ts'
import { verdictWords, type Counts } from '../verdict/stream.ts'

/** Replaces the reports of an earlier run in this folder, which CI would take for those of this one, by reports that say why nothing was judged. */
export function writeUnjudged(folder: string, target: string, why: string, exitCode: 2 | 3): void {
  const [report, junit, summary] = ['report.jsonl', 'junit.xml', 'summary.json'].map((name) => join(folder, name))
  if (![report, junit, summary].some((file) => file !== undefined && existsSync(file))) return
  const stream = streamWriter(folder)
  stream.write({ plan: { kit: version(), target, seed: 0, started: new Date().toISOString(), checks: [] } })
  stream.write({ notice: { kind: 'unjudged', text: why } })
  const counts = Object.fromEntries(verdictWords.map((word) => [word, 0])) as Counts
  stream.write({ end: { planned: 0, judged: 0, counts, exitCode, requests: 0, waitedMs: 0, ms: 0 } })
  stream.close()
  for (const [file, text] of [
    [junit, renderJUnit(stream.records)],
    [summary, `${JSON.stringify(foldSummary(stream.records), null, 2)}\n`],
  ] as const) {
    writeFileSync(`${file}.part`, text)
    renameSync(`${file}.part`, file as string)
  }
}
