import { plainJson } from '../errors/visible.ts'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { harHead, harTail, type HarEntry } from './har.ts'
import { lockRecording } from './lock.ts'
import { recover } from './recover.ts'

export interface HarWriter {
  /** Bytes of an incomplete entry, left by a killed writer, that were removed. */
  readonly cut: number
  /** Queues an entry; entries are written in order. */
  add(entry: HarEntry): void
  /** Whether the queue is full. What is added all the same is queued, too. */
  full(): boolean
  /** Resolves when there is room again. */
  room(): Promise<void>
  /** Bytes that wait to be written. */
  backlog(): number
  /** Resolves when everything added so far is written. */
  drained(): Promise<void>
  /** Entries and bytes written so far, and entries that could not be written. */
  totals(): { readonly entries: number; readonly bytes: number; readonly lost: number }
  /** Why writing stopped, such as a full disk. */
  failure(): Error | undefined
  close(): Promise<void>
}

export interface WriterOptions {
  readonly append?: boolean
  /** Characters that may wait before the writer is full. */
  readonly waitingAtMost?: number
}

const tailLength = Buffer.byteLength(harTail)
/** Characters written at once, unless a single entry is longer. */
const atOnce = 4 * 1024 * 1024
/** Milliseconds for which entries gather before they are written together. */
const gatherMs = 5

/** A recording that is a whole HAR file after every write: each entry overwrites the tail and writes it again. Never overwrites another file. */
export async function createHarWriter(
  file: string,
  creator: { readonly name: string; readonly version: string },
  { append = false, waitingAtMost = 32 * 1024 * 1024 }: WriterOptions = {},
): Promise<HarWriter> {
  const unlock = lockRecording(file)
  const { handle, cut } = await opened(file, append).catch((error) => {
    unlock()
    throw error
  })
  let { size, isFirst } = append ? await endOf(handle) : await begun(handle, creator)
  const { ino } = await handle.stat()

  let waiting: string[] = []
  let bytes = 0
  let writing: Promise<void> | undefined
  let failed: Error | undefined
  let isDirty = false
  let awaitingRoom: Array<() => void> = []
  let closing = false
  let hurry: () => void = () => undefined
  const totals = { entries: 0, bytes: size, lost: 0 }
  const full = (): boolean => !failed && bytes > waitingAtMost
  const giveRoom = (): void => {
    if (!full()) for (const go of awaitingRoom.splice(0)) go()
  }
  const fail = (error: Error): void => {
    failed ??= error
    totals.lost += waiting.length
    waiting = []
    bytes = 0
    giveRoom()
  }

  const flush = async (): Promise<void> => {
    while (waiting.length > 0 && !failed) {
      const lines = waiting.splice(0, countWithin(waiting))
      const text = Buffer.from(
        `${lines.map((line, at) => `${isFirst && at === 0 ? '' : ','}\n${line}`).join('')}${harTail}`,
      )
      try {
        for (let done = 0; done < text.length;)
          done += (await handle.write(text, done, text.length - done, size - tailLength + done)).bytesWritten
      } catch (error) {
        // The blocks of the tail are allocated already, so even a full disk takes it.
        await handle
          .truncate(size)
          .then(() => handle.write(harTail, size - tailLength))
          .catch(() => undefined)
        totals.lost += lines.length
        return fail(error as Error)
      }
      isFirst = false
      isDirty = true
      size += text.length - tailLength
      bytes -= lines.reduce((sum, line) => sum + line.length, 0)
      totals.entries += lines.length
      totals.bytes = size
      giveRoom()
    }
  }
  // A few milliseconds of traffic are written together: a write call costs more than its bytes.
  const start = (): void => {
    writing ??= soon()
      .then(flush)
      .finally(() => {
        writing = undefined
        if (waiting.length > 0 && !failed) start()
      })
  }
  const soon = (): Promise<void> =>
    closing
      ? Promise.resolve()
      : new Promise((resolve) => {
          hurry = resolve
          setTimeout(resolve, gatherMs)
        })

  /** Flushes to the disk, and checks that the file there is still ours. */
  async function settle(): Promise<void> {
    if (failed || !isDirty) return
    isDirty = false
    const there = await stat(file).catch(() => undefined)
    if (there?.ino !== ino) return fail(new Error(`${file} was removed or replaced while it was being written`))
    await handle.datasync().catch(fail)
  }
  let settling = Promise.resolve()
  const everySecond = setInterval(() => {
    settling = settling.then(settle)
  }, 1000).unref()

  return {
    cut,
    add(entry) {
      if (failed) {
        totals.lost += 1
        return
      }
      const line = plainJson(entry)
      waiting.push(line)
      bytes += line.length
      start()
    },
    full,
    room: () =>
      new Promise((resolve) => {
        awaitingRoom.push(resolve)
        giveRoom()
      }),
    backlog: () => bytes,
    async drained() {
      hurry()
      while (writing) await writing
    },
    totals: () => totals,
    failure: () => failed,
    async close() {
      clearInterval(everySecond)
      closing = true
      hurry()
      while (writing) await writing
      await settling.then(settle)
      await handle.close()
      unlock()
    },
  }
}

async function opened(file: string, append: boolean): Promise<{ handle: FileHandle; cut: number }> {
  const { cut } = append ? await recover(file) : { cut: 0 }
  return { handle: await open(file, append ? 'r+' : 'wx', 0o600), cut }
}

async function begun(
  handle: FileHandle,
  creator: { readonly name: string; readonly version: string },
): Promise<{ size: number; isFirst: boolean }> {
  const start = Buffer.from(`${harHead(creator)}${harTail}`)
  await handle.write(start, 0, start.length, 0)
  return { size: start.length, isFirst: true }
}

async function endOf(handle: FileHandle): Promise<{ size: number; isFirst: boolean }> {
  const { size } = await handle.stat()
  const bytes = Buffer.alloc(Math.min(tailLength + 1, size))
  await handle.read(bytes, 0, bytes.length, size - bytes.length)
  return { size, isFirst: bytes.toString('utf8').startsWith('[') }
}

/** How many lines are written together: at least one. */
function countWithin(lines: readonly string[]): number {
  let [count, characters] = [0, 0]
  while (count < lines.length && (count === 0 || characters + (lines[count] as string).length <= atOnce))
    characters += (lines[count++] as string).length
  return count
}
