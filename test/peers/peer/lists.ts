import type { Call } from '../http.ts'
import { dataRefusal } from '../http.ts'
import { queryTest } from './cql.ts'
import type { Row, Source } from './model.ts'
import { kindOf, linkOf, valueOf } from './model.ts'

const malformed = (what: string) => dataRefusal(400, 'PEER-MALFORMED', 'Malformed: {0}', what)

function whole(call: Call, name: string, least: number, fallback: number): number {
  const text = call.query.get(name)
  const value = text === undefined ? fallback : /^\d+$/.test(text) ? Number(text) : NaN
  if (!(value >= least && value <= 2 ** 31 - 1)) throw malformed(name)
  return value
}

type Key = string | number | boolean | null

function key(source: Source, resource: string, path: readonly string[]): (row: Row) => Key {
  const [field = '', ...rest] = path
  const kind = kindOf(resource, field)
  if (kind === undefined || kind === 'list' || (typeof kind === 'object' && !('ref' in kind)))
    throw malformed('orderBy')
  if (rest.length === 0)
    return (row) => {
      const value = valueOf(row, field, kind) as Key
      // With parts of a second and without, the texts of moments stand in another order.
      return kind === 'time' && typeof value === 'string' ? Date.parse(value) : value
    }
  const link = linkOf(source, resource, field)
  if (link === undefined || rest.length > 1) throw malformed('orderBy')
  const inner = key(source, link.to, rest)
  return (row) => {
    const [linked] = link.rows(row)
    return linked === undefined ? null : inner(linked)
  }
}

/** Choice: nulls first, texts as a dictionary has them. */
function compare(one: Key, two: Key): number {
  if (one === two) return 0
  if (one === null) return -1
  if (two === null) return 1
  return typeof one === 'string' && typeof two === 'string' ? one.localeCompare(two, 'en') : Number(one) - Number(two)
}

function ordered(source: Source, resource: string, rows: Row[], orderBy: string): Row[] {
  const terms = orderBy.split(',').map((term) => {
    const [, name = '', direction] = /^\s*([\w.]+)(?:\s+(asc|desc))?\s*$/.exec(term) ?? []
    // Choice: asc or desc alone is the order of last changes; a field without direction descends.
    if (name === 'asc' || name === 'desc')
      return { of: (row: Row): Key => row.lastChanged, sign: name === 'asc' ? 1 : -1 }
    return { of: key(source, resource, name.split('.')), sign: direction === 'asc' ? 1 : -1 }
  })
  return rows.sort((one, two) => {
    for (const { of, sign } of terms) {
      const order = compare(of(one), of(two))
      if (order !== 0) return sign * order
    }
    return 0
  })
}

export interface Page {
  readonly rows: readonly Row[]
  readonly envelope: object
}

/** Choice: pages count from 0, in the order of creation; a page asked for without a size has fifty records. */
export function listPage(call: Call, source: Source, resource: string): Page {
  const size = whole(call, 'pageSize', 1, call.query.has('page') ? 50 : 20)
  const page = whole(call, 'page', 0, 0)
  const query = call.query.get('query')
  const test = query === undefined ? () => true : queryTest(source, resource, query)
  const orderBy = call.query.get('orderBy')
  const found = [...source.table(resource).values()].filter(test)
  const all = orderBy === undefined ? found : ordered(source, resource, found, orderBy)
  const rows = all.slice(page * size, (page + 1) * size)
  const lastPage = Math.max(0, Math.ceil(all.length / size) - 1)
  return {
    rows,
    envelope: { pageSize: size, currentPage: page, lastPage, totalObjectCount: all.length, truncated: lastPage > page },
  }
}
