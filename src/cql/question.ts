import { field as named, join, type Ast, type Value } from './ast.ts'
import { rowMatches as judgeAst, type Row } from './evaluate.ts'
import { print as printAst } from './print.ts'
import { allReadings, type Reading } from './readings.ts'

/**
 * A predicate as data. Values are positions of rows, resolved when it is asked: the same question works for any rows and
 * shrinks towards the first.
 */
export type Question =
  | { readonly compare: '=' | '!=' | '<' | '<=' | '>' | '>='; readonly field: string; readonly row: number }
  | {
      readonly pattern: 'like' | 'ilike'
      readonly field: string
      readonly row: number
      readonly from: number
      readonly length: number
      readonly left: boolean
      readonly right: boolean
    }
  | { readonly among: readonly number[]; readonly field: string }
  | { readonly unset: string }
  | { readonly all: readonly Question[] }
  | { readonly any: readonly Question[] }
  | { readonly not: Question }

/** Rows as a target shows them. */
export interface Sample {
  readonly rows: ReadonlyArray<{ readonly dto: Row }>
}

/** Fields of the sample record whose types the documents state. */
export const kinds = {
  text: ['subject', 'remarks'],
  flag: ['chargeableEfforts', 'chargeableMileages'],
  date: ['startDateTime'],
  stamp: ['lastChanged'],
  id: ['businessPartner'],
} as const

/** A value from the next row that has one without special characters. The meaning of a percent sign outside patterns is open. */
function valueAt({ rows }: Sample, field: string, position: number): Value {
  const values = rows
    .map(({ dto }) => dto[field])
    .filter((value) => value !== undefined && value !== null && !(typeof value === 'string' && /[%"\\_]/.test(value)))
  const value = values[position % Math.max(1, values.length)] ?? 'none'
  return typeof value === 'number'
    ? { number: value }
    : typeof value === 'boolean'
      ? { flag: value }
      : { text: String(value) }
}

/** A slice of a value; a wildcard is never next to another or to a literal percent sign, which would be ambiguous. */
function patternOf(
  sample: Sample,
  { field, row, from, length, left, right }: Extract<Question, { pattern: string }>,
): string {
  // By characters: half of one that UTF-16 writes in two is none.
  const value = [...String(sample.rows[row % sample.rows.length]?.dto[field] ?? 'abc')]
  const start = from % Math.max(1, value.length)
  const text = value
    .slice(start, start + 1 + length)
    .join('')
    .replace(/["\\]/g, '')
  return `${left && !text.startsWith('%') ? '%' : ''}${text.replaceAll('%', '%%')}${right && !text.endsWith('%') ? '%' : ''}`
}

/** The query for this question on these rows. */
export function toAst(question: Question, sample: Sample): Ast {
  if ('all' in question)
    return join(
      'AND',
      question.all.map((part) => toAst(part, sample)),
    )
  if ('any' in question)
    return join(
      'OR',
      question.any.map((part) => toAst(part, sample)),
    )
  if ('not' in question) return { kind: 'not', part: toAst(question.not, sample) }
  if ('unset' in question) return { kind: 'null', criterion: named(question.unset) }
  const criterion = named(question.field)
  if ('among' in question)
    return { kind: 'in', criterion, values: question.among.map((row) => valueAt(sample, question.field, row)) }
  if ('pattern' in question)
    return { kind: 'like', criterion, operator: question.pattern, pattern: patternOf(sample, question) }
  return {
    kind: 'compare',
    criterion,
    operator: question.compare,
    value: valueAt(sample, question.field, question.row),
  }
}

export const printed = (question: Question, sample: Sample): string => printAst(toAst(question, sample))

const judged = new WeakMap<Sample, WeakMap<Question, (row: Row) => boolean | undefined>>()

/** Whether a row must match, must not, or is left open, by all readings. */
export function judgeQuestion(
  question: Question,
  row: Row,
  sample: Sample,
  readings: readonly Reading[] = allReadings,
): boolean | undefined {
  const known = judged.get(sample) ?? new WeakMap<Question, (row: Row) => boolean | undefined>()
  judged.set(sample, known)
  const verdict = known.get(question) ?? judgeAst(toAst(question, sample), readings)
  known.set(question, verdict)
  return verdict(row)
}
