import { isObject } from '../../exchange/json.ts'

/** Returned by a change for a value that shall be absent. */
export const gone = Symbol('gone')

export interface JsonPlace {
  /** Such as `data[].<record>.subject`. */
  readonly path: string
  readonly value: unknown
  /** Id of the record that it stands in; empty outside of records. */
  readonly record: string
}

const deepest = 6

/** Every value of a document with its place. Array elements share one place; a DTO's key is `<record>`, so that resources share theirs. */
export function jsonPlaces(json: unknown): JsonPlace[] {
  const found: JsonPlace[] = []
  walk(json, '', '', 0, (place) => {
    found.push(place)
    return place.value
  })
  return found
}

/** The document with every value at that path changed; `gone` removes it. */
export function changedAt(
  json: unknown,
  path: string,
  fields: readonly string[],
  change: (value: unknown, place: JsonPlace) => unknown,
): unknown {
  return walk(json, '', '', 0, (place) =>
    collapsed(place.path, fields) === path ? change(place.value, place) : place.value,
  )
}

/** Fields of records that no request names share one place: there are many, and no check can have an opinion on one of them. */
export function collapsed(path: string, fields: readonly string[]): string {
  const at = path.indexOf('<record>.')
  if (at < 0) return path
  const start = at + '<record>.'.length
  const [field = '', ...below] = path.slice(start).split(/(?=[.[])/)
  const known = fields.includes(field)
  if (below.length === 0) return known ? path : `${path.slice(0, start)}<other>`
  const leaf = below.at(-1)?.replace(/^\./, '') ?? ''
  const name = known ? field : '<other>'
  return `${path.slice(0, start)}${name}${below.slice(0, -1).join('')}${leaf === '[]' || fields.includes(leaf) ? below.at(-1) : '.<other>'}`
}

function walk(
  value: unknown,
  path: string,
  record: string,
  depth: number,
  change: (place: JsonPlace) => unknown,
): unknown {
  const mine = path === '' ? value : change({ path, value, record })
  // What was changed is not looked into: places below belong to the value as it was.
  if (mine !== value || depth > deepest) return mine
  if (Array.isArray(value)) {
    const elements = value.map((element) => walk(element, `${path}[]`, record, depth + 1, change))
    return same(elements, value) ? value : elements.filter((element) => element !== gone)
  }
  if (!isObject(value)) return value
  const id = typeof value['id'] === 'string' && path.includes('<record>') ? value['id'] : record
  let altered = false
  const made: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    const name = path === 'data[]' && isObject(inner) ? '<record>' : key
    const now = walk(inner, path === '' ? name : `${path}.${name}`, idIn(inner) ?? id, depth + 1, change)
    altered ||= now !== inner
    if (now !== gone) made[key] = now
  }
  return altered ? made : value
}

const idIn = (value: unknown): string | undefined =>
  isObject(value) && typeof value['id'] === 'string' ? value['id'] : undefined

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, at) => value === b[at])
