import type { DataCall } from './data-call.ts'
import type { Resource } from './resource.ts'

/** Whether a caller may name the field: the service's own fields, and the visible ones of the resource. */
export const isField = (name: string, { fields }: Resource): boolean =>
  ['id', 'externalId', 'lastChanged', 'lastChangedBy'].includes(name) ||
  (fields[name] !== undefined && !fields[name].writeOnly)

/** The named fields of a body (A-PAR-11). */
export function projected(
  body: Readonly<Record<string, unknown>>,
  names: readonly string[],
  { house }: Pick<DataCall, 'house'>,
): Record<string, unknown> {
  const { fields } = house.rules
  return Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => fields.kept(name, names))
      .map(([name, value]) => [name, fields.value(value)]),
  )
}
