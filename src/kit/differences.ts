import { isDeepStrictEqual } from 'node:util'
import type { DifferingPart } from '../verdict/differing-part.ts'

const told = 3
const longest = 60

/** A value on one line, texts in quotes. */
function short(value: unknown): string {
  const text = value === undefined ? 'nothing' : Number.isNaN(value) ? 'NaN' : (JSON.stringify(value) ?? String(value))
  return text.length > longest ? `${text.slice(0, longest)}...` : text
}

const isBranch = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The first places where two values differ, the deepest that both have; `at` is the path from the root, or `what` for the root itself. */
export function differences(what: string, expected: unknown, actual: unknown): readonly DifferingPart[] {
  const found: DifferingPart[] = []
  const visit = (path: string, one: unknown, other: unknown): void => {
    if (found.length >= told || isDeepStrictEqual(one, other)) return
    if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other)) {
      found.push({ at: path === '' ? what : path, expected: short(one), actual: short(other) })
      return
    }
    if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) {
      found.push({ at: `number of ${path === '' ? what : path}`, expected: `${one.length}`, actual: `${other.length}` })
      return
    }
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
      visit(Array.isArray(one) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`, one[key], other[key])
  }
  visit('', expected, actual)
  return found
}
