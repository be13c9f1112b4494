import type { StoredRecord } from '../store/record.ts'
import type { DataCall } from './data-call.ts'

/** References together with the external ids of what they refer to (A-PAR-12). */
export function withExternalIds(body: Readonly<Record<string, unknown>>, record: StoredRecord, { house, store, resource }: DataCall): Record<string, unknown> {
  const { externalIds } = house.rules
  const beside = externalIds.beside()
  const externalIdOf = (id: unknown, to: string) => (typeof id === 'string' ? store.table(to).byId(id)?.externalId ?? null : null)
  return Object.fromEntries(Object.entries(body).flatMap(([name, value]) => {
    const kind = resource.fields[name]?.kind
    const same = [[name, value] as const]
    if (typeof kind !== 'object' || value === null || value === undefined) return same
    if ('reference' in kind) {
      const found = externalIdOf(value, kind.reference)
      return beside === undefined ? [[name, externalIds.one(value, found, record.externalId)]] : [...same, [`${name}${beside}`, found]]
    }
    if (!('references' in kind) || !Array.isArray(value) || !externalIds.inLists()) return same
    const found = value.map((id) => externalIdOf(id, kind.references))
    return beside === undefined ? [[name, value.map((id, at) => externalIds.one(id, found[at] ?? null, record.externalId))]] : [...same, [`${name}${beside}s`, found]]
  }))
}
