/** Those that have one key together, in order, at most so many in each chunk. */
export function chunksBy<T>(all: readonly T[], keyOf: (one: T) => string, atMost: number): T[][] {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / atMost) }, (_, at) => group.slice(at * atMost, (at + 1) * atMost)),
  )
}
