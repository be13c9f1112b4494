import { authenticate, isRefusal } from '../caller.ts'
import { dtoPairs } from '../data/dto.ts'
import { ownIn } from '../data/own.ts'
import { refusal } from '../data/refusal.ts'
import { storeOf } from '../data/stores.ts'
import { answerOf } from '../data/answer-of.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call, Interface } from '../interface.ts'
import { parseStatement, StatementRefused, type Statement } from './parse.ts'
import { rowsOf, type Row } from './run.ts'

/** POST of a select statement (A-QRY-01, 02). */
function select(call: Call, house: House): PlatformResponse {
  const { rules } = house
  const refused = (status: number, why: string) => answerOf(refusal(status, 'CA-400', why))
  if (!rules.query.served())
    return json(404, { error: 'not_found', error_description: 'there is nothing at this path' })
  const caller = authenticate(call, house, { room: 'data', company: true })
  if (isRefusal(caller)) return caller
  const type = call.header('Content-Type') ?? ''
  if (!/^application\/json\b/i.test(type) || !rules.query.acceptsType(type))
    return refused(415, 'the body must be application/json')
  if (!rules.query.acceptsClientIdentifier(call.query.get('clientIdentifier')))
    return refused(400, 'clientIdentifier is not accepted here')
  const text = statementIn(call.request.body)
  if (text === undefined) return refused(400, 'the body must be a JSON object with query')
  const dtos = dtoPairs(call.query.get('dtos'), house)
  try {
    const statement = parseStatement(text)
    const rows = rowsOf(statement, {
      house,
      store: ownIn(storeOf(caller, house, call.operation), { caller, house }, { operation: 'select', way: 'query' }),
      dtoOf(resource) {
        const dto = dtos.get(resource.name)
        if (!dto) throw new StatementRefused(`dtos names no version of ${resource.name}`)
        if (caller.user && caller.user.permissions(resource.name, 'read', 'query') === 'NONE')
          throw new StatementRefused(`no permission to read ${resource.name}`)
        return dto
      },
    })
    return json(rules.query.status(), rules.query.envelope(rows.map((row) => shown(row, statement, rows, house))))
  } catch (error) {
    if (error instanceof StatementRefused) return rules.query.refuses(error.message, rules.query.refusedStatus())
    throw error
  }
}

function statementIn(body: Buffer): string | undefined {
  try {
    const { query } = JSON.parse(body.toString('utf8')) as { query?: unknown }
    return typeof query === 'string' ? query : undefined
  } catch {
    return undefined
  }
}

function shown(
  row: Row,
  { columns, alias: first, resource, joins }: Statement,
  all: readonly Row[],
  { rules: { query } }: House,
): unknown {
  const source = query.mixes(row, all)
  const resources: Readonly<Record<string, string>> = {
    [first]: resource,
    ...Object.fromEntries(joins.map((join) => [join.alias, join.resource])),
  }
  const parts = [...new Set(columns.map(({ alias }) => alias))].map((alias) => {
    const whole = source[alias] ?? {}
    const named = columns
      .filter((column) => column.alias === alias)
      .flatMap(({ field }) => (field === '*' ? Object.keys(whole) : [field]))
    const chosen = Object.fromEntries(query.columns(named).map((field) => [field, query.value(whole[field] ?? null)]))
    return [query.key(alias, resources[alias] ?? ''), { ...query.more(whole), ...chosen }] as const
  })
  return query.bares() ? Object.assign({}, ...parts.map(([, fields]) => fields)) : Object.fromEntries(parts)
}

/** The Query API, at each cluster's address. */
export const queryInterface: Interface = {
  name: 'query',
  at: 'cluster',
  routes: [{ method: 'POST', path: '/api/query/v1', handle: select }],
}
