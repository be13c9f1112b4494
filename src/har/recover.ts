import { open } from 'node:fs/promises'
import { UserError } from '../errors/user-error.ts'
import { harTail } from './har.ts'

const chunk = 256 * 1024

/** Repairs a recording whose writer was killed: everything after the last whole entry is cut off. Returns the bytes removed. */
export async function recover(file: string): Promise<{ readonly cut: number }> {
  const handle = await open(file, 'r+')
  try {
    const { size } = await handle.stat()
    let end = size
    for (;;) {
      const { line, start, over } = await lastLine(end)
      // Whole only with its line end: the next entry overwrites a tail of exactly that length.
      if (line === ']}}' && end === size && over < end) return { cut: 0 }
      if (isEntry(line) || (start === 0 && line.endsWith('"entries":['))) {
        // The comma before an incomplete entry goes with it.
        const kept = over - (line.endsWith(',') ? 1 : 0)
        const tail = Buffer.from(harTail)
        await handle.truncate(kept)
        await handle.write(tail, 0, tail.length, kept)
        return { cut: size - end }
      }
      if (start === 0)
        throw new UserError('it is not a recording of "fieldproof record", so nothing can be appended to it', { file })
      end = start - 1
    }
  } finally {
    await handle.close()
  }

  /** The line that ends before a byte, its own line end left out: where it starts, and where it is over. */
  async function lastLine(before: number): Promise<{ line: string; start: number; over: number }> {
    let end = before
    let text = Buffer.alloc(0)
    for (;;) {
      const from = Math.max(0, end - chunk)
      const part = Buffer.alloc(end - from)
      await handle.read(part, 0, part.length, from)
      text = Buffer.concat([part, text])
      const body = text.at(-1) === 0x0a ? text.subarray(0, -1) : text
      const at = body.lastIndexOf(0x0a)
      if (at >= 0 || from === 0)
        return {
          line: body
            .subarray(at + 1)
            .toString('utf8')
            .trim(),
          start: from + at + 1,
          over: from + body.length,
        }
      end = from
    }
  }
}

function isEntry(line: string): boolean {
  const text = line.replace(/^,|,$/g, '')
  if (!text.startsWith('{"startedDateTime"')) return false
  try {
    JSON.parse(text)
  } catch {
    return false
  }
  return true
}
