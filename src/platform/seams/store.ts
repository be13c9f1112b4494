import { randomBytes } from 'node:crypto'
import type { Step } from '../data/step.ts'

/** Effects of the record store, by group. */
export const storeSeams = {
  recordId: {
    /** 32 upper-case hex digits: the most common spelling. */
    next: (): string => randomBytes(16).toString('hex').toUpperCase(),
  },
  lock: {
    /** Awaited between the comparison of lastChanged and the commit if it returns a promise; undefined leaves no gap. */
    gap: (_step: Step & { readonly inBatch: boolean }): Promise<void> | undefined => undefined,
  },
  externalIds: {
    /** Awaited between the look for another holder and the commit of a new record; undefined leaves no gap. */
    gap: (_externalId: string | undefined): Promise<void> | undefined => undefined,
  },
}
