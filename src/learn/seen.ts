/** How often something was seen, and where first and last; places read `file:entry`. */
export interface Occurrences {
  readonly count: number
  readonly first: string
  readonly last: string
}

export const once = (at: string): Occurrences => ({ count: 1, first: at, last: at })

/** What was seen, then seen again: the order of the arguments is that of the traffic. */
export const again = (earlier: Occurrences | undefined, later: Occurrences): Occurrences =>
  earlier ? { count: earlier.count + later.count, first: earlier.first, last: later.last } : later

export const tally = <Key>(map: Map<Key, Occurrences>, key: Key, at: string): void =>
  void map.set(key, again(map.get(key), once(at)))
