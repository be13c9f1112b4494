/** A stand-in for Map.groupBy, which Node 20 lacks. */
export function grouped(list, keyOf) {
  const groups = new Map()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
