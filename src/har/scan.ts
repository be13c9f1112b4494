import { UserError } from '../errors/user-error.ts'
import { entryAtMost } from './entry-bound.ts'
import type { ReadOptions } from './read.ts'

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d]

/** Entries of any HAR file, found by braces and strings alone. undefined: one that is larger than is read. */
export async function* scan(
  file: string,
  chunks: AsyncIterable<Buffer>,
  { onCut, onProgress }: ReadOptions,
): AsyncGenerator<Buffer | undefined> {
  let held: Buffer[] = []
  let size = 0
  let depth = 0
  let inString = false
  let escaped = false
  let entries = false
  let key = ''
  let room = ''
  let keyAt: number[] | undefined
  let entryFrom = -1
  let anything = false
  let number = 0
  let bytes = 0
  for await (const chunk of chunks) {
    if (entryFrom >= 0) entryFrom = 0
    let at = 0
    while (at < chunk.length) {
      if (inString && !keyAt) {
        // Most of a recording is body text: skip to the next unescaped quote.
        if (escaped) {
          escaped = false
          at += 1
          continue
        }
        const end = chunk.indexOf(quote, at)
        const until = end < 0 ? chunk.length : end
        let back = until
        while (back > at && chunk[back - 1] === backslash) back -= 1
        const isEscaped = (until - back) % 2 === 1
        if (end < 0) {
          escaped = isEscaped
          at = chunk.length
          break
        }
        at = end + 1
        if (!isEscaped) inString = false
        continue
      }
      const byte = chunk[at] as number
      at += 1
      if (inString) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) {
          inString = false
          key = Buffer.from(keyAt ?? []).toString('latin1')
          keyAt = undefined
          continue
        }
        if (keyAt && keyAt.length < 16) keyAt.push(byte)
        continue
      }
      if (byte === quote) {
        inString = true
        // Only the `entries` array of the log object counts.
        if ((depth === 1 || depth === 2) && !entries) keyAt = []
      } else if (byte === openBrace || byte === openBracket) {
        anything = true
        if (depth === 1) room = key
        if (byte === openBracket && depth === 2 && room === 'log' && key === 'entries') entries = true
        depth += 1
        if (entries && depth === 4 && byte === openBrace) entryFrom = at - 1
      } else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1
        if (entries && depth === 3 && entryFrom >= 0) {
          size += at - entryFrom
          number += 1
          if (size > entryAtMost) yield undefined
          else {
            held.push(chunk.subarray(entryFrom, at))
            yield held.length === 1 ? (held[0] as Buffer) : Buffer.concat(held)
          }
          held = []
          size = 0
          entryFrom = -1
        }
        if (entries && depth === 2) return
      }
    }
    if (entryFrom >= 0) {
      size += chunk.length - entryFrom
      if (size > entryAtMost) held = []
      else held.push(Buffer.from(chunk.subarray(entryFrom)))
    }
    bytes += chunk.length
    onProgress?.(bytes)
  }
  if (!entries) {
    if (anything && (depth > 0 || inString))
      throw new UserError('it ends before its log.entries begin', {
        file,
        todo: 'it was cut short: record or export it again',
      })
    const what = bytes === 0 ? 'it is empty' : anything ? 'it has no log.entries' : 'it is not JSON'
    throw new UserError(`${what}, so it is not a HAR file`, { file })
  }
  onCut?.({ bytes: size, after: number })
}
