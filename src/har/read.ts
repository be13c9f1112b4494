import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileError } from '../errors/user-file.ts'
import { parseTextable } from '../exchange/bounds.ts'
import { UserError } from '../errors/user-error.ts'
import { tooLargeEntry, unreadOf } from './entry-bound.ts'
import { linesOf } from './read-lines.ts'
import { scan } from './scan.ts'

/** One entry of a file, parsed on demand. */
export interface RawEntry {
  /** Counted from 1. */
  readonly number: number
  /** An `Unread` where it holds more than is read. */
  read(): unknown
}

/** The end of a file that was cut off: bytes left over after the last whole entry. */
export interface Cut {
  readonly bytes: number
  readonly after: number
}

export interface ReadOptions {
  /** Called when the file ends in the middle of an entry, after all entries before it. */
  readonly onCut?: (cut: Cut) => void
  /** Called with the bytes read so far. */
  readonly onProgress?: (bytes: number) => void
}

/** Our own files have one entry per line. Once another tool has reformatted one, it is read like any other HAR. */
const ours = /^\{"log":\{"version":"1\.2","creator":\{"name":"fieldproof"[^\n]*"entries":\[\n/

/** The entries of any HAR file, one at a time and in memory for one at a time, whatever its spacing and order of keys. */
export async function* readEntries(file: string, options: ReadOptions = {}): AsyncGenerator<RawEntry> {
  let number = 0
  const isOurs = ours.test(await startOf(file))
  const chunks = createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>
  const slices = isOurs ? linesOf(chunks, options) : scan(file, chunks, options)
  for await (const bytes of slices) {
    number += 1
    const at = number
    yield { number: at, read: () => (bytes === undefined ? tooLargeEntry() : parsed(bytes, file, at)) }
  }
}

export async function* readHar(file: string, options: ReadOptions = {}): AsyncGenerator<unknown> {
  for await (const entry of readEntries(file, options)) yield entry.read()
}

function parsed(bytes: Buffer, file: string, number: number): unknown {
  const unread = unreadOf(bytes)
  if (unread) return unread
  try {
    return parseTextable(bytes.toString('utf8'))
  } catch (error) {
    throw new UserError(`entry ${number} is not JSON (${(error as Error).message})`, {
      file,
      todo: 'record or export it again',
    })
  }
}

async function startOf(file: string): Promise<string> {
  const refuse = (error: unknown): never => {
    throw fileError(error, 'read', { file })
  }
  const handle = await open(file).catch(refuse)
  try {
    const bytes = Buffer.alloc(200)
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0).catch(refuse)
    return bytes.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
