import type { Direction, Key } from '../rulebook/order.ts'
import type { StoredRecord } from '../store/record.ts'
import { catalogue } from './catalogue.ts'
import type { DataCall } from './data-call.ts'
import { refusal } from './refusal.ts'
import type { Resource } from './resource.ts'
import type { Reply } from './step.ts'

type Value = string | number | boolean
type Read = (record: StoredRecord) => Value | undefined

/** The records sorted by orderBy (A-PAR-08, 09). */
export function ordered(records: readonly StoredRecord[], data: DataCall): readonly StoredRecord[] | Reply {
  const { order } = data.house.rules
  const asked = order.asked(data.call.query.get('orderBy'))
  if (asked === undefined) return order.unordered(records)
  const keys = keysOf(asked, data)
  if ('status' in keys) return keys
  const refused = order.refuses(keys)
  if (refused !== undefined) return refusal(refused, 'CA-400', 'the list cannot be sorted by this many fields')
  const chain = order.keys(keys).flatMap((key) => {
    const read = reader(key, data)
    return read ? [{ ...key, read }] : []
  })
  const away = chain.filter(({ linked, direction }) => order.unset(linked, direction) === 'away')
  return records
    .filter((record) => away.every(({ read }) => read(record) !== undefined))
    .toSorted((one, other) => {
      for (const { read, direction, linked } of chain) {
        const compared = compare(read(one), read(other), direction, linked, data)
        if (compared !== 0) return compared
      }
      return 0
    })
}

function compare(
  one: Value | undefined,
  other: Value | undefined,
  direction: Direction,
  linked: boolean,
  { house }: DataCall,
): number {
  if (one === undefined || other === undefined) {
    if (one === other) return 0
    return (one === undefined) === (house.rules.order.unset(linked, direction) === 'first') ? -1 : 1
  }
  return house.rules.order.compare(one, other) * (direction === 'desc' ? -1 : 1)
}

function keysOf(asked: string, { house, resource }: DataCall): readonly Key[] | Reply {
  const keys: Key[] = []
  for (const text of asked.split(',')) {
    const [, field = '', word] = /^\s*([A-Za-z][\w.]*)(?:\s+(asc|desc))?\s*$/.exec(text) ?? []
    if (field === '') return refusal(400, 'CA-400', 'orderBy is not a list of fields')
    const bare = field === 'asc' || field === 'desc'
    if (bare && !house.rules.order.bare()) return refusal(400, 'CA-400', `orderBy names no field before ${field}`)
    const linked = field.includes('.')
    const named = bare ? 'lastChanged' : field
    if (!exists(named, resource)) return refusal(400, 'CA-400', `the list cannot be sorted by ${field}`)
    keys.push({
      field: named,
      linked,
      direction: house.rules.order.direction(bare ? field : (word as Direction | undefined), linked),
    })
  }
  return keys
}

const common = ['id', 'externalId', 'lastChanged', 'lastChangedBy']

function exists(field: string, resource: Resource): boolean {
  const [first = '', ...rest] = field.split('.')
  if (rest.length === 0)
    return common.includes(first) || (resource.fields[first] !== undefined && !resource.fields[first].writeOnly)
  const to = linkedTo(first, resource)
  return to !== undefined && exists(rest.join('.'), to)
}

function linkedTo(field: string, resource: Resource): Resource | undefined {
  const kind = resource.fields[field]?.kind
  return typeof kind === 'object' && 'reference' in kind ? catalogue.get(kind.reference) : undefined
}

function reader({ field }: Key, data: Pick<DataCall, 'house' | 'store' | 'resource'>): Read | undefined {
  const [first = '', ...rest] = field.split('.')
  if (rest.length === 0) {
    const isTime = data.resource.fields[first]?.kind === 'dateTime'
    return (record) => plain(common.includes(first) ? record[first as 'id'] : record.fields[first], isTime)
  }
  const to = linkedTo(first, data.resource)
  const how = data.house.rules.order.linked()
  if (!to || how === 'nothing') return undefined
  if (how === 'id') return (record) => plain(record.fields[first])
  const inner = reader({ field: rest.join('.'), direction: 'asc', linked: true }, { ...data, resource: to })
  const table = data.store.table(to.name)
  return (record) => {
    const id = record.fields[first]
    const found = typeof id === 'string' ? table.byId(id) : undefined
    return found && inner?.(found)
  }
}

/** A date-time is compared as an instant, in ms since 1970: as text, "…00Z" would come after "…00.5Z". */
const plain = (value: unknown, isTime = false): Value | undefined => {
  if (isTime && typeof value === 'string') return Date.parse(value)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}
