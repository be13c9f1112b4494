import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { jsonIn, passing, refused, withBody, withJson, type Asked, type Json } from './passing.ts'

type Rows = ReadonlyArray<Readonly<Record<string, Json>>>
const rowsIn = (body: Json): Rows => (Array.isArray(body['data']) ? (body['data'] as Rows) : [])
const isQuery = ({ target }: { readonly target: string }) => target.includes('/api/query/')
const statementOf = (request: { readonly body: Buffer }): string => String(jsonIn(request)?.['query'])

/** A fault of the rows of a successful answer. */
const inRows = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  change: (body: Json, statement: string) => unknown,
): Fault =>
  passing(id, breaks, says, async (request, go) => {
    const response = await go(request)
    return isQuery(request) && response.status < 300
      ? withJson(response, (body) => change(body, statementOf(request)))
      : response
  })

/** A fault that refuses some statements. */
const refusing = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  refuses: (statement: string, query: Asked['query']) => boolean,
): Fault =>
  passing(id, breaks, says, (request, go) => {
    const query = new URLSearchParams(request.target.split('?')[1] ?? '')
    return isQuery(request) && refuses(statementOf(request), query)
      ? Promise.resolve(refused(400, 'the statement cannot be answered'))
      : go(request)
  })

const gone = perHouse(() => new Map<string, string>())
const plain = (id: unknown) => String(id).replaceAll('-', '').toUpperCase()

/** Quiet breaches of A-QRY, thought up from its sentences alone. */
export const readingsQueryFaults: readonly Fault[] = [
  refusing(
    'qry-get-only-alias-t',
    ['A-QRY-01'],
    'The only alias that is understood is t.',
    (statement) => !/\bfrom\s+\w+\s+t\b/i.test(statement),
  ),
  refusing(
    'qry-needs-user',
    ['A-QRY-01'],
    'A statement is refused where no user is named.',
    (_statement, query) => !query.has('user'),
  ),
  passing('qry-utf8', ['A-QRY-01'], 'The body of a statement is decoded as ISO 8859-1.', (request, go) =>
    isQuery(request) ? go(withBody(request, Buffer.from(request.body.toString('latin1'), 'utf8'))) : go(request),
  ),
  inRows('qry-key-resource', ['A-QRY-02'], 'An alias of one letter is replaced by the resource.', (body, statement) => {
    const [, resource = '', alias = ''] = /\bfrom\s+(\w+)\s+(\w+)/i.exec(statement) ?? []
    const key = resource.charAt(0).toLowerCase() + resource.slice(1)
    return alias.length > 1
      ? body
      : { ...body, data: rowsIn(body).map(({ [alias]: row, ...rest }) => ({ ...rest, [key]: row })) }
  }),
  inRows('qry-alias-lower', ['A-QRY-02'], 'Aliases are returned in lower case.', (body) => ({
    ...body,
    data: rowsIn(body).map((row) =>
      Object.fromEntries(Object.entries(row).map(([alias, fields]) => [alias.toLowerCase(), fields])),
    ),
  })),
  inRows('qry-null-row-dropped', ['A-QRY-02'], 'Rows in which every selected field is unset are left out.', (body) => ({
    ...body,
    data: rowsIn(body).filter((row) =>
      Object.values(row).some((fields) => Object.values(fields).some((value) => value !== null)),
    ),
  })),
  inRows('qry-empty-null', ['A-QRY-02'], 'Where no record is found, data is null.', (body) => ({
    ...body,
    data: rowsIn(body).length === 0 ? null : body['data'],
  })),
  inRows('qry-object-single', ['A-QRY-02'], 'A single row is returned as an object.', (body) => ({
    ...body,
    data: rowsIn(body).length === 1 ? rowsIn(body)[0] : body['data'],
  })),
  passing(
    'qry-deleted',
    ['A-QRY-02', 'A-DAT-10'],
    'Deleted records are still found by statements about their id.',
    async (request, go, { house }) => {
      const response = await go(request)
      const [, id = ''] = /\/v4\/\w+\/([0-9A-Fa-f-]{32,36})(?:\?|$)/.exec(request.target) ?? []
      if (request.method === 'DELETE' && response.status === 200 && id !== '') gone(house).set(plain(id), id)
      const statement = statementOf(request)
      const [, alias = ''] = /\bfrom\s+\w+\s+(\w+)/i.exec(statement) ?? []
      const ghosts = [...gone(house).values()].filter((one) => statement.includes(one))
      return isQuery(request) && response.status < 300 && ghosts.length > 0
        ? withJson(response, (body) => ({
            ...body,
            data: [...rowsIn(body), ...ghosts.map((one) => ({ [alias]: { id: one } }))],
          }))
        : response
    },
  ),
]
