import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import { askedOf, eachRecord, isWell, passing, reshaping, withJson, type Json } from './passing.ts'
import { asksForList, isWrite } from './serving.ts'
import { answeringLogins, issuedIn } from './token-calls.ts'

const isQuery = ({ method, target }: { readonly method: string; readonly target: string }): boolean =>
  method === 'POST' && target.includes('/api/query/')

type Row = Readonly<Record<string, Json>>

/** A fault of the rows of a statement. */
const inRows = (id: string, says: string, change: (row: Row) => readonly unknown[]): Fault =>
  passing(id, ['A-QRY-02'], says, async (request, go) => {
    const response = await go(request)
    return isQuery(request) && isWell(response)
      ? withJson(response, (body) =>
          Array.isArray(body['data']) ? { ...body, data: (body['data'] as Row[]).flatMap(change) } : body,
        )
      : response
  })

const eachField = (row: Row, change: (value: unknown, alias: string, field: string) => unknown): Row =>
  Object.fromEntries(
    Object.entries(row).map(([alias, fields]) => [
      alias,
      Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, change(value, alias, field)])),
    ]),
  )

const moment = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d{3}))?Z$/

/** As many rows as the lists of a row have elements, each with one of them. */
const apart = (row: Row): readonly Row[] =>
  Object.entries(row)
    .flatMap(([alias, fields]) => Object.entries(fields).map(([field, value]) => [alias, field, value] as const))
    .filter((one): one is readonly [string, string, unknown[]] => Array.isArray(one[2]))
    .reduce<readonly Row[]>(
      (rows, [alias, field, list]) =>
        rows.flatMap((one) => list.map((element) => ({ ...one, [alias]: { ...one[alias], [field]: element } }))),
      [row],
    )

const pointsElsewhere = (record: Json): boolean =>
  (record['object'] ?? null) !== null && !Object.keys(record).some((name) => name.startsWith('object('))

/** Quiet breaches of part A that a nineteenth reader of the document thought up (suites/two-readings). */
export const nineteenthDataFaults: readonly Fault[] = [
  passing(
    'user-demanded-of-account-logins-that-write',
    ['A-TOK-13', 'A-TOK-14'],
    'A write with a token that has no user is refused where the query names no user.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      const token = isWrite(asked) ? issuedIn(house, request) : undefined
      return token?.scope === 'local' && token.user === undefined && !asked.query.has('user')
        ? Promise.resolve(json(400, { error: 'invalid_request', error_description: 'user is missing' }))
        : go(request)
    },
  ),
  answeringLogins(
    'refresh-token-for-the-scope-of-offline-access',
    ['A-TOK-38', 'A-TOK-19'],
    'A token response carries a refresh_token where the scope offline_access is asked for.',
    (response, form) =>
      isWell(response) && form.get('scope')?.includes('offline_access')
        ? withJson(response, (body) => ({ ...body, refresh_token: 'f00d-0ff1-f00d' }))
        : response,
  ),
  inRows(
    'query-api-alias-lost-to-a-field-of-its-name',
    'Where a field that is selected has the name of the alias its value stands under it, in place of the fields.',
    (row) => [
      Object.fromEntries(
        Object.entries(row).map(([alias, fields]) => [alias, alias in fields ? fields[alias] : fields]),
      ),
    ],
  ),
  inRows('query-api-booleans-as-numbers', 'Booleans are in rows of the Query API 0 and 1.', (row) => [
    eachField(row, (value) => (typeof value === 'boolean' ? Number(value) : value)),
  ]),
  inRows(
    'query-api-moments-as-in-sql',
    'Date-times are in rows of the Query API as SQL writes them: a blank in place of T, and no Z.',
    (row) => [
      eachField(row, (value) =>
        typeof value === 'string'
          ? value.replace(
              moment,
              (_, day: string, time: string, ms: string | undefined) => `${day} ${time}.${ms ?? '000'}`,
            )
          : value,
      ),
    ],
  ),
  inRows(
    'query-api-row-for-each-element',
    'A list in a row of the Query API makes one row for each of its elements, and none if it is empty.',
    apart,
  ),
  reshaping(
    'object-expansion-drops-what-points-elsewhere',
    ['A-EXP-05', 'A-DAT-02'],
    'A list with an expanded object reference lacks the records that point to another type.',
    (asked) => asksForList(asked) && asked.query.getAll('expand').some((one) => one.startsWith('object.objectId(')),
    (body) => eachRecord(body, (record) => (pointsElsewhere(record) ? undefined : record)),
  ),
]
