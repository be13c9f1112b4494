import type { Kind } from '../resources.ts'
import { resources } from '../resources.ts'
import type { Criterion, Expression, Literal } from './cql-parse.ts'
import { badQuery, parseQueryLanguage } from './cql-parse.ts'
import type { Row, Source, Values } from './model.ts'
import { inverseOf, kindOf, linkOf, valueOf } from './model.ts'

export type Test = (row: Row) => boolean
interface Reading {
  readonly kind: Kind
  readonly values: (row: Row) => readonly unknown[]
}

/** Choice: an object reference of another type than the one asked for counts as null. */
function embedded(
  resource: string,
  [field = '', part = '', ...rest]: readonly string[],
  type: string | undefined,
): Reading {
  const kind = kindOf(resource, field)
  if (typeof kind !== 'object' || !('inline' in kind) || !kind.inline.includes(part) || rest.length > 0)
    throw badQuery(field)
  const isReference = part === 'objectId'
  if (isReference !== (type !== undefined) || (type !== undefined && !Object.hasOwn(resources, type)))
    throw badQuery(`${field}.${part}`)
  const objects = (row: Row) =>
    (kind.many ? (row.values[field] ?? []) : row.values[field] == null ? [] : [row.values[field]]) as Values[]
  return {
    kind: kind.many ? 'any' : 'text',
    values: (row) =>
      objects(row)
        .filter((one) => type === undefined || one['objectType'] === type)
        .map((one) => one[part] ?? null),
  }
}

function reading(source: Source, resource: string, { path, type }: Criterion): Reading {
  const [field = '', ...rest] = path
  const link = linkOf(source, resource, field)
  if (rest.length > 0 && link) {
    const inner = reading(source, link.to, { path: rest, ...(type !== undefined && { type }) })
    return { kind: inner.kind, values: (row) => link.rows(row).flatMap(inner.values) }
  }
  if (rest.length > 0) return embedded(resource, path, type)
  const kind = kindOf(resource, field)
  // Choice: every list is a Collection, none can be compared or asked for null; CONTAINS serves them.
  if (type !== undefined || kind === undefined || kind === 'list' || (typeof kind === 'object' && !('ref' in kind)))
    throw badQuery(field)
  return { kind: typeof kind === 'object' ? 'text' : kind, values: (row) => [valueOf(row, field, kind)] }
}

/** Choice: %% is a percent sign outside patterns too, and = and in do not mind letter case. */
const plain = (text: string) => text.replaceAll('%%', '%').toLowerCase()
const folded = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)

function operand(kind: Kind, literal: Literal, me: string): unknown {
  if ('me' in literal) return me.toLowerCase()
  if (kind === 'time' || kind === 'number') {
    if ('number' in literal) return literal.number
    const moment = 'text' in literal && /^\d{4}-\d\d-\d\dT.*Z$/.test(literal.text) ? Date.parse(literal.text) : NaN
    if (Number.isNaN(moment)) throw badQuery('a number or date-time')
    return moment
  }
  if (kind === 'flag' && 'flag' in literal) return literal.flag
  if ((kind === 'text' || kind === 'any') && 'text' in literal) return plain(literal.text)
  if (kind === 'any' && 'number' in literal) return literal.number
  throw badQuery('a value of the kind of the field')
}

const comparable = (kind: Kind, value: unknown) =>
  kind === 'time' && typeof value === 'string' ? Date.parse(value) : folded(value)

/** Choice: _ stands for one character. */
function pattern(text: string, flags: string): RegExp {
  const source = text.replace(/%%|[\s\S]/g, (piece) => {
    if (piece === '%%') return '%'
    if (piece === '%') return '.*'
    return piece === '_' ? '.' : piece.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  })
  return new RegExp(`^${source}$`, flags)
}

function matcher(kind: Kind, op: string, values: readonly Literal[], me: string): (value: unknown) => boolean {
  if (op === 'like' || op === 'ilike') {
    const [literal] = values
    if ((kind !== 'text' && kind !== 'any') || literal === undefined || !('text' in literal)) throw badQuery(op)
    const wanted = pattern(literal.text, op === 'like' ? 'su' : 'sui')
    return (value) => typeof value === 'string' && wanted.test(value)
  }
  if (/[<>]/.test(op) && kind !== 'number' && kind !== 'time') throw badQuery(op)
  const operands = values.map((literal) => operand(kind, literal, me))
  const [first] = operands as number[]
  return (raw) => {
    const value = comparable(kind, raw) as number
    if (op === '=' || op === 'in') return raw !== null && operands.includes(value)
    // Choice: two values of truth only, so null differs from every value, and a negation is the complement.
    if (op === '!=') return raw === null || value !== first
    if (raw === null || first === undefined) return false
    return op === '>' ? value > first : op === '<' ? value < first : op === '>=' ? value >= first : value <= first
  }
}

function contains(source: Source, resource: string, { path, type }: Criterion, value: Literal): Test {
  const [field = ''] = path
  const kind = kindOf(resource, field)
  const inverse = inverseOf(resource, field) ? linkOf(source, resource, field) : undefined
  const many = kind === 'list' || (typeof kind === 'object' && ('refs' in kind || ('inline' in kind && kind.many)))
  if (path.length !== 1 || type !== undefined || (!many && !inverse)) throw badQuery(`CONTAINS(${path.join('.')})`)
  const wanted = operand('any', value, source.me)
  const held = (one: unknown): unknown[] => (typeof one === 'object' && one !== null ? Object.values(one) : [one])
  return (row) =>
    (inverse ? inverse.rows(row).map((one) => one.id) : ((row.values[field] ?? []) as unknown[]))
      .flatMap(held)
      .some((one) => folded(one) === wanted)
}

function compile(source: Source, resource: string, expression: Expression): Test {
  if ('join' in expression) {
    const [left, right] = [compile(source, resource, expression.left), compile(source, resource, expression.right)]
    return expression.join === 'AND' ? (row) => left(row) && right(row) : (row) => left(row) || right(row)
  }
  if ('not' in expression) {
    const inner = compile(source, resource, expression.not)
    return (row) => !inner(row)
  }
  if ('contains' in expression) return contains(source, resource, expression.contains, expression.value)
  const { kind, values } = reading(source, resource, expression.criterion)
  if (expression.op === 'is') return (row) => values(row).every((value) => value === null)
  const matches = matcher(kind, expression.op, expression.values, source.me)
  // Choice: a link to many holds when one of them does; a link to nobody is null.
  return (row) => {
    const found = values(row)
    return found.length === 0 ? matches(null) : found.some(matches)
  }
}

export const queryTest = (source: Source, resource: string, text: string): Test =>
  compile(source, resource, parseQueryLanguage(text))
