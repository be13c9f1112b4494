const candidates = 8

/**
 * Configurations (sets of enabled items) in which every pair of items occurs in each of its four states on/on, on/off, off/on,
 * off/off; items that exclude each other are never enabled together. Greedy over a few candidate rows each time; the same for the same input.
 */
export function pairwise(items: readonly string[], excludes: (a: string, b: string) => boolean): string[][] {
  const apart = items.map((a) => items.map((b) => a !== b && excludes(a, b)))
  const open = openStates(apart)
  const rows: boolean[][] = []
  const random = sequence(1)
  for (let left = indexesOf(open); left.length > 0; left = indexesOf(open)) {
    let best: { readonly row: readonly boolean[]; readonly covers: readonly number[] } = { row: [], covers: [] }
    for (let tried = 0; tried < candidates; tried++) {
      const row = candidate(left[Math.floor(random() * left.length)] as number, open, apart, random)
      const covers = statesOf(row).filter((state) => open[state] === 1)
      if (covers.length > best.covers.length) best = { row, covers }
    }
    rows.push([...best.row])
    for (const state of best.covers) open[state] = 0
  }
  return rows.map((row) => items.filter((_, at) => row[at]))
}

/** The number of one state of two items, the first of them before the second: numbers, for there are many thousands of pairs. */
const stateOf = (size: number, a: number, b: number, onA: boolean, onB: boolean): number =>
  (a * size + b) * 4 + (onA ? 0 : 2) + (onB ? 0 : 1)

/** By number, 1 for each state that no row has yet. */
function openStates(apart: readonly boolean[][]): Uint8Array {
  const size = apart.length
  const open = new Uint8Array(size * size * 4)
  for (let a = 0; a < size; a++)
    for (let b = a + 1; b < size; b++)
      for (const onA of [true, false])
        for (const onB of [true, false]) if (!(onA && onB && apart[a]?.[b])) open[stateOf(size, a, b, onA, onB)] = 1
  return open
}

const indexesOf = (open: Uint8Array): number[] => [...open.keys()].filter((state) => open[state] === 1)

const statesOf = (row: readonly boolean[]): number[] =>
  row.flatMap((onA, a) => row.slice(a + 1).map((onB, rest) => stateOf(row.length, a, a + 1 + rest, onA, onB)))

/** A row that starts from an uncovered state and then sets the other items, in random order, to whatever covers most. */
function candidate(start: number, open: Uint8Array, apart: readonly boolean[][], random: () => number): boolean[] {
  const size = apart.length
  const row: Array<boolean | undefined> = Array.from({ length: size }, () => undefined)
  const pair = start >> 2
  row[Math.floor(pair / size)] = (start & 2) === 0
  row[pair % size] = (start & 1) === 0
  const order = row.map((_, at) => ({ at, by: random() })).sort((x, y) => x.by - y.by)
  for (const { at } of order) {
    if (row[at] !== undefined) continue
    let [barred, onGain, offGain] = [false, 0, 0]
    for (let other = 0; other < size; other++) {
      const value = row[other]
      if (value === undefined) continue
      if (value && apart[at]?.[other]) barred = true
      const state = (on: boolean) =>
        at < other ? stateOf(size, at, other, on, value) : stateOf(size, other, at, value, on)
      onGain += open[state(true)] as number
      offGain += open[state(false)] as number
    }
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
