import type { Kind } from '../resources.ts'
import { resources } from '../resources.ts'

export type Values = Record<string, unknown>
export interface Row {
  readonly id: string
  readonly lastChanged: number
  readonly lastChangedBy: string
  readonly externalId: string | null
  readonly values: Values
}

/** The records one caller may see. */
export interface Source {
  table(name: string): ReadonlyMap<string, Row>
  readable(name: string): boolean
  readonly me: string
}

const base: Readonly<Record<string, Kind>> = {
  id: 'text',
  externalId: 'text',
  lastChangedBy: 'text',
  lastChanged: 'number',
}

/** Kind of a field; the content of an attachment is no field to ask for. */
export function kindOf(resource: string, field: string): Kind | undefined {
  const fields = { ...base, ...resources[resource]?.fields }
  return field !== 'fileContent' && Object.hasOwn(fields, field) ? fields[field] : undefined
}

/** Unset flags show false, and so are false to whoever asks. */
export function valueOf(row: Row, field: string, kind: Kind | undefined): unknown {
  if (Object.hasOwn(base, field)) return row[field as 'id']
  return row.values[field] ?? (kind === 'flag' ? false : null)
}

export const inverseOf = (resource: string, field: string) => {
  const all = resources[resource]?.inverse ?? {}
  return Object.hasOwn(all, field) ? all[field] : undefined
}

const referring = (source: Source, to: string, by: string, id: string): Row[] =>
  source.readable(to) ? [...source.table(to).values()].filter((row) => row.values[by] === id) : []

const visible = (source: Source, to: string, id: unknown): Row[] => {
  const row = source.readable(to) ? source.table(to).get(String(id)) : undefined
  return row === undefined ? [] : [row]
}

/** The resource behind a reference, list of references or inverse relation. */
export function linkOf(
  source: Source,
  resource: string,
  field: string,
): { readonly to: string; readonly rows: (row: Row) => Row[] } | undefined {
  const inverse = inverseOf(resource, field)
  if (inverse) return { to: inverse.to, rows: (row) => referring(source, inverse.to, inverse.by, row.id) }
  const kind = kindOf(resource, field)
  if (typeof kind !== 'object') return undefined
  if ('ref' in kind) return { to: kind.ref, rows: (row) => visible(source, kind.ref, row.values[field]) }
  if ('refs' in kind)
    return {
      to: kind.refs,
      rows: (row) => ((row.values[field] ?? []) as unknown[]).flatMap((id) => visible(source, kind.refs, id)),
    }
  return undefined
}
