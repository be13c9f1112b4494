import { isMoment, momentOf } from '../exchange/moment.ts'
import type { Ast, Comparison, Join, Value } from './ast.ts'
import { allReadings, distinct, type Reading } from './readings.ts'

export type Row = Readonly<Record<string, unknown>>
type Held = boolean | null
type Test = (row: Row) => Held

/** True if the row matches in every reading, false if it matches in none, undefined if the readings differ. */
export function rowMatches(ast: Ast, readings: readonly Reading[] = allReadings): (row: Row) => boolean | undefined {
  const tests = distinct(readings, ast).map((reading) => compile(ast, reading))
  return (row) => {
    const first = tests[0]?.(row) === true
    for (let next = 1; next < tests.length; next += 1) if ((tests[next]?.(row) === true) !== first) return undefined
    return first
  }
}

/** A query as a test of a row, in one reading. */
export function compile(ast: Ast, reading: Reading): Test {
  switch (ast.kind) {
    case 'join':
      return bound(ast, reading)
    case 'not': {
      const part = compile(ast.part, reading)
      return (row) => {
        const held = part(row)
        return held === null ? null : !held
      }
    }
    case 'null':
      return at(
        ast.criterion.path,
        reading,
        (value) => value === null,
        () => true,
      )
    case 'contains':
      return () => reading.beyond
    case 'like': {
      if (/%{3,}/.test(ast.pattern)) return () => reading.beyond
      const pattern = patternOf(ast.pattern, ast.operator === 'ilike', reading)
      return at(ast.criterion.path, reading, (value) => pattern.test(String(value)))
    }
    case 'in': {
      if (ast.values.some((value) => 'me' in value)) return () => reading.beyond
      const wanted = ast.values.map((value) => plainOf(value, reading))
      return at(ast.criterion.path, reading, (value) => wanted.some((one) => order(value, one, reading) === 0))
    }
    case 'compare': {
      if ('me' in ast.value || ast.criterion.resource !== undefined) return () => reading.beyond
      const wanted = plainOf(ast.value, reading)
      const holds = comparisons[ast.operator]
      return at(
        ast.criterion.path,
        reading,
        (value) => holds(order(value, wanted, reading)),
        ast.operator === '!=' && reading.differs ? () => true : undefined,
      )
    }
  }
}

function at(path: readonly string[], reading: Reading, test: (value: unknown) => boolean, unset?: () => boolean): Test {
  const [name = ''] = path
  if (path.length > 1) return () => reading.beyond
  const without = reading.unset === 'unknown' ? null : false
  return (row) => {
    const value = row[name]
    return value === null || value === undefined ? (unset ? unset() : without) : test(value)
  }
}

function bound({ operators, parts }: Join, reading: Reading): Test {
  const tests = parts.map((part) => compile(part, reading))
  if (new Set(operators).size === 1) return joined(operators[0] === 'OR', tests)
  if (reading.bindsFirst === 'none')
    return tests
      .slice(1)
      .reduce<Test>((left, right, position) => joined(operators[position] === 'OR', [left, right]), tests[0] as Test)
  const isLooseOr = reading.bindsFirst === 'AND'
  const groups: Test[][] = [[tests[0] as Test]]
  operators.forEach((operator, position) => {
    const next = tests[position + 1] as Test
    if ((operator === 'OR') === isLooseOr) groups.push([next])
    else groups.at(-1)?.push(next)
  })
  return joined(
    isLooseOr,
    groups.map((group) => joined(!isLooseOr, group)),
  )
}

/** Kleene's logic: one `decisive` part decides, else one unknown part leaves it unknown. */
const joined =
  (decisive: boolean, tests: readonly Test[]): Test =>
  (row) => {
    let unknown = false
    for (const test of tests) {
      const held = test(row)
      if (held === decisive) return decisive
      if (held === null) unknown = true
    }
    return unknown ? null : !decisive
  }

const comparisons: Readonly<Record<Comparison, (difference: number) => boolean>> = {
  '=': (difference) => difference === 0,
  '!=': (difference) => difference !== 0,
  '<': (difference) => difference < 0,
  '<=': (difference) => difference <= 0,
  '>': (difference) => difference > 0,
  '>=': (difference) => difference >= 0,
}

function plainOf(value: Value, { escapesEverywhere }: Reading): string | number | boolean {
  if ('text' in value) return escapesEverywhere ? value.text.replaceAll('%%', '%') : value.text
  return 'number' in value ? value.number : 'flag' in value ? value.flag : ''
}

const guid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i

/** Compares by type: numbers by value, date-times by instant, ids without dashes and case, strings as the reading says. */
function order(value: unknown, wanted: string | number | boolean, { caseCounts }: Reading): number {
  if (typeof wanted === 'number') return Number(value) - wanted
  if (typeof wanted === 'boolean') return value === wanted ? 0 : 1
  const text = String(value)
  if (text === wanted) return 0
  if (isMoment(wanted) && isMoment(text)) return momentOf(text) - momentOf(wanted)
  if (guid.test(wanted) && guid.test(text)) return plain(text) === plain(wanted) ? 0 : 1
  return !caseCounts && text.toLowerCase() === wanted.toLowerCase() ? 0 : 1
}

const plain = (id: string): string => id.replaceAll('-', '').toUpperCase()

/** A pattern over the whole value: % matches any characters, %% one percent sign. */
function patternOf(pattern: string, anyCase: boolean, { underscore }: Reading): RegExp {
  const pieces = pattern.match(/%%|%|_|[^%_]+/g) ?? []
  const body = pieces
    .map((piece) =>
      piece === '%%'
        ? '%'
        : piece === '%'
          ? '.*'
          : piece === '_' && underscore
            ? '.'
            : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('')
  return new RegExp(`^${body}$`, anyCase ? 'is' : 's')
}
