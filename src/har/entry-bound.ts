import { excessOfJson } from '../exchange/bounds.ts'

/** Bytes of one entry: ours hold at most two bodies of 8 MiB. More would fill the memory with a single one. */
export const entryAtMost = 32 * 1024 * 1024

/** An entry that is not read, and why: `is larger than 32 MB`. */
export class Unread {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

export const tooLargeEntry = (): Unread => new Unread(`is larger than ${entryAtMost / 1024 / 1024} MB`)

/** Too short to hold much, whatever it holds. */
const harmless = 256 * 1024

/** Why an entry of acceptable size is not parsed. */
export function unreadOf(bytes: Buffer): Unread | undefined {
  const why = bytes.length < harmless ? undefined : excessOfJson(bytes.toString('latin1'))
  return why === undefined ? undefined : new Unread(why)
}
