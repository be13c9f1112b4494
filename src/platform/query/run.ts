import type { Dto } from '../data/dto.ts'
import type { Resource } from '../data/resource.ts'
import { dtoBody } from '../data/show.ts'
import type { House } from '../house.ts'
import { asShownIn } from '../store/as-of.ts'
import { plainId } from '../store/record.ts'
import type { Store } from '../store/store.ts'
import { StatementRefused, type Condition, type Path, type Statement, type Value } from './parse.ts'

/** One record per alias, as its DTO shows it. */
export type Row = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface StatementContext {
  readonly house: House
  readonly store: Store
  /** DTO version of each readable resource; throws StatementRefused for others. */
  dtoOf(resource: Resource): Dto
}

/** The rows of a statement before projection. */
export function rowsOf(statement: Statement, asking: StatementContext): readonly Row[] {
  const from = resourceNamed(statement.resource, asking)
  const aliases = new Map([[statement.alias, from]])
  let rows: readonly Row[] = all(from, asking).map((body) => ({ [statement.alias]: body }))
  for (const { resource, alias, on } of statement.joins) {
    const other = resourceNamed(resource, asking)
    if (aliases.has(alias)) throw new StatementRefused(`the alias ${alias} is taken`)
    aliases.set(alias, other)
    const [near, far] = on[0].alias === alias ? [on[1], on[0]] : [on[0], on[1]]
    known(near, aliases)
    known(far, aliases)
    const bodies = all(other, asking)
    rows = rows.flatMap((row) =>
      bodies
        .filter((body) => same(row[near.alias]?.[near.field], body[far.field]))
        .map((body) => ({ ...row, [alias]: body })),
    )
  }
  for (const path of [
    ...statement.columns.filter(({ field }) => field !== '*'),
    ...statement.order,
    ...pathsIn(statement.where),
  ])
    known(path, aliases)
  for (const { alias } of statement.columns)
    if (!aliases.has(alias)) throw new StatementRefused(`there is no alias ${alias}`)
  const { where } = statement
  const kept = where ? rows.filter((row) => holds(where, row) === true) : rows
  const sorted = statement.order.length === 0 ? kept : kept.toSorted((one, other) => compareBy(statement, one, other))
  const start = statement.offset ?? 0
  return sorted.slice(start, statement.limit === null ? undefined : start + statement.limit)
}

function resourceNamed(name: string, { house }: StatementContext): Resource {
  const found = house.world.resources.get(name)
  if (!found) throw new StatementRefused(`there is no resource ${name}`)
  return found
}

const all = (resource: Resource, { house, store, dtoOf }: StatementContext) => {
  const dto = dtoOf(resource)
  return asShownIn('query', store, house)
    .table(resource.name)
    .all()
    .filter(({ inBatch = false }) => house.rules.query.sees(inBatch))
    .map((record) => dtoBody(record, { house, resource, dto, place: 'row' }))
}

function known({ alias, field }: Path, aliases: ReadonlyMap<string, Resource>): void {
  const resource = aliases.get(alias)
  if (!resource) throw new StatementRefused(`there is no alias ${alias}`)
  const { fields } = resource
  if (
    !['id', 'externalId', 'lastChanged', 'lastChangedBy'].includes(field) &&
    (fields[field] === undefined || fields[field].writeOnly)
  )
    throw new StatementRefused(`${resource.name} has no field ${field}`)
}

function pathsIn(condition: Condition | null): Path[] {
  if (condition === null) return []
  if ('any' in condition) return condition.any.flatMap(pathsIn)
  if ('all' in condition) return condition.all.flatMap(pathsIn)
  return 'not' in condition ? pathsIn(condition.not) : [condition.path]
}

/** SQL's three-valued logic: a comparison with an unset value is neither true nor false. */
function holds(condition: Condition, row: Row): boolean | null {
  if ('any' in condition) {
    const held = condition.any.map((part) => holds(part, row))
    return held.includes(true) ? true : held.includes(null) ? null : false
  }
  if ('all' in condition) {
    const held = condition.all.map((part) => holds(part, row))
    return held.includes(false) ? false : held.includes(null) ? null : true
  }
  if ('not' in condition) {
    const held = holds(condition.not, row)
    return held === null ? null : !held
  }
  const value = row[condition.path.alias]?.[condition.path.field] ?? null
  if ('unset' in condition) return (value === null) === condition.unset
  if (value === null) return null
  if ('among' in condition) return condition.among.some((one) => same(value, one))
  if ('pattern' in condition)
    return (
      typeof value === 'string' &&
      new RegExp(
        `^${condition.pattern
          .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('%', '.*')
          .replaceAll('_', '.')}$`,
        's',
      ).test(value)
    )
  return compares(condition.operator, value as Value, condition.value)
}

function compares(operator: string, value: Value, other: Value): boolean {
  if (operator === '=') return same(value, other)
  if (operator === '!=') return !same(value, other)
  if (typeof value !== typeof other) return false
  return { '<': value < other, '<=': value <= other, '>': value > other, '>=': value >= other }[operator] ?? false
}

const guid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i
const same = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && guid.test(one)
    ? plainId(one) === plainId(other)
    : one !== null && one !== undefined && one === other

function compareBy({ order }: Statement, one: Row, other: Row): number {
  for (const { alias, field, direction } of order) {
    const [a, b] = [one[alias]?.[field] ?? null, other[alias]?.[field] ?? null] as [Value | null, Value | null]
    const compared = a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1
    if (compared !== 0) return direction === 'desc' ? -compared : compared
  }
  return 0
}
