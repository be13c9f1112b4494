import { formatNamed } from './formats.ts'
import type { Places } from './places.ts'
import { anyKey, privacyOf, type Privacy } from './privacy.ts'
import type { ObservedSchema } from './schema-of.ts'
import { maskedBy, newShape, type JsonType, type Shape } from './shape.ts'

/** The shape that a schema of an overlay was written from, as far as the overlay says. */
export function shapeOf(schema: ObservedSchema, privacy: Privacy, places: Places): Shape {
  const shape = newShape(privacy)
  const observed = schema['x-observed']
  shape.seen = places.seen(observed)
  for (const [type, seen] of Object.entries(observed.types)) shape.types.set(type as JsonType, places.seen(seen))
  const texts = shape.types.get('string')
  if (texts) {
    shape.masked = observed.masked === true
    if (schema.minLength !== undefined && schema.maxLength !== undefined)
      shape.lengths = { min: schema.minLength, max: schema.maxLength }
    const format = formatNamed(schema)
    shape.formats = format === undefined ? [] : [format]
    for (const [value, seen] of Object.entries(observed.values ?? {})) shape.values.set(value, places.seen(seen))
    // Values too rare to be written are lost, so the list is not known to be complete.
    if (!observed.values) shape.other = texts
  }
  if (schema.minimum !== undefined && schema.maximum !== undefined)
    shape.numbers = { min: schema.minimum, max: schema.maximum }
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    shape.fields.set(name, shapeOf(inner, privacyOf(name, privacy), places))
  if (schema.additionalProperties)
    shape.fields.set(anyKey, shapeOf(schema.additionalProperties, maskedBy(privacy), places))
  if (schema.items) shape.items = shapeOf(schema.items, privacy, places)
  return shape
}
