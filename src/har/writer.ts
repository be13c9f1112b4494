import { open, type FileHandle } from 'node:fs/promises'
import { harHead, harTail, type HarEntry } from './har.ts'
import { recover } from './recover.ts'

export interface HarWriter {
  /** Appends an entry; it is on its way to the file, in order. */
  add(entry: HarEntry): void
  /** Bytes that wait to be written. */
  backlog(): number
  /** Resolves when all that was added is written. */
  drained(): Promise<void>
  /** Entries and bytes written so far. */
  totals(): { readonly entries: number; readonly bytes: number }
  /** Why writing had to stop: a full disk, say. */
  failure(): Error | undefined
  close(): Promise<void>
}

const tailLength = Buffer.byteLength(harTail)

/** A recording that is a whole HAR file after every write: each entry overwrites the tail and puts it behind itself. Never overwrites another file. */
export async function createHarWriter(file: string, creator: { readonly name: string; readonly version: string }, { append = false }: { readonly append?: boolean } = {}): Promise<HarWriter> {
  if (append) await recover(file)
  const handle = await open(file, append ? 'r+' : 'wx', 0o600)
  let { size } = await handle.stat()
  let isFirst = false
  if (!append) {
    const start = Buffer.from(`${harHead(creator)}${harTail}`)
    await handle.write(start, 0, start.length, 0)
    size = start.length
    isFirst = true
  } else isFirst = (await lastBytes(handle, size, tailLength + 1)).startsWith('[')

  let waiting: string[] = []
  let bytes = 0
  let writing: Promise<void> | undefined
  let failed: Error | undefined
  const totals = { entries: 0, bytes: 0 }

  const flush = async (): Promise<void> => {
    while (waiting.length > 0 && !failed) {
      const lines = waiting
      waiting = []
      const text = Buffer.from(`${lines.map((line, at) => `${isFirst && at === 0 ? '' : ','}\n${line}`).join('')}${harTail}`)
      try {
        for (let done = 0; done < text.length;) done += (await handle.write(text, done, text.length - done, size - tailLength + done)).bytesWritten
      } catch (error) {
        failed = error as Error
        return
      }
      isFirst = false
      size += text.length - tailLength
      bytes -= lines.reduce((sum, line) => sum + line.length, 0)
      totals.entries += lines.length
      totals.bytes = size
    }
  }

  const start = (): void => { writing ??= flush().finally(() => { writing = undefined; if (waiting.length > 0 && !failed) start() }) }

  return {
    add(entry) {
      if (failed) return
      const line = JSON.stringify(entry)
      waiting.push(line)
      bytes += line.length
      start()
    },
    backlog: () => (failed ? 0 : bytes),
    async drained() { while (writing) await writing },
    totals: () => totals,
    failure: () => failed,
    async close() {
      while (writing) await writing
      await handle.datasync().catch(() => undefined)
      await handle.close()
    },
  }
}

async function lastBytes(handle: FileHandle, size: number, count: number): Promise<string> {
  const bytes = Buffer.alloc(Math.min(count, size))
  await handle.read(bytes, 0, bytes.length, Math.max(0, size - count))
  return bytes.toString('utf8')
}
