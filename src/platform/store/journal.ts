/** One write of a shared transaction, with what takes it back. */
export interface Entry {
  readonly does: 'create' | 'update' | 'delete'
  readonly resource: string
  /** Position of the request, from 0, among those that share the transaction. */
  readonly position: number
  undo(): void
}

/** A transaction that several requests share: all of them or none. */
export interface Journal {
  /** lastChanged of whatever the request at hand writes, in milliseconds. */
  readonly start: number
  add(does: Entry['does'], resource: string, undo: () => void): void
}

export interface OpenJournal extends Journal {
  /** Tells which request the next writes belong to. */
  turnTo(position: number): void
  /** Takes every write back, last one first. */
  rollBack(undo: (entries: readonly Entry[]) => void): void
}

export function openJournal(startOf: (position: number) => number): OpenJournal {
  const entries: Entry[] = []
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
