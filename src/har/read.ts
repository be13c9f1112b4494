import { createReadStream } from 'node:fs'

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d]

/** A file that is no HAR: what is wrong with it. */
export class NoHar extends Error {}

/**
 * The entries of a HAR file, one after the other, in memory for one at a time: any spacing, any order of keys, whoever wrote it. A file
 * that ends in the middle of an entry has given all before it.
 */
export async function* readHar(file: string): AsyncGenerator<unknown> {
  let held: Buffer[] = []
  let depth = 0
  let inString = false
  let escaped = false
  let entries = false
  let key = ''
  let room = ''
  let keyAt: number[] | undefined
  let entryFrom = -1
  let anything = false
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    if (entryFrom >= 0) entryFrom = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number
      if (inString) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) {
          inString = false
          if (keyAt) { key = Buffer.from(keyAt).toString('latin1'); keyAt = undefined }
          continue
        }
        if (keyAt && keyAt.length < 16) keyAt.push(byte)
        continue
      }
      if (byte === quote) {
        inString = true
        // The array is under `entries` of the log object and nowhere else.
        if ((depth === 1 || depth === 2) && !entries) keyAt = []
      } else if (byte === openBrace || byte === openBracket) {
        anything = true
        if (depth === 1) room = key
        if (byte === openBracket && depth === 2 && room === 'log' && key === 'entries') entries = true
        depth += 1
        if (entries && depth === 4 && byte === openBrace) entryFrom = at
      } else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1
        if (entries && depth === 3 && entryFrom >= 0) {
          held.push(chunk.subarray(entryFrom, at + 1))
          yield JSON.parse(Buffer.concat(held).toString('utf8'))
          held = []
          entryFrom = -1
        }
        if (entries && depth === 2) return
      }
    }
    if (entryFrom >= 0) held.push(Buffer.from(chunk.subarray(entryFrom)))
  }
  if (!entries) throw new NoHar(`${file} ${anything ? 'has no log.entries' : 'is no JSON'}: it is no HAR file`)
}
