import type { StoredRecord } from '../store/record.ts'
import type { DataCall } from './data-call.ts'
import type { InlinedShape, Kind } from './resource.ts'

type Body = Readonly<Record<string, unknown>>

/** Adds external ids to references: single ones, lists, and those inside inlined objects (A-PAR-12). */
export function withExternalIds(
  body: Body,
  record: StoredRecord,
  { house, store, resource }: Pick<DataCall, 'house' | 'store' | 'resource'>,
): Record<string, unknown> {
  const { externalIds } = house.rules
  const beside = externalIds.beside()
  const externalIdOf = (id: unknown, to: string) =>
    typeof id === 'string' ? (store.table(to).byId(id)?.externalId ?? null) : null
  const one = (id: unknown, to: string) => externalIds.one(id, externalIdOf(id, to), record.externalId)

  return each(body, (name, value) => {
    const kind: Kind | undefined = resource.fields[name]?.kind
    if (typeof kind !== 'object') return {}
    if ('reference' in kind) return single(name, value, kind.reference)
    if ('inlined' in kind) return { [name]: inlined(value, kind.inlined) }
    if (!Array.isArray(value)) return {}
    if ('inlinedList' in kind) return { [name]: value.map((element) => inlined(element, kind.inlinedList)) }
    if (!externalIds.inLists()) return {}
    return beside === undefined
      ? { [name]: value.map((id) => one(id, kind.references)) }
      : { [`${name}${beside}s`]: value.map((id) => externalIdOf(id, kind.references)) }
  })

  function single(name: string, id: unknown, to: string): Body {
    return beside === undefined ? { [name]: one(id, to) } : { [`${name}${beside}`]: externalIdOf(id, to) }
  }

  function inlined(value: unknown, { fields }: InlinedShape): unknown {
    if (typeof value !== 'object' || value === null) return value
    return each(value as Body, (name, inner) => {
      const kind = fields[name]
      return typeof kind === 'object' ? single(name, inner, kind.reference) : {}
    })
  }
}

/** A body with each set value converted, in place or in a separate field. */
const each = (body: Body, made: (name: string, value: unknown) => Body): Record<string, unknown> =>
  Object.assign(
    {},
    ...Object.entries(body).map(([name, value]) => ({
      [name]: value,
      ...(value === null || value === undefined ? {} : made(name, value)),
    })),
  ) as Record<string, unknown>
