/** By id, made once for a list: a proof names some hundred deviations for each of its platforms. */
const lists = new WeakMap<object, ReadonlyMap<string, unknown>>()
function idsOf(known: readonly { readonly id: string }[]): ReadonlyMap<string, unknown> {
  const byId = lists.get(known) ?? new Map(known.map((one) => [one.id, one]))
  lists.set(known, byId)
  return byId
}

/** The deviation of each id; an unknown id is an error that lists similar ids. */
export function named<D extends { readonly id: string }>(
  kind: string,
  known: readonly D[],
  ids: readonly string[],
): D[] {
  const byId = idsOf(known)
  return ids.map((id) => {
    const found = byId.get(id)
    if (found) return found as D
    const first = id.split('-')[0] ?? id
    const near = known
      .map((deviation) => deviation.id)
      .filter((other) => other.startsWith(`${first}-`))
      .slice(0, 8)
    throw new Error(`unknown ${kind} ${JSON.stringify(id)}${near.length > 0 ? `; similar: ${near.join(', ')}` : ''}`)
  })
}
