import { isObject } from '../../contract/reading.ts'

type Fields = Readonly<Record<string, unknown>>

/** The records of an answer, and what is left of it without them. */
export interface Found { readonly records: readonly Fields[]; readonly rest: unknown }

/** Records stand in `data`, each under the name of its resource; a create may answer with one alone. */
export function recordsIn(body: unknown, resource: string): Found {
  if (!isObject(body)) return Array.isArray(body) ? elementsIn(body, resource) : { records: [], rest: body }
  if (!Array.isArray(body['data'])) return recordIn(body, resource)
  const { records, rest } = elementsIn(body['data'], resource)
  return { records, rest: { ...body, data: rest } }
}

function elementsIn(elements: readonly unknown[], resource: string): Found {
  const found = elements.map((element) => (isObject(element) ? recordIn(element, resource) : { records: [], rest: element }))
  return { records: found.flatMap(({ records }) => records), rest: found.map(({ rest }) => rest) }
}

function recordIn(element: Fields, resource: string): Found {
  const key = Object.keys(element).find((name) => name.toLowerCase() === resource.toLowerCase() && isObject(element[name]))
  if (key === undefined) return { records: [], rest: element }
  const { [key]: record, ...rest } = element
  return { records: [record as Fields], rest }
}
