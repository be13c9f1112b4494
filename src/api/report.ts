import type { Finding } from '../verdict/finding.ts'
import type { StreamRecord, Verdict, VerdictWord } from '../verdict/stream.ts'
import type { Commanded } from './command.ts'

/** What a finished run or verification says. */
export interface Report {
  /** 0 conformant, 1 findings, 3 could not judge, 130 interrupted. */
  readonly exitCode: number
  /** How many checks got each verdict. */
  readonly counts: Readonly<Record<VerdictWord, number>>
  /** By check id. */
  readonly verdicts: Readonly<Record<string, Verdict>>
  /** Of the checks that fail. */
  readonly findings: readonly Finding[]
  /** Every record of report.jsonl, as docs/verdicts.md describes them. */
  readonly records: readonly StreamRecord[]
  /** The folder of the reports. */
  readonly out: string
}

export function reportOf({ records, exitCode, stderr }: Commanded, out: string): Report {
  const end = records.flatMap((record) => ('end' in record ? [record.end] : []))[0]
  if (!end) throw new Error(`it ended with ${exitCode} before it had a report: ${stderr.trim()}`)
  const verdicts = records.flatMap((record) => ('verdict' in record ? [record.verdict] : []))
  return {
    exitCode,
    counts: end.counts,
    verdicts: Object.fromEntries(verdicts.map((verdict) => [verdict.check, verdict])),
    findings: verdicts.filter(({ is }) => is === 'fail').flatMap(({ findings }) => findings),
    records,
    out,
  }
}
