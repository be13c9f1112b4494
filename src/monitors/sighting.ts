import { isObject } from '../exchange/json.ts'
import type { Observed } from './observed.ts'

/** A record as shown in a response. */
export interface Sighting {
  readonly resource: string
  /** Without dashes, in lower case: the documents do not fix letter case and dashes of a GUID (A-REC-01). */
  readonly id: string
  /** undefined if the response does not show it. */
  readonly externalId: string | null | undefined
  readonly lastChanged: number | undefined
  readonly fields: Readonly<Record<string, unknown>>
}

export const idKey = (id: string): string => id.replaceAll('-', '').toLowerCase()

/** A GUID in any spelling. */
export const isGuid = (id: string): boolean => /^[0-9a-f]{32}$/.test(idKey(id))

/** Records in a Data API response, in order. */
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
        id: idKey(record['id']),
        fields: record,
        externalId: typeof externalId === 'string' || externalId === null ? externalId : undefined,
        lastChanged: typeof lastChanged === 'number' ? lastChanged : undefined,
      },
    ]
  })
}
