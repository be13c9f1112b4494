import type { StoredRecord } from './record.ts'

/** A record with its position in the order of creation. */
export interface TimelineEntry {
  readonly record: StoredRecord
  readonly born: number
}

/** Entries sorted by lastChanged, and by creation within one transaction. */
export interface Timeline {
  add(entry: TimelineEntry): void
  drop(entry: TimelineEntry): void
  /** Entries from the first lastChanged to the last, both inclusive. */
  between(first: number, last: number): readonly StoredRecord[]
}

export function createTimeline(): Timeline {
  const entries: TimelineEntry[] = []

  /** The number of entries before a point. New records go to the end, so the search starts there. */
  const before = (lastChanged: number, born: number): number => {
    let [low, high] = [0, entries.length]
    const newest = entries.at(-1)
    if (newest && isBefore(newest, lastChanged, born)) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(entries[middle] as TimelineEntry, lastChanged, born)) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    add: (entry) => void entries.splice(before(entry.record.lastChanged, entry.born), 0, entry),
    drop: (entry) => void entries.splice(before(entry.record.lastChanged, entry.born), 1),
    between: (first, last) =>
      entries
        .slice(before(first, Number.NEGATIVE_INFINITY), before(last, Number.POSITIVE_INFINITY))
        .map(({ record }) => record),
  }
}

const isBefore = ({ record, born }: TimelineEntry, lastChanged: number, otherBorn: number): boolean =>
  record.lastChanged < lastChanged || (record.lastChanged === lastChanged && born < otherBorn)
