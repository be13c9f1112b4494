import type { Answer, Call } from '../http.ts'
import { dataRefusal, onlyMethods } from '../http.ts'
import { queryTest } from './cql.ts'
import type { Row, Source, Values } from './model.ts'

const malformed = (what: string) => dataRefusal(400, 'PEER-SELECT', 'Select not understood: {0}', what)
const statement = /^\s*select\s+(.+?)\s+from\s+(\w+)\s+(?:as\s+)?(\w+)(?:\s+where\s+(.+?))?\s*;?\s*$/is

/** Choice: what follows where is the query language of the Data API, its fields written after the alias. */
const withoutAlias = (condition: string, alias: string) =>
  condition.replace(
    /"(?:[^"]|"")*"|'([^']*)'|\b(\w+)\.(?=[A-Za-z_])/g,
    (all: string, single: string | undefined, prefix: string | undefined) =>
      single !== undefined ? `"${single}"` : prefix === alias ? '' : all,
  )

function textOf(call: Call): string {
  try {
    const body = JSON.parse(call.body) as Values | null
    if (typeof body?.['query'] === 'string') return body['query']
  } catch {
    /* told below */
  }
  throw malformed('body')
}

/** Choice: all that fits is answered at once; a star is not understood. */
export function select(
  call: Call,
  source: Source,
  show: (resource: string) => (row: Row, fields: string) => Values,
): Answer {
  onlyMethods(call, 'POST')
  if (!/^application\/json\b/i.test(call.headers['content-type'] ?? ''))
    throw dataRefusal(415, 'PEER-TYPE', 'JSON is expected')
  const [, selected = '', resource = '', alias = '', condition] = statement.exec(textOf(call)) ?? []
  const fields = selected.split(',').map((field) => /^\s*(\w+)\.(\w+)\s*$/.exec(field))
  if (fields.some((field) => field?.[1] !== alias)) throw malformed('fields')
  const names = fields.map((field) => field?.[2] ?? '').join(',')
  const shown = show(resource)
  const fits = condition === undefined ? () => true : queryTest(source, resource, withoutAlias(condition, alias))
  return {
    status: 200,
    json: { data: [...source.table(resource).values()].filter(fits).map((row) => ({ [alias]: shown(row, names) })) },
  }
}
