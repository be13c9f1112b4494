import type { Entry } from '../store/journal.ts'

/** How the writes of a failed transaction are taken back. */
export const undoSeams = {
  undo: {
    /** Whether a write is taken back; `of` requests were done. */
    applies: (_entry: Entry, _of: number): boolean => true,
    /** The order in which it is done; they come last write first. */
    order: (entries: readonly Entry[]): readonly Entry[] => entries,
  },
}
