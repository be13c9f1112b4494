import type { Findings } from '../findings.ts'
import { jsonBody } from '../json-body.ts'
import { judgeSchema } from '../judge-schema.ts'
import type { ExchangeReading } from '../reading.ts'
import { isObject } from '../../exchange/json.ts'
import { judgeRow, errorRowsOf } from '../stated.ts'

const basic = /^Basic\s+[\w+/-]+=*\s*$/i
const bearer = /^Bearer\s+\S+\s*$/i
const form = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** Whether the error table of the token service covers this request: it has client credentials and a complete form. */
export function isWellFormed(reading: ExchangeReading, schema: string): boolean {
  const { body } = reading.match.operation
  return (
    body?.schema === schema &&
    basic.test(reading.requestHeader('authorization') ?? '') &&
    form.test(reading.requestHeader('content-type') ?? '') &&
    judgeQuietly(schema, reading.form)
  )
}

const judgeQuietly = (schema: string, value: unknown): boolean =>
  judgeSchema(schema, value, { asserted: new Set(), found: [], assert() {}, find() {} })

/** Judges a refusal by the token service: its form, and that error word, status and wording belong together. */
export function judgeTokenRefusal(reading: ExchangeReading, out: Findings): void {
  const { status } = reading.exchange.response ?? { status: 0 }
  const whole = isWellFormed(reading, reading.match.operation.body?.schema ?? '')
  const peek = reading.json
  const word = isObject(peek) && typeof peek['error'] === 'string' ? peek['error'] : ''
  const row = errorRowsOf(reading.match.operation).get(word)
  const isSuccess = status >= 200 && status < 300
  if (status !== 400 && status !== 401 && !isSuccess && row?.schema !== 'token/oauth-error') return
  const due = whole ? 'A-TOK-30' : reading.match.operation.id === 'token/request' ? 'A-TOK-28' : undefined
  if (due === undefined) return
  const body = errorBody(reading, out, due)
  if (body === undefined) return
  // The status of a refused password change is not shown (A-PWD-15).
  if (isSuccess && reading.match.operation.id === 'token/request')
    out.find({
      statement: due,
      expected: 'a refusal comes with status 400, 401 or 403',
      actual: `status ${status}`,
      side: 'server',
    })
  judgeSchema('token/oauth-error', body, out, whole ? {} : { blame: due })
  // Not shown: the error word for an incomplete request, and the error for a code that was never issued.
  if (row && whole && (word !== 'invalid_grant' || reading.form['grant_type'] === 'password'))
    judgeRow(row, body, 'error_description', reading, out)
}

/** Judges a refusal at token validation, on any interface except the token service. Other refusals are left alone. */
export function judgeValidationRefusal(reading: ExchangeReading, out: Findings): void {
  // The interfaces of part B state no body of a refusal, or one of their own.
  if (!errorRowsOf(reading.match.operation).has('invalid_token')) return
  const { status } = reading.exchange.response ?? { status: 0 }
  if (status >= 500 || status === 429) return
  const peek = reading.json
  const word = isObject(peek) && typeof peek['error'] === 'string' ? peek['error'] : ''
  const tokens = tokensOf(reading)
  const row = errorRowsOf(reading.match.operation).get(word)
  // A Data API error may use the same word in its own form (error, message, values).
  if (row?.schema === 'token/oauth-error' && isObject(peek) && !('message' in peek && !('error_description' in peek))) {
    // Refusals outside token validation may use the word too, with statuses of their own.
    if (word === 'invalid_request' && status !== 400 && status !== 401) return
    jsonBody(reading, out, undefined)
    if (tokens === 0 && status === 401) judgeSchema('token/oauth-error', peek, out, { blame: 'A-AUT-05' })
    else judgeSchema('token/oauth-error', peek, out, { blame: row.statements[0] ?? 'A-AUT-01' })
    if (word !== 'invalid_token' || tokens > 0) judgeRow(row, peek, 'error_description', reading, out)
    return
  }
  // A 401 with a token need not be about the token: how a caller without permission is answered is not shown (A-AUT-13).
  if (status !== 401 || tokens > 0) return
  const body = errorBody(reading, out, 'A-AUT-05')
  if (body !== undefined) judgeSchema('token/oauth-error', body, out, { blame: 'A-AUT-05' })
}

/** The body of a refusal that must be an OAuth error. If it is not JSON, the refusal's own rule is broken, not A-GEN-01. */
function errorBody(reading: ExchangeReading, out: Findings, due: string): unknown {
  if (reading.json !== undefined) return jsonBody(reading, out, due)
  const actual = reading.text === '' ? 'an empty body' : 'a body that is not JSON'
  out.find({
    statement: due,
    expected: `a refusal by ${reading.match.operation.path} has an OAuth error as its body`,
    actual,
    side: 'server',
  })
  return undefined
}

const tokensOf = (reading: ExchangeReading): number =>
  (bearer.test(reading.requestHeader('authorization') ?? '') ? 1 : 0) + (reading.query('access_token') ? 1 : 0)
