const atMost = 1000

/** How often each host was met; of very many hosts the later ones are counted together. */
export function createTally(): { add(host: string): void; counts(): ReadonlyMap<string, number> } {
  const counts = new Map<string, number>()
  return {
    add(host) {
      const name = counts.has(host) || counts.size < atMost ? host : 'others'
      counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    counts: () => counts,
  }
}
