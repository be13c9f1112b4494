import type { StoredRecord } from '../store/record.ts'
import type { DataCall } from './data-call.ts'
import { kindInWords, type Field, type Resource } from './resource.ts'
import type { Place, ValueKind } from '../rulebook/values.ts'

interface Shower extends Pick<DataCall, 'house' | 'resource' | 'dto'> {
  readonly place?: Place
  readonly inBatch?: boolean
}

/** Records in the data envelope, in the requested DTO version. */
export function show(records: readonly StoredRecord[], data: Shower, isList: boolean): unknown {
  const { shown } = data.house.rules
  return shown.envelope(
    records.map((record) => shown.element(shown.key(data.resource.name), dtoBody(record, data))),
    isList,
  )
}

/** The fields of one record; a field without a value is null or left out. */
export function dtoBody(
  stored: StoredRecord,
  { house, resource, dto, place = 'written', inBatch = false }: Shower,
  isList = false,
): Record<string, unknown> {
  const { shown, values } = house.rules
  const seen = { place, inBatch }
  const { id, externalId, lastChanged, lastChangedBy, fields } = values.version(stored, stored.former, seen)
  const leaves = values.shown
  const body: Record<string, unknown> = { [shown.idField()]: shown.id(id) }
  const put = (name: string, value: unknown, how: (value: never) => unknown, kind?: ValueKind) => {
    const unset = shown.unset(kind)
    if (value !== null && value !== undefined) body[name] = how(value as never)
    else if (unset !== 'omitted') body[name] = unset === 'null' ? null : []
  }
  if (dto.externalId) put('externalId', externalId, shown.externalId)
  put('lastChanged', lastChanged, shown.lastChanged)
  if (dto.lastChangedBy) put('lastChangedBy', lastChangedBy, shown.lastChangedBy)
  for (const { name, field, kind } of fieldsOf(resource)) {
    if (field.writeOnly) {
      const shows = house.rules.attachment.shows(isList)
      if (shows !== 'nothing') body[name] = shows === 'null' ? null : (fields[name] ?? null)
    } else
      put(
        name,
        fields[name],
        (value: unknown) => leaves(shownValue(value, field, shown, isList), { kind, ...seen }),
        kind,
      )
  }
  return { ...body, ...shown.more() }
}

interface NamedField {
  readonly name: string
  readonly field: Field
  readonly kind: ValueKind
}

/** Lists show hundreds of records of one resource: what all of them have is told once. */
const known = new WeakMap<Resource, readonly NamedField[]>()
function fieldsOf(resource: Resource): readonly NamedField[] {
  const found =
    known.get(resource) ??
    Object.entries(resource.fields).map(([name, field]) => ({ name, field, kind: kindInWords(field) }))
  known.set(resource, found)
  return found
}

function shownValue(
  value: unknown,
  { kind }: Field,
  shown: Shower['house']['rules']['shown'],
  isList: boolean,
): unknown {
  if (kind === 'string') return shown.text(value as string, isList)
  if (kind === 'boolean') return shown.boolean(value as boolean)
  if (kind === 'dateTime') return shown.dateTime(value as string)
  const id = (one: unknown) => (typeof one === 'string' ? shown.id(one) : one)
  if (typeof kind === 'object' && 'reference' in kind) return shown.reference(id(value))
  if (typeof kind === 'object' && 'references' in kind) return shown.references((value as unknown[]).map(id))
  return value
}
