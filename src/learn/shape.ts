import { fits, formatsOf } from './formats.ts'
import { anyKey, fieldName, isConstant, privacyOf, type Privacy } from './privacy.ts'
import { holdsPlaceholder } from '../redact/placeholder.ts'
import { again, once, tally, type Occurrences } from './seen.ts'

export type JsonType = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string'

interface Range {
  min: number
  max: number
}

/** What was seen at one place of JSON values; its size does not grow with the traffic. */
export interface Shape {
  readonly privacy: Privacy
  seen?: Occurrences
  readonly types: Map<JsonType, Occurrences>
  /** A placeholder was seen here, so nothing is written about its texts. */
  masked: boolean
  lengths?: Range
  numbers?: Range
  /** Formats that all texts so far have. */
  formats?: readonly string[]
  readonly values: Map<string, Occurrences>
  /** Texts that may not be written down, or are too many to be an enumeration. */
  other?: Occurrences
  readonly fields: Map<string, Shape>
  items?: Shape
}

export const newShape = (privacy: Privacy): Shape => ({
  privacy,
  types: new Map(),
  masked: false,
  values: new Map(),
  fields: new Map(),
})

export const mostValues = 12
const mostFields = 400
const deepest = 12

/** Adds a value to what was seen. */
export function addToShape(shape: Shape, value: unknown, at: string, depth = 0): void {
  const type = typeOf(value)
  shape.seen = again(shape.seen, once(at))
  tally(shape.types, type, at)
  if (typeof value === 'string') observeText(shape, value, at)
  else if (typeof value === 'number') shape.numbers = wider(shape.numbers, value)
  else if (depth >= deepest || typeof value !== 'object' || value === null) return
  else if (Array.isArray(value))
    for (const item of value) addToShape((shape.items ??= newShape(shape.privacy)), item, at, depth + 1)
  else for (const [key, inner] of Object.entries(value)) addToShape(fieldOf(shape, key), inner, at, depth + 1)
}

function fieldOf(shape: Shape, key: string): Shape {
  const plain = fieldName(key)
  const name = shape.fields.has(plain) || shape.fields.size < mostFields ? plain : anyKey
  let field = shape.fields.get(name)
  if (!field)
    shape.fields.set(
      name,
      (field = newShape(name === anyKey ? maskedBy(shape.privacy) : privacyOf(name, shape.privacy))),
    )
  return field
}

/** Keys are values here, so nothing is known about what they hold. */
export const maskedBy = (outer: Privacy): Privacy => (outer === 'secret' ? 'secret' : 'personal')

function observeText(shape: Shape, text: string, at: string): void {
  if (holdsPlaceholder(text)) shape.masked = true
  shape.lengths = wider(shape.lengths, codePoints(text))
  shape.formats = shape.formats ? shape.formats.filter((name) => fits(name, text)) : formatsOf(text)
  const known = shape.values.has(text)
  if (known || (shape.privacy === 'open' && isConstant(text) && shape.values.size < mostValues))
    tally(shape.values, text, at)
  else shape.other = again(shape.other, once(at))
}

const wider = (range: Range | undefined, value: number): Range => ({
  min: Math.min(range?.min ?? value, value),
  max: Math.max(range?.max ?? value, value),
})

/** Length as JSON Schema counts it. */
function codePoints(text: string): number {
  let count = text.length
  for (let at = 1; at < text.length; at += 1)
    if (isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))) {
      count -= 1
      at += 1
    }
  return count
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as JsonType
}
