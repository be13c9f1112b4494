import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readStream } from '../../reports/read-stream.ts'
import { validateKitFile } from '../contract/index.ts'
import { UserError } from '../errors/user-error.ts'
import { withFile } from '../errors/user-file.ts'
import type { StreamRecord } from '../verdict/stream.ts'

const whatItTakes = 'name the --out folder of a run, verify or merge'

/** The stream in a folder of reports, or the named file; throws UserError where it is no stream, or not of this kind. */
export function readReport(named: string): readonly StreamRecord[] {
  const file = statSync(named, { throwIfNoEntry: false })?.isDirectory() ? join(named, 'report.jsonl') : named
  if (!existsSync(file)) throw new UserError('there is no such report', { file, todo: whatItTakes })
  const lines = withFile('read', { file }, () => readFileSync(file, 'utf8')).split('\n')
  for (const [at, line] of lines.entries()) if (line.trim() !== '') mustBeRecord(line, file, at, lines.length)
  const records = readStream(lines.join('\n'))
  if (!records.some((record) => 'plan' in record))
    throw new UserError('it is no report of Fieldproof: it has no plan', { file, todo: whatItTakes })
  return records
}

function mustBeRecord(line: string, file: string, at: number, count: number): void {
  const refuse = (what: string, todo: string): never => {
    throw new UserError(what, { file, line: at + 1, todo })
  }
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    // What a dying process cut short is left out; that its report has no footer is told.
    if (at >= count - 1 && at > 0) return
    refuse('this is no line of a report: it is not JSON', whatItTakes)
  }
  const [fault] = validateKitFile('report-line', value)
  if (fault) refuse(`this is no line of a report: ${fault.message ?? 'it is not valid'}`, whatItTakes)
}
