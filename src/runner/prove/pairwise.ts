const candidates = 2

/**
 * Configurations (sets of enabled items) in which every pair of items occurs in each of its four states on/on, on/off, off/on,
 * off/off; items that exclude each other are never enabled together. Greedy over two candidate rows each time; the same for the same input.
 */
export function pairwise(items: readonly string[], excludes: (a: string, b: string) => boolean): string[][] {
  const size = items.length
  const apart = new Uint8Array(size * size)
  for (let a = 0; a < size; a++)
    for (let b = 0; b < size; b++)
      if (a !== b && excludes(items[a] as string, items[b] as string)) apart[a * size + b] = 1
  const open = openStates(size, apart)
  const rows: Uint8Array[] = []
  const random = sequence(1)
  for (let left = openOf(open.keys(), open); left.length > 0; left = openOf(left, open)) {
    let best = { row: new Uint8Array(size), covers: 0 }
    for (let tried = 0; tried < candidates; tried++) {
      const row = candidate(left[Math.floor(random() * left.length)] as number, open, apart, random, size)
      const covers = eachState(row, (state) => open[state] as number)
      if (covers > best.covers) best = { row, covers }
    }
    rows.push(best.row)
    eachState(best.row, (state) => (open[state] = 0))
  }
  return rows.map((row) => items.filter((_, at) => row[at] === 1))
}

/**
 * The number of one state of two items, the first of them before the second: (a * size + b) * 4, and 2 more where the first is off, 1 more where
 * the second is. Numbers, and bytes in one array, for there are many thousands of pairs, and each row looks at all of them.
 */
const stateOf = (pair: number, onA: number, onB: number): number => pair * 4 + (1 - onA) * 2 + (1 - onB)

/** By number, 1 for each state that no row has yet. */
function openStates(size: number, apart: Uint8Array): Uint8Array {
  const open = new Uint8Array(size * size * 4)
  for (let a = 0; a < size; a++)
    for (let b = a + 1; b < size; b++)
      for (const onA of [1, 0])
        for (const onB of [1, 0]) {
          const pair = a * size + b
          if (!(onA && onB && apart[pair])) open[stateOf(pair, onA, onB)] = 1
        }
  return open
}

const openOf = (states: Iterable<number>, open: Uint8Array): number[] => {
  const left: number[] = []
  for (const state of states) if (open[state] === 1) left.push(state)
  return left
}

/** The sum of what is told for each state that a row has. */
function eachState(row: Uint8Array, tell: (state: number) => number): number {
  const size = row.length
  let sum = 0
  for (let a = 0; a < size; a++)
    for (let b = a + 1; b < size; b++) sum += tell(stateOf(a * size + b, row[a] as number, row[b] as number))
  return sum
}

const unset = 2

/** A row that starts from an uncovered state and then sets the other items, in random order, to whatever covers most. */
function candidate(
  start: number,
  open: Uint8Array,
  apart: Uint8Array,
  random: () => number,
  size: number,
): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(size).fill(unset)
  const pair = start >> 2
  row[Math.floor(pair / size)] = (start & 2) === 0 ? 1 : 0
  row[pair % size] = (start & 1) === 0 ? 1 : 0
  const order = Array.from(row, (_, at) => ({ at, by: random() })).sort((x, y) => x.by - y.by)
  for (const { at } of order) {
    if (row[at] !== unset) continue
    let [barred, onGain, offGain] = [false, 0, 0]
    for (let other = 0; other < size; other++) {
      const value = row[other] as number
      if (value === unset) continue
      if (value === 1 && apart[at * size + other]) barred = true
      const first = at < other
      const place = first ? at * size + other : other * size + at
      onGain += open[first ? stateOf(place, 1, value) : stateOf(place, value, 1)] as number
      offGain += open[first ? stateOf(place, 0, value) : stateOf(place, value, 0)] as number
    }
    row[at] = !barred && (onGain > offGain || (onGain === offGain && random() < 0.5)) ? 1 : 0
  }
  return row
}

/** A small linear congruential generator: covering arrays must be the same in every run. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648
  }
}
