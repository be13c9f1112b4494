import { plainJson } from '../errors/visible.ts'
import { closeSync, mkdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openPrivate } from '../errors/private-file.ts'
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
    return openPrivate(join(folder, 'report.jsonl'))
  })
  const records: StreamRecord[] = []
  return {
    records,
    write(record) {
      records.push(record)
      writeSync(file, `${plainJson(record)}\n`)
    },
    close: () => closeSync(file),
  }
}
