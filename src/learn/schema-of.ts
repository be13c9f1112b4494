import type { Tree } from '../contract/operation.ts'
import { fieldIn, itemsIn } from './documented.ts'
import { keywordOf } from './formats.ts'
import type { Places, SeenJson } from './places.ts'
import { anyKey } from './privacy.ts'
import type { JsonType, Shape } from './shape.ts'
import { mostValues } from './shape.ts'
import { byName } from './sorted.ts'

interface Observed extends SeenJson {
  /** Objects that it could have been in. */
  readonly of?: number
  readonly documented?: boolean
  readonly types: Readonly<Partial<Record<JsonType, SeenJson>>>
  readonly values?: Readonly<Record<string, SeenJson>>
  readonly masked?: true
}

/** A schema as the overlay holds it: keywords of JSON Schema 2020-12, and what was counted. */
export interface ObservedSchema {
  readonly type?: JsonType | readonly JsonType[]
  readonly enum?: ReadonlyArray<string | null>
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, ObservedSchema>>
  readonly additionalProperties?: ObservedSchema
  readonly items?: ObservedSchema
  readonly 'x-observed': Observed
}

export interface LearningTerms {
  readonly places: Places
  readonly minCount: number
}

const leastSeen = 3

/** The schema that all values seen are valid against. */
export function schemaOf(
  shape: Shape,
  trees: readonly Tree[],
  terms: LearningTerms,
  parent?: { readonly of: number; readonly documented: boolean },
): ObservedSchema {
  const { places } = terms
  if (!shape.seen) throw new Error('a shape that was never seen has no schema')
  const objects = shape.types.get('object')?.count ?? 0
  const values = enumerated(shape) ? byName(shape.values) : undefined
  const of = (name: string, field: Shape): ObservedSchema => {
    const inner = fieldIn(trees, name)
    return schemaOf(field, inner, terms, { of: objects, documented: inner.length > 0 })
  }
  const { [anyKey]: rest, ...properties } = Object.fromEntries(
    byName(shape.fields).map(([name, field]) => [name, of(name, field)]),
  )
  const required = Object.keys(properties).filter(
    (name) => objects >= terms.minCount && properties[name]?.['x-observed'].count === objects,
  )
  return {
    ...typeKeyword(shape),
    ...(values ? { enum: [...values.map(([value]) => value), ...(shape.types.has('null') ? [null] : [])] } : {}),
    ...textKeywords(shape),
    ...numberKeywords(shape),
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(rest ? { additionalProperties: rest } : {}),
    ...(shape.items ? { items: schemaOf(shape.items, itemsIn(trees), terms) } : {}),
    'x-observed': {
      ...places.json(shape.seen),
      ...parent,
      types: Object.fromEntries(byName(shape.types).map(([type, seen]) => [type, places.json(seen)])),
      ...(values ? { values: Object.fromEntries(values.map(([value, seen]) => [value, places.json(seen)])) } : {}),
      ...(shape.masked ? { masked: true as const } : {}),
    },
  }
}

/** A number is any number, whole or not. */
function typeKeyword({ types }: Shape): { readonly type: JsonType | readonly JsonType[] } {
  const names = byName(types)
    .map(([type]) => type)
    .filter((type) => type !== 'integer' || !types.has('number'))
  return { type: names.length === 1 ? (names[0] as JsonType) : names }
}

function textKeywords({ privacy, masked, formats, lengths }: Shape): object {
  if (masked || privacy === 'secret' || !lengths) return {}
  return {
    ...(formats?.[0] === undefined ? {} : keywordOf(formats[0])),
    minLength: lengths.min,
    maxLength: lengths.max,
  }
}

/** A number too large for a double, such as 1e999, is bounded by none. */
const numberKeywords = ({ privacy, numbers }: Shape): object =>
  privacy === 'open' && numbers && Number.isFinite(numbers.min) && Number.isFinite(numbers.max)
    ? { minimum: numbers.min, maximum: numbers.max }
    : {}

/** Few constants, each seen often enough to be one. */
function enumerated({ types, values, other, masked, privacy }: Shape): boolean {
  return (
    privacy === 'open' &&
    !masked &&
    !other &&
    values.size > 0 &&
    values.size <= mostValues &&
    [...values.values()].every(({ count }) => count >= leastSeen) &&
    [...types.keys()].every((type) => type === 'string' || type === 'null')
  )
}
