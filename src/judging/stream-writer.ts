import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { withFile } from '../errors/user-file.ts'
import type { StreamRecord } from '../verdict/stream.ts'

export interface StreamWriter {
  readonly records: readonly StreamRecord[]
  write(record: StreamRecord): void
  close(): void
}

/** DIR/report.jsonl, one whole line per record as it happens: an interrupted run leaves everything it knew on disk. */
export function streamWriter(folder: string): StreamWriter {
  const file = withFile('written', { file: folder }, () => {
    mkdirSync(folder, { recursive: true })
    return openSync(join(folder, 'report.jsonl'), 'w')
  })
  const records: StreamRecord[] = []
  return {
    records,
    write(record) {
      records.push(record)
      writeSync(file, `${JSON.stringify(record)}\n`)
    },
    close: () => closeSync(file),
  }
}
