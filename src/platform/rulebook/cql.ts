import { patternOf, strictPattern } from '../cql/pattern.ts'
import type { StoredRecord } from '../store/record.ts'

export type CriterionKind = 'text' | 'id' | 'number' | 'timestamp' | 'flag' | 'date'
export type Held = boolean | null
type Comparable = string | number | boolean

const holds: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

/** Compares two values of a kind; values without an order are only equal or not equal. */
export function strictOrder(a: Comparable, b: Comparable, kind: CriterionKind): number {
  if (kind === 'date') return Date.parse(String(a)) - Date.parse(String(b))
  if (kind === 'number' || kind === 'timestamp') return Number(a) - Number(b)
  if (kind === 'id') return plain(a) === plain(b) ? 0 : 1
  return a === b ? 0 : 1
}

const plain = (id: Comparable): string => String(id).replaceAll('-', '').toUpperCase()

/** Kleene's logic: one decisive part decides, else one unknown part leaves it unknown. */
export function strictJoin(operator: 'and' | 'or', parts: readonly Held[]): Held {
  const decisive = operator === 'or'
  return parts.includes(decisive) ? decisive : parts.includes(null) ? null : !decisive
}

export const strictComparison = (operator: string, order: number): boolean => holds[operator]?.(order) ?? false

/** The query language (A-CQL). */
export const cql = {
  // Reading
  query: (text: string): string => text,
  isKeyword: (written: string, word: string): boolean => written === word,
  negatesBare: (): boolean => false,
  groups: (): boolean => true,
  leftToRight: (): boolean => false,
  orFirst: (): boolean => false,
  deepest: (): number => Number.POSITIVE_INFINITY,
  longestList: (): number => Number.POSITIVE_INFINITY,
  limitStatus: (): number => 400,
  /** A quoted string, as used in a comparison or a list. */
  text: (written: string): string => written,
  /** The response to a refused query: a status, or the list without a filter. */
  refused: (_why: string): number | 'unfiltered' => 400,
  knowsOperator: (operator: string): boolean => operator !== '~',
  orders: (kind: CriterionKind): boolean => kind === 'number' || kind === 'timestamp' || kind === 'date',
  containsOn: (kind: CriterionKind | 'list'): boolean => kind === 'list',
  objectNeedsType: (): boolean => true,
  functionHolds: (): Held | 'refuse' => 'refuse',
  // Values
  /** The field that a simple criterion tests. */
  field: (name: string): string => name,
  order: strictOrder,
  compares: (operator: string, order: number, _kind: CriterionKind): Held => strictComparison(operator, order),
  /** A comparison with an unset value. */
  unset: (_operator: string, _written: string): Held => null,
  matches: (value: string, pattern: string, operator: 'like' | 'ilike'): Held =>
    patternOf(pattern, { ...strictPattern, anyCase: operator === 'ilike' }).test(value),
  matchesUnset: (): Held => null,
  among: (equal: readonly boolean[]): boolean => equal.includes(true),
  amongEqual: (value: Comparable, listed: Comparable, kind: CriterionKind, order: typeof strictOrder): boolean =>
    order(value, listed, kind) === 0,
  amongUnset: (): Held => null,
  /** `leads` tells whether a reference leads to a stored record. */
  isNull: (unset: boolean, _isReference: boolean, _value: unknown, _leads: () => boolean): boolean => unset,
  /** `former` are the elements before the last change. */
  contains: (list: readonly string[], value: string, _former: () => readonly string[]): Held => list.includes(value),
  me: (id: string | undefined): string | undefined => id,
  // Logic
  join: strictJoin,
  negate: (held: Held, _kind: string, _parts: readonly Held[]): Held => (held === null ? null : !held),
  // Links
  follows: <T>(found: T, _all: readonly T[]): T => found,
  linked: (held: Held): Held => held,
  linkedUnset: (): Held => null,
  /** `refer` tells that the linked records refer to this one; else it refers to them. */
  linkedMany: (held: readonly Held[], _refer: boolean): Held =>
    held.includes(true) ? true : held.includes(null) ? null : false,
  objectMatches: (isType: boolean, isId: boolean): boolean => isType && isId,
  // Result
  /** The records that a query looks at. */
  searched: (
    records: readonly StoredRecord[],
    _deleted: () => readonly StoredRecord[],
    _text: string,
  ): readonly StoredRecord[] => records,
  result: <T>(held: readonly T[], _all: readonly T[]): readonly T[] => held,
}

export const searchRules = { cql }
