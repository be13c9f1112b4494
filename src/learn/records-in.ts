import { isObject } from '../exchange/json.ts'

type Fields = Readonly<Record<string, unknown>>

/** The records of an answer, and what is left of it without them. */
export interface Found {
  readonly records: readonly Fields[]
  readonly rest: unknown
}

/** Records stand in `data`, each under the name of its resource; a create may answer with one alone, a bulk call with several such answers. */
export function recordsIn(body: unknown, resource: string): Found {
  if (Array.isArray(body)) {
    const found = body.map((element) => recordsIn(element, resource))
    return { records: found.flatMap(({ records }) => records), rest: found.map(({ rest }) => rest) }
  }
  if (!isObject(body)) return { records: [], rest: body }
  const key = Object.keys(body).find((name) => name.toLowerCase() === resource.toLowerCase() && isObject(body[name]))
  if (key !== undefined) {
    const { [key]: record, ...rest } = body
    return { records: [record as Fields], rest }
  }
  if (!Array.isArray(body['data'])) return { records: [], rest: body }
  const { records, rest } = recordsIn(body['data'], resource)
  return { records, rest: { ...body, data: rest } }
}
