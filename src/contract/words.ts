import type { ErrorObject } from 'ajv'
import type { Tree } from './operation.ts'

export interface Worded {
  readonly statement: string | undefined
  readonly expected: string
  readonly actual: string
  /** What the schema says about the value, without its place: `a string`. */
  readonly says: string
  /** The value, without its place. */
  readonly was: string
  /** Arrays as `[]`, so that one cause reads the same at every position. */
  readonly path: string
  /** Last field name in the path. */
  readonly field: string
}

export interface Place {
  /** Path of the judged value within the body, arrays as `[]`. */
  readonly prefix?: string
  /** The same, with positions. */
  readonly at?: string
}

/** One Ajv error in plain English; undefined for an error that only wraps others. */
export function worded(error: ErrorObject, tree: Tree, place: Place = {}): Worded | undefined {
  // That one element is not what an array must hold somewhere is told by the error of the array.
  if (error.keyword === 'if' || error.schemaPath.includes('/contains/')) return undefined
  const missing = error.keyword === 'required' ? String(error.params['missingProperty']) : undefined
  const segments = [
    ...error.instancePath.split('/').slice(1).map(unescape),
    ...(missing === undefined ? [] : [missing]),
  ]
  const { node, path, at, field } = walk(segments, tree, place)
  const own = missing === undefined ? (error.parentSchema as Annotated | undefined) : undefined
  const says =
    own?.description ?? node?.says ?? error.message?.replace(/^must be /, '') ?? 'valid according to the schema'
  const show = error.keyword === 'contains' ? showElements : showShort
  const was = missing === undefined ? (node?.secret ? kind(error.data) : show(error.data)) : 'it is absent'
  const position = at === path ? '' : ` (at ${at})`
  return {
    statement: own?.['x-statements']?.[0] ?? node?.s[0],
    expected: `${path || 'the body'} is ${says}`,
    actual: `${was}${position}`,
    says,
    was,
    path,
    field,
  }
}

interface Annotated {
  readonly description?: string
  readonly 'x-statements'?: readonly string[]
}

/** A value as a finding shows it: one short line; arrays by length, objects by their keys. */
export function showShort(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of length ${value.length}`
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value)
    return keys.length === 0
      ? 'an empty object'
      : `an object with ${keys.slice(0, 8).join(', ')}${keys.length > 8 ? ', ...' : ''}`
  }
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 120 ? `${text.slice(0, 120)}...` : text
}

const elementsAtMost = 3

/** An array by what is in it. */
function showElements(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return showShort(value)
  const more = value.length - elementsAtMost
  return `an array with ${value.slice(0, elementsAtMost).map(showShort).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const kind = (value: unknown): string => {
  if (value === null) return 'null'
  if (value === '') return 'an empty string'
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`
}

const unescape = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')

function walk(segments: readonly string[], tree: Tree, place: Place) {
  let node: Tree | undefined = tree
  let path = place.prefix ?? ''
  let at = place.at ?? path
  let field = ''
  for (const segment of segments) {
    const items: Tree | undefined = node?.items
    const isIndex: boolean = items !== undefined && /^\d+$/.test(segment)
    node = isIndex ? items : (node?.props?.[segment] ?? node?.rest)
    if (!isIndex) field = segment
    path += isIndex ? '[]' : path ? `.${segment}` : segment
    at += isIndex ? `[${segment}]` : at ? `.${segment}` : segment
  }
  return { node, path, at, field }
}
