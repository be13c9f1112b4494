import { plainId, type StoredRecord } from '../store/record.ts'
import type { Table } from '../store/table.ts'
import { catalogue } from './catalogue.ts'
import type { Resource } from './resource.ts'

/** Alias: records of another resource that refer to this one (`activities` of a service call). */
export function inverseOf(
  name: string,
  resource: Resource,
): { readonly resource: string; readonly field: string } | undefined {
  for (const other of catalogue.values()) {
    const plural = `${other.name.charAt(0).toLowerCase()}${other.name.slice(1).replace(/y$/, 'ie')}s`
    if (plural !== name) continue
    const field = Object.entries(other.fields).find(
      ([, { kind }]) => typeof kind === 'object' && 'reference' in kind && kind.reference === resource.name,
    )?.[0]
    if (field) return { resource: other.name, field }
  }
  return undefined
}

/** The records of a table whose field refers to a given record; the table is scanned once, on first use. */
export function referringTo(table: Table, field: string): (record: StoredRecord) => readonly StoredRecord[] {
  let grouped: Map<string, StoredRecord[]> | undefined
  return ({ id }) => {
    grouped ??= groups(table, field)
    return grouped.get(plainId(id)) ?? []
  }
}

function groups(table: Table, field: string): Map<string, StoredRecord[]> {
  const grouped = new Map<string, StoredRecord[]>()
  for (const record of table.all()) {
    const to = record.fields[field]
    if (typeof to !== 'string') continue
    const group = grouped.get(plainId(to))
    if (group) group.push(record)
    else grouped.set(plainId(to), [record])
  }
  return grouped
}
