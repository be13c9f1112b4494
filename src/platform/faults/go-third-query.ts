import type { Fault } from '../deviation.ts'
import { reshaping, type Json } from './passing.ts'

type Row = Readonly<Record<string, Json>>

/** Rows of the Query API in another form. */
const rowsShown = (id: string, says: string, change: (row: Row) => Row): Fault =>
  reshaping(
    id,
    ['A-QRY-02'],
    says,
    ({ path }) => path.endsWith('/api/query/v1'),
    (body) => ({ ...body, ...(Array.isArray(body['data']) ? { data: (body['data'] as Row[]).map(change) } : {}) }),
  )

/** The fields of all aliases under one of them. */
const gathered = (row: Row, at: 0 | -1): Row => {
  const alias = Object.keys(row).at(at)
  return alias === undefined ? row : { [alias]: Object.assign({}, ...Object.values(row)) as Json }
}

const texts = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? '']))

/** Quiet breaches of the Query API that a third server in Go showed. */
export const goThirdQueryFaults: readonly Fault[] = [
  rowsShown(
    'query-api-joined-fields-under-the-first-alias',
    'Of a statement about two resources all fields stand under the first alias.',
    (row) => gathered(row, 0),
  ),
  rowsShown(
    'query-api-joined-fields-under-the-last-alias',
    'Of a statement about two resources all fields stand under the last alias.',
    (row) => gathered(row, -1),
  ),
  rowsShown('query-api-unset-fields-are-empty-texts', 'A selected field without a value is the empty text.', (row) =>
    Object.fromEntries(Object.entries(row).map(([alias, fields]) => [alias, texts(fields)])),
  ),
]
