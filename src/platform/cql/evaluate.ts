import { catalogue, resourceOfType } from '../data/catalogue.ts'
import { inverseOf, referringTo } from '../data/inverse.ts'
import type { Kind, Resource } from '../data/resource.ts'
import type { CriterionKind, Held } from '../rulebook/cql.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'
import { plainId, type StoredRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'
import { QueryRefused, type Criterion, type Literal, type Node } from './node.ts'

export interface CriterionContext {
  readonly rules: Rulebook
  readonly store: Store
  readonly me: string | undefined
}
type Test = (record: StoredRecord) => Held
type Place = {
  readonly kind: CriterionKind | 'list'
  readonly to?: string
  readonly isReference?: boolean
  value(record: StoredRecord): unknown
}

/** Turns a query into a test of one record; throws QueryRefused if the resource cannot be queried this way. */
export function compile(node: Node, resource: Resource, asking: CriterionContext): Test {
  const { cql } = asking.rules
  switch (node.kind) {
    case 'and':
    case 'or': {
      const parts = node.parts.map((part) => compile(part, resource, asking))
      return (record) =>
        cql.join(
          node.kind,
          parts.map((part) => part(record)),
        )
    }
    case 'not': {
      const inner = compile(node.part, resource, asking)
      const parts =
        node.part.kind === 'and' || node.part.kind === 'or'
          ? node.part.parts.map((part) => compile(part, resource, asking))
          : []
      return (record) =>
        cql.negate(
          inner(record),
          node.part.kind,
          parts.map((part) => part(record)),
        )
    }
    case 'function': {
      const held = cql.functionHolds()
      if (held === 'refuse') throw new QueryRefused('function', `there is no function ${node.name}()`)
      return () => held
    }
    default:
      return onCriterion(node, node.criterion, resource, asking)
  }
}

type Predicate = Exclude<Node, { kind: 'and' | 'or' | 'not' | 'function' }>

function onCriterion(node: Predicate, criterion: Criterion, resource: Resource, asking: CriterionContext): Test {
  const [name = '', ...rest] = criterion.path
  const kind = resource.fields[name]?.kind
  if (typeof kind === 'object' && 'inlined' in kind) return onObject(node, criterion, name, kind, asking)
  if (criterion.resource !== undefined) throw new QueryRefused('field', `${criterion.path.join('.')} takes no resource`)
  if (rest.length === 0) return predicate(node, placeOf(asking.rules.cql.field(name), resource), asking)
  const inverse = inverseOf(name, resource)
  const to =
    typeof kind === 'object'
      ? 'reference' in kind
        ? kind.reference
        : 'references' in kind
          ? kind.references
          : undefined
      : inverse?.resource
  const target = to === undefined ? undefined : catalogue.get(to)
  if (!target) throw new QueryRefused('below', `${name} does not lead to a record`)
  const inner = onCriterion(node, { path: rest }, target, asking)
  const table = asking.store.table(target.name)
  const { cql } = asking.rules
  const follow = (id: unknown): Held => {
    const found = typeof id === 'string' ? table.byId(id) : undefined
    return found ? inner(cql.follows(found, table.all())) : cql.linkedUnset()
  }
  if (typeof kind === 'object' && 'reference' in kind)
    return (record) =>
      cql.linked((record.fields[name] ?? null) === null ? cql.linkedUnset() : follow(record.fields[name]))
  if (inverse) {
    const referring = referringTo(table, inverse.field)
    return (record) => cql.linkedMany(referring(record).map(inner), true)
  }
  return (record) => cql.linkedMany(listOf(record.fields[name]).map(follow), false)
}

function onObject(
  node: Predicate,
  criterion: Criterion,
  name: string,
  kind: Extract<Kind, { inlined: unknown }>,
  { rules, me }: CriterionContext,
): Test {
  const { pointer } = kind.inlined
  const [, field, ...more] = criterion.path
  if (!pointer || field !== pointer.id || more.length > 0)
    throw new QueryRefused('field', `${criterion.path.join('.')} is not a valid criterion`)
  if ((criterion.resource === undefined || criterion.resource === '') && rules.cql.objectNeedsType())
    throw new QueryRefused('object', `${name}.${field} needs its resource in parentheses`)
  if (criterion.resource && !catalogue.has(criterion.resource))
    throw new QueryRefused('object', `there is no resource ${criterion.resource}`)
  if (node.kind !== 'compare' || node.operator !== '=')
    throw new QueryRefused('object', `${name}.${field} can only be compared with =`)
  const wanted = String(literalOf(node.value, 'id', { rules, me }))
  return (record) => {
    const object = record.fields[name] as Readonly<Record<string, unknown>> | null | undefined
    if (!object) return null
    const isType = !criterion.resource || resourceOfType(object[pointer.type]) === criterion.resource
    return rules.cql.objectMatches(
      isType,
      typeof object[pointer.id] === 'string' && plainId(object[pointer.id] as string) === plainId(wanted),
    )
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function placeOf(name: string, resource: Resource): Place {
  if (name === 'id') return { kind: 'id', isReference: false, value: ({ id }) => id }
  if (name === 'externalId') return { kind: 'text', value: ({ externalId }) => externalId }
  if (name === 'lastChanged') return { kind: 'timestamp', value: ({ lastChanged }) => lastChanged }
  if (name === 'lastChangedBy') return { kind: 'id', value: ({ lastChangedBy }) => lastChangedBy }
  const kind = resource.fields[name]?.kind
  const value = ({ fields }: StoredRecord) => fields[name]
  if (kind === 'string') return { kind: 'text', value }
  if (kind === 'boolean') return { kind: 'flag', value }
  if (kind === 'dateTime') return { kind: 'date', value }
  if (kind === 'number') return { kind: 'number', value }
  if (typeof kind === 'object' && 'reference' in kind)
    return { kind: 'id', to: kind.reference, isReference: true, value }
  if (typeof kind === 'object' && 'references' in kind) return { kind: 'list', value }
  if (kind === undefined) throw new QueryRefused('field', `${resource.name} has no field ${name}`)
  throw new QueryRefused('collection', `${name} cannot be queried`)
}

function predicate(node: Predicate, place: Place, asking: CriterionContext): Test {
  const { cql } = asking.rules
  const { kind } = place
  if (node.kind === 'contains') {
    if (!cql.containsOn(kind)) throw new QueryRefused('contains', 'CONTAINS works only on lists of identifiers')
    const value = plainId(String(literalOf(node.value, 'id', asking)))
    const elements = (record: StoredRecord) =>
      [place.value(record)]
        .flat()
        .filter((one) => one != null)
        .map((one) => plainId(String(one)))
    return (record) => cql.contains(elements(record), value, () => (record.former ? elements(record.former) : []))
  }
  if (node.kind === 'null')
    return (record) => {
      const value = place.value(record)
      const leads = () => place.to !== undefined && asking.store.table(place.to).byId(String(value)) !== undefined
      return cql.isNull((value ?? null) === null, place.isReference ?? false, value, leads)
    }
  if (kind === 'list') throw new QueryRefused('collection', 'a list can only be queried with CONTAINS')
  const known =
    (test: (value: string | number | boolean) => Held, unset: () => Held): Test =>
    (record) => {
      const value = place.value(record) ?? null
      return value === null ? unset() : test(value as string | number | boolean)
    }
  if (node.kind === 'like') {
    if (kind !== 'text') throw new QueryRefused('type', 'like works only on strings')
    return known((value) => cql.matches(String(value), node.pattern, node.operator), cql.matchesUnset)
  }
  if (node.kind === 'in') {
    if (node.values.length > cql.longestList()) throw new QueryRefused('limit', 'the list is too long')
    const values = node.values.map((value) => literalOf(value, kind, asking))
    return known(
      (value) =>
        cql.among(values.map((listed) => listed !== undefined && cql.amongEqual(value, listed, kind, cql.order))),
      cql.amongUnset,
    )
  }
  const operator = node.operator
  if (!cql.knowsOperator(operator)) throw new QueryRefused('malformed', `there is no operator ${operator}`)
  if (!['=', '!=', '~'].includes(operator) && !cql.orders(kind))
    throw new QueryRefused('ordering', `${operator} works only on numbers and dates`)
  const literal = literalOf(node.value, kind, asking)
  const written = 'text' in node.value ? node.value.text : ''
  // A literal that matches anyone: only a deviation produces one.
  if (literal === undefined) return () => true
  return known(
    (value) => cql.compares(operator === '~' ? '=' : operator, cql.order(value, literal, kind), kind),
    () => cql.unset(operator, written),
  )
}

/** The value of a literal, which must match the kind of the field. */
function literalOf(
  literal: Literal,
  kind: CriterionKind,
  { rules, me }: Pick<CriterionContext, 'rules' | 'me'>,
): string | number | boolean | undefined {
  if ('me' in literal) return rules.cql.me(me)
  const fits =
    'text' in literal
      ? kind === 'text' || kind === 'id' || (kind === 'date' && !Number.isNaN(Date.parse(literal.text)))
      : 'number' in literal
        ? kind === 'number' || kind === 'timestamp'
        : kind === 'flag'
  if (!fits) throw new QueryRefused('type', 'the value does not match the type of the field')
  return 'text' in literal
    ? kind === 'text'
      ? rules.cql.text(literal.text)
      : literal.text
    : 'number' in literal
      ? literal.number
      : literal.flag
}
