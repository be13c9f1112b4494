/** One write of a shared transaction, with its undo function. */
export interface JournalEntry {
  readonly does: 'create' | 'update' | 'delete'
  readonly resource: string
  /** Position of the request, from 0, among those that share the transaction. */
  readonly position: number
  undo(): void
}

/** A transaction that several requests share: all of them or none. */
export interface Journal {
  /** lastChanged of all writes of the current request, in milliseconds. */
  readonly start: number
  add(does: JournalEntry['does'], resource: string, undo: () => void): void
}

export interface OpenJournal extends Journal {
  /** Sets the request that the next writes belong to. */
  turnTo(position: number): void
  /** Undoes every write, last one first. */
  rollBack(undo: (entries: readonly JournalEntry[]) => void): void
}

export function openJournal(startOf: (position: number) => number): OpenJournal {
  const entries: JournalEntry[] = []
  let at = 0
  return {
    get start() {
      return startOf(at)
    },
    add: (does, resource, undo) => void entries.push({ does, resource, position: at, undo }),
    turnTo(position) {
      at = position
    },
    rollBack(undo) {
      undo(entries.splice(0).reverse())
    },
  }
}
