import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileError } from '../errors/user-file.ts'
import { UserError } from '../errors/user-error.ts'
import { linesOf } from './read-lines.ts'
import { scan } from './scan.ts'

/** One entry as it stands in the file, and what it says. */
export interface RawEntry {
  /** From 1 on. */
  readonly number: number
  read(): unknown
}

/** What could not be read at the end of a file: a writer was killed there. */
export interface Cut {
  readonly bytes: number
  readonly after: number
}

export interface ReadOptions {
  /** Told where the file ends in the middle of something; all before it was given. */
  readonly onCut?: (cut: Cut) => void
  /** Told how far it is read, in bytes. */
  readonly onProgress?: (bytes: number) => void
}

/** One entry on each line; a recording that another tool has written anew is read as any other file. */
const ours = /^\{"log":\{"version":"1\.2","creator":\{"name":"fieldproof"[^\n]*"entries":\[\n/

/** The entries of a HAR file, one after the other, in memory for one at a time: any spacing, any order of keys, whoever wrote it. */
export async function* readEntries(file: string, options: ReadOptions = {}): AsyncGenerator<RawEntry> {
  let number = 0
  const isOurs = ours.test(await startOf(file))
  const chunks = createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>
  const slices = isOurs ? linesOf(chunks, options) : scan(file, chunks, options)
  for await (const bytes of slices) {
    number += 1
    const at = number
    yield { number: at, read: () => parsed(bytes, file, at) }
  }
}

export async function* readHar(file: string, options: ReadOptions = {}): AsyncGenerator<unknown> {
  for await (const entry of readEntries(file, options)) yield entry.read()
}

function parsed(bytes: Buffer, file: string, number: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw new UserError(`entry ${number} is not JSON (${(error as Error).message})`, { file })
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
