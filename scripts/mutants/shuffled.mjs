/** The same seed draws the same mutants of the same sources. */
export function shuffled(list, seed) {
  const random = numbers(seed)
  const order = [...list]
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random.next().value * (at + 1))
    ;[order[at], order[other]] = [order[other], order[at]]
  }
  return order
}

function* numbers(seed) {
  for (let state = seed >>> 0; ;) {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
