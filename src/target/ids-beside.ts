import { parseExactly } from '../exchange/json.ts'
import type { ReadRequest } from './read-request.ts'

const naming = /^(?:user|group|person)?_?-?ids?$/i

/** What a write names beside its path, of which a lenient server might take care, too: ids of its query, lists of ids, and whatever stands in the body of a DELETE. Undefined if that body is not JSON. */
export function idsBeside(
  { method, body }: Pick<ReadRequest, 'method' | 'body'>,
  query: Readonly<Record<string, string>>,
): readonly string[] | undefined {
  const inQuery = Object.entries(query).flatMap(([name, value]) => (naming.test(name) ? value.split(',') : []))
  const value = body.trim() === '' ? {} : parseExactly(body)
  if (method === 'DELETE') return value === undefined ? undefined : [...inQuery, ...scalarsIn(value)]
  return [...inQuery, ...listedIn(value)]
}

function scalarsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(scalarsIn)
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
}

/** Elements of the lists under `ids` and the like, however deep. */
const listedIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        naming.test(name) && Array.isArray(inner) ? scalarsIn(inner) : listedIn(inner),
      )
    : []
