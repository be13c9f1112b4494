import type { JournalEntry } from '../store/journal.ts'

/** How the writes of a failed transaction are rolled back. */
export const undoSeams = {
  undo: {
    /** Whether a write is rolled back; `of` is the number of requests that ran. */
    applies: (_entry: JournalEntry, _of: number): boolean => true,
    /** The order of the rollback; the entries are given last write first. */
    order: (entries: readonly JournalEntry[]): readonly JournalEntry[] => entries,
  },
}
