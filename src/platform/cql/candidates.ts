import { cql as strict } from '../rulebook/cql.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'
import type { StoredRecord } from '../store/record.ts'
import type { Table } from '../store/table.ts'
import type { Node } from './node.ts'

type Cql = Rulebook['cql']
type Found = { readonly records: readonly StoredRecord[] } | { readonly first: number; readonly last: number }

/**
 * The records that can match a query, found by id, external id or lastChanged; undefined if a full scan is needed.
 * It never leaves out a match: if a rule that the index relies on is not the strict one, the index is not used.
 */
export function candidates(node: Node, table: Table, { cql }: Rulebook): readonly StoredRecord[] | undefined {
  if (cql.result !== strict.result || cql.order !== strict.order) return undefined
  if (node.kind === 'and' && cql.join !== strict.join) return undefined
  let [first, last] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  let fewest: readonly StoredRecord[] | undefined
  for (const part of conjuncts(node)) {
    const found = lookUp(part, table, cql)
    if (!found) continue
    if ('first' in found) [first, last] = [Math.max(first, found.first), Math.min(last, found.last)]
    else if (!fewest || found.records.length < fewest.length) fewest = found.records
  }
  const bounded = first > Number.NEGATIVE_INFINITY || last < Number.POSITIVE_INFINITY
  const found = fewest ?? (bounded ? (first <= last ? table.changed(first, last) : []) : undefined)
  return found && table.inOrder(new Set(found))
}

const conjuncts = (node: Node): readonly Node[] => (node.kind === 'and' ? node.parts.flatMap(conjuncts) : [node])

function lookUp(node: Node, table: Table, cql: Cql): Found | undefined {
  if (node.kind !== 'compare' && node.kind !== 'in') return undefined
  const [name = '', ...rest] = node.criterion.path
  if (rest.length > 0 || cql.field(name) !== name) return undefined
  const values = node.kind === 'compare' ? [node.value] : node.values
  if (name === 'lastChanged')
    return node.kind === 'compare' && 'number' in node.value && cql.compares === strict.compares
      ? range(node.operator, node.value.number)
      : undefined
  const texts = values.flatMap((value) => ('text' in value ? [value.text] : []))
  const isLookUp =
    texts.length === values.length &&
    (node.kind === 'in' ? listsStrictly(cql) : node.operator === '=' && cql.compares === strict.compares)
  if (!isLookUp) return undefined
  if (name === 'id') return { records: texts.flatMap((text) => table.byId(text) ?? []) }
  const holdsUnset = node.kind === 'in' ? cql.amongUnset() === true : cql.unset('=', texts[0] ?? '') === true
  return name === 'externalId' && !holdsUnset
    ? { records: texts.flatMap((text) => table.holding(cql.text(text))) }
    : undefined
}

const listsStrictly = (cql: Cql): boolean => cql.among === strict.among && cql.amongEqual === strict.amongEqual

/** Both ends are inclusive: the query itself decides about records on a bound. */
function range(operator: string, time: number): Found | undefined {
  if (operator === '=') return { first: time, last: time }
  if (operator === '<' || operator === '<=') return { first: Number.NEGATIVE_INFINITY, last: time }
  return operator === '>' || operator === '>=' ? { first: time, last: Number.POSITIVE_INFINITY } : undefined
}
