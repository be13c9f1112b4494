import { sameId } from '../exchange/plain-id.ts'

export interface PlacedValue {
  readonly path: string
  readonly value: unknown
}

/** Every value within a value with its path; elements of an array share one path. */
export function* placesOf(value: unknown, path = ''): Generator<PlacedValue> {
  yield { path, value }
  if (Array.isArray(value)) for (const inner of value) yield* placesOf(inner, `${path}[]`)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* placesOf(inner, path === '' ? key : `${path}.${key}`)
  }
}

/** The paths of all places where a value occurs. */
export const placesOfValue = (within: unknown, wanted: unknown): readonly string[] =>
  [...placesOf(within)].filter(({ value }) => value === wanted).map(({ path }) => path)

export const holds = (within: unknown, wanted: unknown): boolean => placesOfValue(within, wanted).length > 0

/** The id occurs somewhere, in any spelling, as a value or as a key. */
export function holdsId(within: unknown, id: string): boolean {
  for (const { value } of placesOf(within)) {
    if (sameId(value, id)) return true
    if (typeof value === 'object' && value !== null && Object.keys(value).some((key) => sameId(key, id))) return true
  }
  return false
}

/** The objects that have the value as a direct field, with their paths. */
export function objectsWith(
  within: unknown,
  wanted: unknown,
): readonly { readonly path: string; readonly object: Readonly<Record<string, unknown>> }[] {
  return [...placesOf(within)].flatMap(({ path, value }) =>
    typeof value === 'object' && value !== null && Object.values(value).includes(wanted)
      ? [{ path, object: value as Record<string, unknown> }]
      : [],
  )
}

/** Numbers that occur in one value but not under the same path in the other. */
export function newNumbers(within: unknown, before: unknown): readonly number[] {
  const known = new Set([...placesOf(before)].map(({ path, value }) => `${path} ${JSON.stringify(value)}`))
  return [...placesOf(within)].flatMap(({ path, value }) => {
    const number =
      typeof value === 'number'
        ? value
        : typeof value === 'string' && /^(?:0|[1-9]\d{0,8})$/.test(value)
          ? Number(value)
          : undefined
    return number === undefined || known.has(`${path} ${JSON.stringify(value)}`) ? [] : [number]
  })
}
