import { randomBytes } from 'node:crypto'

/** Effects of the record store, by group. */
export const storeSeams = {
  recordId: {
    /** 32 upper-case hex digits: the most common spelling. */
    next: (): string => randomBytes(16).toString('hex').toUpperCase(),
  },
  lock: {
    /** Awaited between the comparison of lastChanged and the commit if it returns a promise; undefined leaves no gap. */
    gap: (): Promise<void> | undefined => undefined,
  },
}
