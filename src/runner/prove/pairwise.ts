const candidates = 40

/**
 * Configurations (sets of enabled items) in which every pair of items occurs in each of its four states on/on, on/off, off/on,
 * off/off; items that exclude each other are never enabled together. Greedy over a few candidate rows each time; the same for the same input.
 */
export function pairwise(items: readonly string[], excludes: (a: string, b: string) => boolean): string[][] {
  const apart = items.map((a) => items.map((b) => a !== b && excludes(a, b)))
  const open = new Map<string, readonly [a: number, b: number, onA: boolean, onB: boolean]>()
  for (let a = 0; a < items.length; a++)
    for (let b = a + 1; b < items.length; b++)
      for (const onA of [true, false])
        for (const onB of [true, false]) {
          if (!(onA && onB && apart[a]?.[b])) open.set(key(a, b, onA, onB), [a, b, onA, onB])
        }
  const rows: boolean[][] = []
  const random = sequence(1)
  while (open.size > 0) {
    let best: { row: boolean[]; covers: string[] } = { row: [], covers: [] }
    for (let tried = 0; tried < candidates; tried++) {
      const row = candidate(items.length, open, apart, random)
      const covers = statesOf(row).filter((state) => open.has(state))
      if (covers.length > best.covers.length) best = { row, covers }
    }
    rows.push(best.row)
    for (const state of best.covers) open.delete(state)
  }
  return rows.map((row) => items.filter((_, at) => row[at]))
}

const key = (a: number, b: number, onA: boolean, onB: boolean): string => `${a},${b},${onA},${onB}`

const statesOf = (row: readonly boolean[]): string[] =>
  row.flatMap((onA, a) => row.slice(a + 1).map((onB, rest) => key(a, a + 1 + rest, onA, onB)))

/** A row that starts from an uncovered pair and then sets the other items, in random order, to whatever covers most. */
function candidate(
  length: number,
  open: ReadonlyMap<string, readonly [number, number, boolean, boolean]>,
  apart: readonly boolean[][],
  random: () => number,
): boolean[] {
  const row: Array<boolean | undefined> = Array.from({ length }, () => undefined)
  const [a, b, onA, onB] = [...open.values()][Math.floor(random() * open.size)] as readonly [
    number,
    number,
    boolean,
    boolean,
  ]
  row[a] = onA
  row[b] = onB
  const order = row.map((_, at) => ({ at, by: random() })).sort((x, y) => x.by - y.by)
  for (const { at } of order) {
    if (row[at] !== undefined) continue
    const barred = row.some((on, other) => on && apart[at]?.[other])
    const gain = (on: boolean) =>
      row.reduce(
        (sum, value, other) =>
          sum +
          (value !== undefined && open.has(at < other ? key(at, other, on, value) : key(other, at, value, on)) ? 1 : 0),
        0,
      )
    const [onGain, offGain] = [gain(true), gain(false)]
    row[at] = !barred && (onGain > offGain || (onGain === offGain && random() < 0.5))
  }
  return row.map(Boolean)
}

/** A small linear congruential generator: covering arrays must be the same in every run. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648
  }
}
