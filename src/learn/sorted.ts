/** Entries in an order that no locale changes: the same traffic gives the same bytes. */
export const byName = <Key extends string | number, Value>(map: ReadonlyMap<Key, Value>): Array<[Key, Value]> =>
  [...map].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
