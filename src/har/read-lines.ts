import { entryAtMost } from './entry-bound.ts'
import type { ReadOptions } from './read.ts'

const [lineFeed, comma, brace] = [0x0a, 0x2c, 0x7d]

/** Entries of one of our recordings: one per line after the first. undefined: one that is larger than is read. */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  { onCut, onProgress }: ReadOptions,
): AsyncGenerator<Buffer | undefined> {
  let held: Buffer[] = []
  let size = 0
  let isFirst = true
  let number = 0
  let bytes = 0
  let isWhole = false
  const entryIn = (line: Buffer): Buffer | undefined => {
    const end = line[line.length - 1] === comma ? line.length - 1 : line.length
    return line[end - 1] === brace && line[0] === 0x7b ? line.subarray(0, end) : undefined
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      if (size + at - from > entryAtMost) {
        held = []
        size = 0
        from = at + 1
        if (isFirst) isFirst = false
        else {
          number += 1
          yield undefined
        }
        continue
      }
      const line = held.length > 0 ? Buffer.concat([...held, chunk.subarray(from, at)]) : chunk.subarray(from, at)
      held = []
      size = 0
      from = at + 1
      if (isFirst) {
        isFirst = false
        continue
      }
      const entry = entryIn(line)
      if (entry) {
        number += 1
        yield entry
      } else if (line.toString('latin1', 0, 3) === ']}}') isWhole = true
    }
    if (from < chunk.length) {
      size += chunk.length - from
      if (size > entryAtMost) held = []
      else held.push(Buffer.from(chunk.subarray(from)))
    }
    bytes += chunk.length
    onProgress?.(bytes)
  }
  const rest = Buffer.concat(held)
  // A writer killed between an entry and its tail leaves the entry whole.
  const last = !isFirst && !isWhole && rest.length > 0 ? entryIn(rest) : undefined
  if (last && isJson(last)) yield last
  else if (size > 0 || !isWhole) onCut?.({ bytes: size, after: number })
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}
