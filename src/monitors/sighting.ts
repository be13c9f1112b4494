import { isObject } from '../exchange/json.ts'
import type { Observed } from './observed.ts'

/** A record as an answer showed it. */
export interface Sighting {
  readonly resource: string
  /** Without dashes, lower case: letter case and dashes of a GUID are not stated (A-REC-01). */
  readonly id: string
  /** undefined where the answer does not show it. */
  readonly externalId: string | null | undefined
  readonly lastChanged: number | undefined
  readonly fields: Readonly<Record<string, unknown>>
}

export const plainId = (id: string): string => id.replaceAll('-', '').toLowerCase()

/** A GUID in any of its spellings; other ids are left alone. */
export const isGuid = (id: string): boolean => /^[0-9a-f]{32}$/.test(plainId(id))

/** Records in the answer of the Data API, in their order. */
export function sightingsOf({ reading, status }: Observed): readonly Sighting[] {
  if (reading.match.operation.interface !== 'data' || status < 200 || status > 299) return []
  const resource = reading.path('resourceName')
  if (resource === undefined) return []
  const body = reading.json
  if (!isObject(body) || !Array.isArray(body['data'])) return []
  const key = resource.charAt(0).toLowerCase() + resource.slice(1)
  return body['data'].flatMap((element: unknown): Sighting[] => {
    const record = isObject(element)
      ? (element[key] ?? element[Object.keys(element).find((name) => name.toLowerCase() === key.toLowerCase()) ?? ''])
      : undefined
    if (!isObject(record) || typeof record['id'] !== 'string') return []
    const { externalId, lastChanged } = record
    return [
      {
        resource,
        id: plainId(record['id']),
        fields: record,
        externalId: typeof externalId === 'string' || externalId === null ? externalId : undefined,
        lastChanged: typeof lastChanged === 'number' ? lastChanged : undefined,
      },
    ]
  })
}
