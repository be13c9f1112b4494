import { parseTextable } from '../exchange/bounds.ts'
import { open, type FileHandle } from 'node:fs/promises'

const [atOnce, lineFeed] = [4 * 1024 * 1024, 0x0a]

/** Follows one of our recordings while it grows: each call gives the entries completed since the last. */
export async function follow(
  file: string,
): Promise<{ more(see: (entry: unknown, number: number) => void): Promise<void>; close(): Promise<void> }> {
  const handle: FileHandle = await open(file)
  let at = 0
  let number = 0
  return {
    async more(see) {
      for (;;) {
        const bytes = Buffer.alloc(atOnce)
        const { bytesRead } = await handle.read(bytes, 0, atOnce, at)
        const end = bytes.subarray(0, bytesRead).lastIndexOf(lineFeed)
        if (end < 0) return
        const before = number
        let from = 0
        for (let to = bytes.indexOf(lineFeed); to >= 0 && to <= end; to = bytes.indexOf(lineFeed, from)) {
          const line = bytes.toString('utf8', from, to)
          // The last entry has no comma yet; the next one will overwrite the tail after it.
          if (line.startsWith(']}}') || (line.startsWith('{"startedDateTime"') && !line.endsWith(','))) {
            at += from
            return
          }
          from = to + 1
          if (!line.startsWith('{"startedDateTime"')) continue
          number += 1
          see(parseTextable(line.slice(0, -1)), number)
        }
        at += from
        if (number === before && bytesRead < atOnce) return
      }
    },
    close: () => handle.close(),
  }
}
