import { nodesOf, type Ast, type Value } from './ast.ts'

/** One lawful way to read what the documents leave open (A-CQL-19, A-CQL-24). */
export interface Reading {
  /** A comparison with an unset value is unknown, or false. */
  readonly unset: 'unknown' | 'false'
  /** An unset value differs from every value. */
  readonly differs: boolean
  readonly caseCounts: boolean
  /** %% also means % outside patterns. */
  readonly escapesEverywhere: boolean
  /** _ in a pattern matches one character. */
  readonly underscore: boolean
  /** Which of AND and OR binds first in an expression without parentheses; `none`: from left to right. */
  readonly bindsFirst: 'AND' | 'OR' | 'none'
  /** The result of a criterion whose value is not available, such as a field of another record. */
  readonly beyond: boolean
}

const both = [true, false] as const
const dimensions: { readonly [Name in keyof Reading]: ReadonlyArray<Reading[Name]> } = {
  unset: ['unknown', 'false'],
  differs: both,
  caseCounts: both,
  escapesEverywhere: both,
  underscore: both,
  bindsFirst: ['AND', 'OR', 'none'],
  beyond: both,
}

/** All readings. */
export const allReadings: readonly Reading[] = combined(Object.keys(dimensions) as Array<keyof Reading>)

function combined(names: ReadonlyArray<keyof Reading>): Reading[] {
  return names.reduce<Array<Partial<Reading>>>(
    (made, name) => made.flatMap((reading) => dimensions[name].map((value) => ({ ...reading, [name]: value }))),
    [{}],
  ) as Reading[]
}

const texts = (values: readonly Value[]): readonly string[] =>
  values.flatMap((value) => ('text' in value ? [value.text] : []))

/** The dimensions in which a query's answer can depend on the reading at all. */
function dimensionsOf(ast: Ast): ReadonlySet<keyof Reading> {
  const used = new Set<keyof Reading>()
  for (const node of nodesOf(ast)) {
    if (node.kind === 'not') used.add('unset')
    if (node.kind === 'join' && new Set(node.operators).size > 1) used.add('bindsFirst')
    if (
      node.kind === 'contains' ||
      ('criterion' in node && (node.criterion.path.length > 1 || node.criterion.resource !== undefined))
    )
      used.add('beyond')
    const values = node.kind === 'compare' ? [node.value] : node.kind === 'in' ? node.values : []
    if (node.kind === 'compare' && node.operator === '!=') used.add('differs')
    if (values.some((value) => 'me' in value)) used.add('beyond')
    if (texts(values).some((text) => /[a-z]/i.test(text))) used.add('caseCounts')
    if (texts(values).some((text) => text.includes('%%'))) used.add('escapesEverywhere')
    if (node.kind === 'like' && node.pattern.includes('_')) used.add('underscore')
    if (node.kind === 'like' && /%{3,}/.test(node.pattern)) used.add('beyond')
  }
  return used
}

/** Merges readings that differ in nothing the query depends on. */
export function distinct(readings: readonly Reading[], ast: Ast): readonly Reading[] {
  const used = [...dimensionsOf(ast)]
  const seen = new Map<string, Reading>()
  for (const reading of readings) {
    const key = used.map((name) => String(reading[name])).join()
    if (!seen.has(key)) seen.set(key, reading)
  }
  return [...seen.values()]
}
