import type { Reads, Wanted } from '../rulebook/shape.ts'
import type { StoredRecord } from '../store/record.ts'
import { resourceOfType } from './catalogue.ts'
import type { DataCall } from './data-call.ts'
import { dtoPairs, type Dto } from './dto.ts'
import { withExternalIds } from './external-ids.ts'
import { isField, projected } from './fields.ts'
import { inverseOf, referringTo } from './inverse.ts'
import { ownIn } from './own.ts'
import { refusal } from './refusal.ts'
import type { Resource } from './resource.ts'
import { dtoBody } from './show.ts'
import type { Reply } from './step.ts'
import { storeOf } from './stores.ts'

/** Adds the expanded records to the body of a record. */
export type Expansion = (body: Record<string, unknown>, record: StoredRecord) => Record<string, unknown>

interface Relation extends Wanted {
  /** The resource that is expanded. */
  readonly to: Resource
  /** The field in which the other record refers to this one. */
  readonly by?: string
  readonly names?: readonly string[]
  readonly dto?: Dto
}

/** Reads every `expand`; refuses anything that is not a relation (A-EXP-01..05, 09). `withIds`: references carry external ids (A-PAR-12). */
export function expansions(data: DataCall, reads: Reads, withIds: boolean): readonly Expansion[] | Reply {
  const { rules } = data.house
  const relations: Relation[] = []
  for (const text of data.call.query.all('expand')) {
    const relation = relationIn(text, data)
    if ('status' in relation) return relation
    relations.push(relation)
  }
  if (rules.expand.refuses(relations))
    return refusal(400, 'CA-400', 'this combination of expand parameters is not supported')
  const dtos = dtoPairs(data.call.query.get('dtos'), data.house)
  const made: Expansion[] = []
  for (const relation of rules.expand.asked(relations, reads)) {
    const dto = dtos.get(relation.to.name)
    if (!dto && relation.kind !== 'count') {
      const refused = rules.expand.needsDto(reads)
      if (refused === 'nothing') continue
      return refusal(refused, 'CA-400', `dtos names no version of ${relation.to.name}`)
    }
    const permitted =
      !data.caller.user || data.caller.user.permissions(relation.to.name, 'read', 'expansion') !== 'NONE'
    const forbidden = permitted ? undefined : rules.expand.forbidden()
    if (forbidden !== undefined) return refusal(forbidden, 'CA-403', `no permission to read ${relation.to.name}`)
    if (rules.expand.reads(permitted, relation, reads))
      made.push(expansion({ ...relation, ...(dto ? { dto } : {}) }, data, withIds))
  }
  return made
}

function relationIn(text: string, { resource, house }: DataCall): Relation | Reply {
  const [what = '', ...options] = text.split(';')
  const refused = (why: string) => refusal(400, 'CA-400', `expand=${text}: ${why}`)
  const names = options.map((option) =>
    /^\s*fields=(.*)$/s
      .exec(option)?.[1]
      ?.split(',')
      .map((name) => name.trim()),
  )
  if (names.some((list) => list === undefined)) return refused('only fields= may follow the relation')
  const [, counted] = /^count\(\s*([A-Za-z]\w*)\s*\)$/.exec(what.trim()) ?? []
  const [, object, pointer, type] = /^([A-Za-z]\w*)\.(\w+)\(\s*(\w+)\s*\)$/.exec(what.trim()) ?? []
  const field = counted ?? object ?? what.trim()
  const kind = resource.fields[field]?.kind
  const found = ((): Pick<Relation, 'kind' | 'to' | 'by'> | undefined => {
    const at = (name: string | undefined) => house.world.resources.get(name ?? '')
    if (object !== undefined) {
      const to = at(type)
      return to && typeof kind === 'object' && 'inlined' in kind && kind.inlined.pointer?.id === pointer
        ? { kind: 'object', to }
        : undefined
    }
    const inverse = inverseOf(field, resource)
    if (typeof kind === 'object' && 'reference' in kind && counted === undefined) {
      const to = at(kind.reference)
      return to && { kind: 'one', to }
    }
    if (typeof kind === 'object' && 'references' in kind) {
      const to = at(kind.references)
      return to && { kind: counted === undefined ? 'many' : 'count', to }
    }
    const to = at(inverse?.resource)
    return to && inverse ? { kind: counted === undefined ? 'many' : 'count', to, by: inverse.field } : undefined
  })()
  if (!found) return refused(`${resource.name} has no such relation`)
  const asked = names.flat() as string[]
  const unknown = asked.find((name) => !isField(name, found.to))
  if (unknown !== undefined) return refused(`${found.to.name} has no field ${unknown}`)
  return { ...found, field, ...(asked.length > 0 ? { names: asked } : {}) }
}

function expansion(relation: Relation, data: DataCall, withIds: boolean): Expansion {
  const { house, resource } = data
  const { expand, reach } = house.rules
  const reached = reach.finds('expansion') === 'company' ? data.store : storeOf(data.caller, house, 'expansion')
  const operation = relation.kind === 'count' ? 'count' : 'expand'
  const store = ownIn(reached, data, { operation, way: 'expansion' })
  const table = store.table(relation.to.name)
  const names = expand.shape(relation.names)
  const show = (record: StoredRecord): unknown => {
    const plain = dtoBody(record, {
      house,
      resource: relation.to,
      dto: relation.dto ?? data.dto,
      place: 'expanded',
      inBatch: data.call.journal !== undefined,
    })
    const body = withIds ? withExternalIds(plain, record, { house, store, resource: relation.to }) : plain
    return names ? projected(body, names, data) : body
  }
  const related =
    relation.by === undefined
      ? (record: StoredRecord): readonly StoredRecord[] =>
          [record.fields[relation.field] ?? []]
            .flat()
            .flatMap((id) => (typeof id === 'string' ? (table.byId(id) ?? []) : []))
      : referringTo(table, relation.by)
  const put = (body: Record<string, unknown>, key: string, value: unknown): Record<string, unknown> => {
    const gathered = expand.gathered()
    return gathered === undefined
      ? { ...body, [key]: value }
      : { ...body, [gathered]: { ...(body[gathered] as object | undefined), [key]: value } }
  }
  return (body, record) => {
    if (relation.kind === 'object') return withObject(body, record)
    const found = related(record)
    if (relation.kind === 'count') {
      const counted = expand.count(found, table.all())
      return put(
        body,
        expand.countKey(relation.field),
        counted === 'records' ? found.map(show) : expand.counted(counted),
      )
    }
    if (relation.kind === 'many') return put(body, relation.field, expand.many(found, table.all()).map(show))
    const [one] = found
    return one ? put(body, relation.field, expand.wrap(show(expand.one(one, table.all())))) : body
  }

  function withObject(body: Record<string, unknown>, record: StoredRecord): Record<string, unknown> {
    const kind = resource.fields[relation.field]?.kind
    const pointer = typeof kind === 'object' && 'inlined' in kind ? kind.inlined.pointer : undefined
    const object = record.fields[relation.field] as Readonly<Record<string, unknown>> | null | undefined
    if (!pointer || !object || !expand.matches(resourceOfType(object[pointer.type]), relation.to.name)) return body
    const found = [relation.to.name, resourceOfType(object[pointer.type]) ?? '']
      .map((name) => store.table(name).byId(String(object[pointer.id])))
      .find((one) => one !== undefined)
    return found
      ? put(body, expand.objectKey(relation.field, relation.to.name, relation.to.name.toUpperCase()), show(found))
      : body
  }
}
