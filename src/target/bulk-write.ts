import { idsInBody } from './ids-in-body.ts'

/** The records that a bulk write names. */
export interface BulkWrite {
  readonly elements: ReadonlyArray<{ readonly id?: string; readonly externalId?: string }>
  /** Every id and external id in the body, in any letter case and with duplicates. */
  readonly ids: readonly string[]
  readonly externalIds: readonly string[]
}

/**
 * Reads a list of records from a body; undefined if it is not a list. A list is unreadable if an element does not identify its record
 * with a string under the key of its route: it is unknown what a server does with such an element.
 */
export function bulkWrite(body: string, by: 'id' | 'externalId'): BulkWrite | 'unreadable' | undefined {
  if (!/^\s*\[/.test(body)) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return 'unreadable'
  }
  const elements = parsed as ReadonlyArray<Readonly<Record<string, unknown>> | null>
  if (elements.length === 0 || elements.some((element) => typeof element?.[by] !== 'string' || element[by] === ''))
    return 'unreadable'
  const text = (element: Readonly<Record<string, unknown>> | null, key: 'id' | 'externalId') =>
    typeof element?.[key] === 'string' ? { [key]: element[key] } : {}
  return {
    elements: elements.map((element) => ({ ...text(element, 'id'), ...text(element, 'externalId') })),
    ids: idsInBody(body),
    externalIds: idsInBody(body, 'externalid'),
  }
}
