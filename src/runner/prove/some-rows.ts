import { createHash } from 'node:crypto'
import { bitsOf, shared, take } from './bits.ts'

interface Rows {
  /**
   * The positions of as few rows as it takes for every one of the items to be in one, the first of them others for other names but always the same
   * for one. Every pair of items is in the rows of some names, so what any of several checks flags is found.
   */
  some(name: string, items: Iterable<string>): number[]
  /** The positions of all rows that hold any of the items. */
  all(items: Iterable<string>): number[]
}

export function rowsToChoose(rows: ReadonlyArray<readonly string[]>): Rows {
  const places = new Map([...new Set(rows.flat())].map((item, place) => [item, place]))
  const bitsOfItems = (items: Iterable<string>) =>
    bitsOf(
      [...items].flatMap((item) => places.get(item) ?? []),
      places.size,
    )
  const held = rows.map(bitsOfItems)
  return {
    some(name, items) {
      const first = createHash('sha256').update(name).digest().readUInt32BE(0)
      const missing = bitsOfItems(items)
      const chosen: number[] = []
      for (;;) {
        const gains = held.map((row) => shared(row, missing))
        const most = Math.max(...gains)
        if (most <= 0) return chosen.sort((a, b) => a - b)
        // A row that is nearly the best will do: with the best alone, the same few rows would serve all names.
        let at = first % rows.length
        while ((gains[at] as number) < most * 0.9) at = (at + 1) % rows.length
        chosen.push(at)
        take(missing, held[at] as Uint32Array)
      }
    },
    all(items) {
      const wanted = bitsOfItems(items)
      return held.flatMap((row, at) => (shared(row, wanted) > 0 ? [at] : []))
    },
  }
}
