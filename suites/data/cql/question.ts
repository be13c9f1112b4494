import { plainId } from '../../../src/kit/index.ts'
import { quoted } from './asks.ts'
import type { Row, Table } from './table.ts'

/**
 * A predicate as data. Values are positions of rows, looked up when it is asked: the same question can be put to any table,
 * and shrinks towards the first row.
 */
export type Question =
  | { readonly compare: '=' | '!=' | '<' | '<=' | '>' | '>='; readonly field: string; readonly row: number }
  | { readonly pattern: 'like' | 'ilike'; readonly field: string; readonly row: number; readonly from: number; readonly length: number; readonly left: boolean; readonly right: boolean }
  | { readonly among: readonly number[]; readonly field: string }
  | { readonly unset: string }
  | { readonly all: readonly Question[] }
  | { readonly any: readonly Question[] }
  | { readonly not: Question }

export const kinds = {
  text: ['subject', 'remarks'], flag: ['chargeableEfforts', 'chargeableMileages'], date: ['startDateTime'], stamp: ['lastChanged'], id: ['businessPartner'],
} as const
const isText = (field: string) => (kinds.text as readonly string[]).includes(field)
const isBare = (field: string) => field === 'lastChanged' || (kinds.flag as readonly string[]).includes(field)

/** A value of some row: the next row that has one which can be written plainly. A percent sign outside patterns is open. */
function valueAt({ rows }: Table, field: string, position: number): unknown {
  const values = rows.map(({ dto }) => dto[field]).filter((value) => value !== undefined && value !== null && !(typeof value === 'string' && /[%"\\_]/.test(value)))
  return values[position % Math.max(1, values.length)] ?? 'none'
}

const literal = (field: string, value: unknown): string => (isBare(field) ? String(value) : quoted(value))

interface Pattern { readonly text: string; readonly left: boolean; readonly right: boolean }

/** A slice of a value; a wildcard never stands beside another or beside a literal percent sign, where it could be read two ways. */
function patternOf(table: Table, { field, row, from, length, left, right }: Extract<Question, { pattern: string }>): Pattern {
  const value = String(table.rows[row % table.rows.length]?.dto[field] ?? 'abc')
  const start = from % Math.max(1, value.length)
  const text = value.slice(start, start + 1 + length)
  return { text, left: left && !text.startsWith('%'), right: right && !text.endsWith('%') }
}

/** The text of a question: only forms that the documents show, mixed levels always in parentheses. */
export function print(question: Question, table: Table): string {
  if ('compare' in question) return `${question.field} ${question.compare} ${literal(question.field, valueAt(table, question.field, question.row))}`
  if ('among' in question) return `${question.field} in (${question.among.map((row) => literal(question.field, valueAt(table, question.field, row))).join(', ')})`
  if ('unset' in question) return `${question.unset} is null`
  if ('not' in question) return `!(${print(question.not, table)})`
  if ('pattern' in question) {
    const { text, left, right } = patternOf(table, question)
    return `${question.field} ${question.pattern} "${left ? '%' : ''}${text.replaceAll('%', '%%')}${right ? '%' : ''}"`
  }
  const [parts, word] = 'all' in question ? [question.all, ' AND '] : [question.any, ' OR ']
  return parts.map((part) => ('all' in part || 'any' in part ? `(${print(part, table)})` : print(part, table))).join(word)
}

/** One lawful way to read what the documents leave open. */
interface Reading { readonly nulls: 'unknown' | 'differ' | 'false'; readonly caseCounts: boolean }
const readings: readonly Reading[] = (['unknown', 'differ', 'false'] as const).flatMap((nulls) => [true, false].map((caseCounts) => ({ nulls, caseCounts })))

/** True or false where every reading agrees, else undefined. */
export function judge(question: Question, row: Row, table: Table): boolean | undefined {
  const seen = new Set(readings.map((reading) => evaluate(question, row, table, reading) === true))
  return seen.size === 1 ? seen.has(true) : undefined
}

function evaluate(question: Question, row: Row, table: Table, reading: Reading): boolean | null {
  if ('all' in question) return both(question.all.map((part) => evaluate(part, row, table, reading)), false)
  if ('any' in question) return both(question.any.map((part) => evaluate(part, row, table, reading)), true)
  if ('not' in question) { const held = evaluate(question.not, row, table, reading); return held === null ? null : !held }
  if ('unset' in question) return (row.dto[question.unset] ?? null) === null
  const value = row.dto[question.field] ?? null
  if (value === null) {
    if (reading.nulls === 'unknown') return null
    return reading.nulls === 'differ' && 'compare' in question && question.compare === '!='
  }
  if ('pattern' in question) {
    const { text, left, right } = patternOf(table, question)
    return fits(String(value), text, left, right, question.pattern === 'ilike')
  }
  if ('among' in question) return question.among.some((position) => order(question.field, value, valueAt(table, question.field, position), reading) === 0)
  const compared = order(question.field, value, valueAt(table, question.field, question.row), reading)
  return { '=': compared === 0, '!=': compared !== 0, '<': compared < 0, '<=': compared <= 0, '>': compared > 0, '>=': compared >= 0 }[question.compare]
}

/** Kleene's logic: one `decisive` part decides, else one unknown part leaves it unknown. */
const both = (parts: readonly (boolean | null)[], decisive: boolean): boolean | null =>
  (parts.includes(decisive) ? decisive : parts.includes(null) ? null : !decisive)

function order(field: string, value: unknown, other: unknown, { caseCounts }: Reading): number {
  if (field === 'startDateTime') return Date.parse(String(value)) - Date.parse(String(other))
  if (field === 'lastChanged') return Number(value) - Number(other)
  const form = (one: unknown) => (field === 'businessPartner' ? plainId(String(one)) : isText(field) && !caseCounts ? String(one).toLowerCase() : String(one))
  return form(value) === form(other) ? 0 : 1
}

function fits(value: string, text: string, left: boolean, right: boolean, anyCase: boolean): boolean {
  const [whole, part] = anyCase ? [value.toLowerCase(), text.toLowerCase()] : [value, text]
  if (left && right) return whole.includes(part)
  if (left) return whole.endsWith(part)
  return right ? whole.startsWith(part) : whole === part
}
