import { idsInBody } from './ids-in-body.ts'

/** The records that a bulk write names. */
export interface BulkWrite {
  readonly elements: ReadonlyArray<{ readonly id?: string; readonly externalId?: string }>
  /** Every id and external id in the body, in whatever case and however often they stand in an element. */
  readonly ids: readonly string[]
  readonly externalIds: readonly string[]
}

/**
 * Reads a list of records from a body; undefined where it is no list. A list is unreadable where an element does not say which record
 * it is about by a text under the one key that its route goes by: nobody knows what a server makes of such an element.
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
