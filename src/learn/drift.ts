import { driftOfShape, type ShapeDrift } from './drift-of-shape.ts'
import type { Calls, Learned, Refusal } from './learned.ts'
import { placesIn, type Places, type SeenJson } from './places.ts'
import { byName } from './sorted.ts'

export interface Drift {
  readonly kind: ShapeDrift['kind'] | 'new operation' | 'new status' | 'new error' | 'new parameter' | 'new subject'
  /** Operation, or name of the records or bodies it is about. */
  readonly in: string
  /** Field, with its outer ones; arrays as `[]`. */
  readonly field?: string
  readonly says: string
  readonly seen: SeenJson
  /** True where `seen` refers to the overlay: what is no longer seen has no entries of its own. */
  readonly before?: true
}

/** What the traffic shows and the overlay does not, and what it no longer shows. */
export function drift(before: Learned, now: Learned, minCount: number): readonly Drift[] {
  const places = { before: placesIn(before.files), now: placesIn(now.files) }
  return [
    ...byName(now.operations).flatMap(([id, calls]) => ofCalls(id, before.operations.get(id), calls, places.now)),
    ...byName(now.subjects).flatMap(([name, subject]): Drift[] => {
      const known = before.subjects.get(name)
      if (!subject.shape.seen) return []
      if (!known)
        return [
          { kind: 'new subject', in: name, says: 'seen for the first time', seen: places.now.json(subject.shape.seen) },
        ]
      const found = driftOfShape(known.shape, subject.shape, {
        minCount,
        whole: (subject.shape.types.get('object')?.count ?? 0) - subject.cut,
      })
      return found.map(({ kind, field, says, seen, before: isBefore }) => ({
        kind,
        in: name,
        ...(field === '' ? {} : { field }),
        says,
        seen: (isBefore ? places.before : places.now).json(seen),
        ...(isBefore ? { before: true as const } : {}),
      }))
    }),
  ]
}

/** Records and bodies of the overlay that do not occur in this traffic, so could not be compared. */
export const notCompared = (before: Learned, now: Learned): readonly string[] =>
  byName(before.subjects)
    .map(([name]) => name)
    .filter((name) => !now.subjects.has(name))

function ofCalls(
  id: string,
  before: Calls | undefined,
  { seen, statuses, refusals, parameters }: Calls,
  places: Places,
): Drift[] {
  const found: Drift[] = []
  if (!before && seen)
    found.push({ kind: 'new operation', in: id, says: 'called for the first time', seen: places.json(seen) })
  for (const [status, at] of byName(statuses))
    if (!before?.statuses.has(status))
      found.push({ kind: 'new status', in: id, says: String(status), seen: places.json(at) })
  for (const [key, at] of byName(refusals))
    if (!before?.refusals.has(key))
      found.push({ kind: 'new error', in: id, says: refusalInWords(JSON.parse(key) as Refusal), seen: places.json(at) })
  for (const [name, at] of byName(parameters))
    if (!before?.parameters.has(name)) found.push({ kind: 'new parameter', in: id, says: name, seen: places.json(at) })
  return found
}

export const refusalInWords = ({ status, error, code }: Refusal): string =>
  [status, error, code].filter((part) => part !== undefined).join(' ')
