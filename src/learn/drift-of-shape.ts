import { anyKey } from './privacy.ts'
import type { Occurrences } from './seen.ts'
import type { JsonType, Shape } from './shape.ts'
import { byName } from './sorted.ts'

export interface ShapeDrift {
  readonly kind:
    'new field' | 'new type' | 'null now' | 'no longer null' | 'new value' | 'other format' | 'field not seen'
  readonly field: string
  readonly says: string
  readonly seen: Occurrences
  /** `seen` refers to the recordings of the overlay. */
  readonly before?: true
}

interface Terms {
  readonly minCount: number
  /** Objects that were not reduced by the caller: only those can lack a field. */
  readonly whole: number
}

/** How one shape differs from another, field by field. */
export function driftOfShape(before: Shape, now: Shape, terms: Terms, field = ''): readonly ShapeDrift[] {
  return [
    ...ofTypes(before, now, terms, field),
    ...ofValues(before, now, field),
    ...ofFormat(before, now, field),
    ...ofFields(before, now, terms, field),
    ...ofItems(before, now, terms, field),
  ]
}

function ofTypes(before: Shape, now: Shape, { minCount }: Terms, field: string): ShapeDrift[] {
  const had = (type: JsonType) => before.types.has(type) || (type === 'integer' && before.types.has('number'))
  const found = byName(now.types)
    .filter(([type]) => !had(type))
    .map(([type, seen]): ShapeDrift => ({
      kind: type === 'null' ? 'null now' : 'new type',
      field,
      says:
        type === 'null'
          ? `was never null in ${countOf(before)}`
          : `${type}, was ${[...before.types.keys()].sort().join(' or ')}`,
      seen,
    }))
  const nulls = before.types.get('null')
  if (nulls && now.seen && !now.types.has('null') && isTelling(nulls.count, countOf(before), countOf(now), minCount)) {
    found.push({
      kind: 'no longer null',
      field,
      says: `was null in ${nulls.count} of ${countOf(before)}`,
      seen: now.seen,
    })
  }
  return found
}

/** Values of an enumeration are named only where they may be written down at all. */
function ofValues(before: Shape, now: Shape, field: string): ShapeDrift[] {
  if (before.other || before.values.size === 0) return []
  const known = [...before.values.keys()].sort().join(', ')
  return [
    ...byName(now.values)
      .filter(([value]) => !before.values.has(value))
      .map(([value, seen]): ShapeDrift => ({ kind: 'new value', field, says: `${value}, was one of ${known}`, seen })),
    ...(now.other
      ? [{ kind: 'new value' as const, field, says: `a value that is not shown, was one of ${known}`, seen: now.other }]
      : []),
  ]
}

function ofFormat(before: Shape, now: Shape, field: string): ShapeDrift[] {
  const [format] = before.formats ?? []
  const texts = now.types.get('string')
  if (
    format === undefined ||
    !texts ||
    before.masked ||
    now.masked ||
    before.privacy === 'secret' ||
    now.formats?.includes(format)
  )
    return []
  return [{ kind: 'other format', field, says: `not always ${format} any more`, seen: texts }]
}

function ofFields(before: Shape, now: Shape, terms: Terms, field: string): ShapeDrift[] {
  const objects = { before: before.types.get('object')?.count ?? 0, now: now.types.get('object')?.count ?? 0 }
  if (objects.before === 0 || objects.now === 0) return []
  const within = (name: string) => (field === '' ? name : `${field}.${name}`)
  const found = byName(now.fields).flatMap(([name, shape]) => {
    const known = before.fields.get(name)
    if (known) return driftOfShape(known, shape, terms, within(name))
    return shape.seen
      ? [
          {
            kind: 'new field' as const,
            field: within(name),
            says: byName(shape.types)
              .map(([type]) => type)
              .join(' or '),
            seen: shape.seen,
          },
        ]
      : []
  })
  const whole = Math.min(objects.now, terms.whole)
  const missed = byName(before.fields).filter(
    ([name, shape]) =>
      name !== anyKey && !now.fields.has(name) && isTelling(countOf(shape), objects.before, whole, terms.minCount),
  )
  return [
    ...found,
    ...missed.map(([name, { seen }]) => ({
      kind: 'field not seen' as const,
      field: within(name),
      says: `was in ${seen?.count} of ${objects.before}, is in none of ${objects.now}`,
      seen: seen as Occurrences,
      before: true as const,
    })),
  ]
}

const ofItems = (before: Shape, now: Shape, terms: Terms, field: string): readonly ShapeDrift[] =>
  before.items && now.items ? driftOfShape(before.items, now.items, terms, `${field}[]`) : []

const countOf = ({ seen }: Shape): number => seen?.count ?? 0

/** Absence counts where the field was always there, in enough objects to require it, or so often that it should have shown up. */
const isTelling = (count: number, of: number, chances: number, minCount: number): boolean =>
  chances > 0 && ((count >= of && of >= minCount) || (count / of) * chances >= minCount)
