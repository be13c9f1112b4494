import { isObject } from '../exchange/json.ts'

export type JsonObject = Readonly<Record<string, unknown>>

const isOf: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
  null: (value) => value === null,
}

/**
 * How an object breaks a JSON Schema, in words, as far as keywords say so that mean the same in every draft; a schema of another server is never
 * compiled. undefined: it complies, or nothing is said.
 */
export function breachOf(schema: JsonObject, value: JsonObject): string | undefined {
  const { required, properties, additionalProperties, patternProperties } = schema
  if (Array.isArray(required)) {
    const absent = required.find((name) => typeof name === 'string' && !(name in value))
    if (absent !== undefined) return `without ${String(absent)}, which is required`
  }
  const known = isObject(properties) ? properties : {}
  for (const [name, given] of Object.entries(value)) {
    const rule = known[name]
    if (rule === undefined && additionalProperties === false && patternProperties === undefined)
      return `${name}, which it does not have`
    if (!isObject(rule)) continue
    const types = [rule['type']].flat().flatMap((type) => (typeof type === 'string' ? [isOf[type]] : []))
    if (types.length > 0 && types.every((test) => test?.(given) === false)) return `${name} of another type`
    if (Array.isArray(rule['enum']) && typeof given !== 'object' && !rule['enum'].includes(given))
      return `${name} with a value that is none of its own`
  }
  return undefined
}
