import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface Spool {
  write(chunk: Buffer): void
  /** Reads from a byte on, as much as there is room for. */
  read(into: Buffer, from: number): number
  close(): void
}

/** A file that nobody else can open and that no crash leaves behind: it has no name any more once it is there. */
export function createSpool(folder: string): Spool {
  const path = join(folder, `.fieldproof-${process.pid}-${randomBytes(6).toString('hex')}`)
  const file = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  let size = 0
  return {
    write(chunk) {
      for (let done = 0; done < chunk.length;) done += writeSync(file, chunk, done, chunk.length - done, size + done)
      size += chunk.length
    },
    read: (into, from) => readSync(file, into, 0, into.length, from),
    close: () => closeSync(file),
  }
}
