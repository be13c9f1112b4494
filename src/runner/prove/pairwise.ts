import { add, bitsOf, has, shared, take, wordsFor, type Bits } from './bits.ts'

const candidates = 2

/**
 * Configurations (sets of enabled items) in which every pair of items occurs in each of its four states on/on, on/off, off/on,
 * off/off; items that exclude each other are never enabled together. Greedy over two candidate rows each time; the same for the same input.
 */
export function pairwise(items: readonly string[], excludes: (a: string, b: string) => boolean): string[][] {
  const size = items.length
  const apart = items.map(() => bitsOf([], size))
  for (const [a, one] of items.entries())
    for (let b = a + 1; b < size; b++)
      if (excludes(one, items[b] as string)) {
        add(apart[a] as Bits, b)
        add(apart[b] as Bits, a)
      }
  const open = openStates(size, apart)
  const rows: Bits[] = []
  const random = sequence(1)
  for (let left = statesOf(size, open); left.length > 0; left = left.filter((state) => isOpen(state, size, open))) {
    let best = { on: bitsOf([], size), off: bitsOf(items.keys(), size), covers: 0 }
    for (let tried = 0; tried < candidates; tried++) {
      const row = candidate(left[Math.floor(random() * left.length)] as number, open, apart, random, size)
      if (row.covers > best.covers) best = row
    }
    rows.push(best.on)
    close(best, open, size)
  }
  return rows.map((row) => items.filter((_, at) => has(row, at)))
}

/**
 * For each item in the first state the items that no row has yet in the second state beside it: one line of bits for each item, both ways round.
 * There are many thousands of pairs, and each row looks at all of them.
 */
interface Open {
  readonly onOn: Bits
  readonly onOff: Bits
  readonly offOn: Bits
  readonly offOff: Bits
}

function openStates(size: number, apart: readonly Bits[]): Open {
  const words = wordsFor(size)
  const all = bitsOf(Array(size).keys(), size)
  const others = new Uint32Array(size * words)
  for (let at = 0; at < size; at++) {
    others.set(all, at * words)
    take(others, bitsOf([at], size), at * words)
  }
  const together = others.slice()
  for (const [at, bits] of apart.entries()) take(together, bits, at * words)
  return { onOn: together, onOff: others.slice(), offOn: others.slice(), offOff: others }
}

/** A state of two items, the first of them before the second: (a * size + b) * 4, and 2 more where the first is off, 1 more where the second is. */
function statesOf(size: number, open: Open): number[] {
  const states: number[] = []
  for (let a = 0; a < size; a++)
    for (let b = a + 1; b < size; b++)
      for (let state = 0; state < 4; state++) {
        const number = (a * size + b) * 4 + state
        if (isOpen(number, size, open)) states.push(number)
      }
  return states
}

const matrixOf = (state: number, { onOn, onOff, offOn, offOff }: Open): Bits =>
  (state & 2) === 0 ? ((state & 1) === 0 ? onOn : onOff) : (state & 1) === 0 ? offOn : offOff

function isOpen(state: number, size: number, open: Open): boolean {
  const pair = state >> 2
  const place = Math.floor(pair / size) * wordsFor(size) * 32 + (pair % size)
  return has(matrixOf(state, open), place)
}

interface Row {
  readonly on: Bits
  readonly off: Bits
  /** How many open states it has. */
  readonly covers: number
}

/** A row that starts from an uncovered state and then sets the other items, in random order, to whatever covers most. */
function candidate(start: number, open: Open, apart: readonly Bits[], random: () => number, size: number): Row {
  const words = wordsFor(size)
  const [on, off] = [bitsOf([], size), bitsOf([], size)]
  const pair = start >> 2
  const [a, b] = [Math.floor(pair / size), pair % size]
  add((start & 2) === 0 ? on : off, a)
  add((start & 1) === 0 ? on : off, b)
  let covers = 1
  const order = Array.from({ length: size }, (_, at) => ({ at, by: random() })).sort((x, y) => x.by - y.by)
  for (const { at } of order) {
    if (at === a || at === b) continue
    const onGain = shared(open.onOn, on, at * words) + shared(open.onOff, off, at * words)
    const offGain = shared(open.offOn, on, at * words) + shared(open.offOff, off, at * words)
    const isBarred = shared(apart[at] as Bits, on) > 0
    const isOn = !isBarred && (onGain > offGain || (onGain === offGain && random() < 0.5))
    add(isOn ? on : off, at)
    covers += isOn ? onGain : offGain
  }
  return { on, off, covers }
}

function close({ on, off }: Row, { onOn, onOff, offOn, offOff }: Open, size: number): void {
  const words = wordsFor(size)
  for (let at = 0; at < size; at++) {
    const [withOn, withOff] = has(on, at) ? [onOn, onOff] : [offOn, offOff]
    take(withOn, on, at * words)
    take(withOff, off, at * words)
  }
}

/** A small linear congruential generator: covering arrays must be the same in every run. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648
  }
}
