import { artefacts } from '../artefacts.ts'
import type { Findings } from '../findings.ts'
import { jsonBody } from '../json-body.ts'
import { judgeSchema } from '../judge-schema.ts'
import type { ExchangeReading } from '../reading.ts'
import { isObject } from '../../exchange/json.ts'
import { judgeRow, judgeSuccessStatus, errorRowsOf, successOf, type ErrorRow } from '../stated.ts'
import { showShort } from '../words.ts'
import { isWellFormed, judgeTokenRefusal } from './oauth-error.ts'

/** Judges the response to a token request. */
export function judgeToken(reading: ExchangeReading, out: Findings): void {
  const { status } = reading.exchange.response ?? { status: 0 }
  const stated = successOf(reading.match.operation, status)
  if (status < 200 || status >= 300 || !stated) return judgeTokenRefusal(reading, out)
  const peek = reading.json
  if (isObject(peek) && typeof peek['error'] === 'string' && !('access_token' in peek))
    return judgeTokenRefusal(reading, out)
  judgeSuccessStatus(stated, reading, out)
  const body = jsonBody(reading, out, stated.statements[0])
  if (body === undefined) return
  judgeSchema('token/token-response', body, out)
  if (isUserGrant(reading) && isObject(body) && !artefacts().validators['token/scim-mark']?.(body))
    judgeSchema('token/user-fields', body, out)
}

/** Whether a login with only the account name is user-based is not stated (A-TOK-08). */
function isUserGrant({ form }: ExchangeReading): boolean {
  return (
    form['grant_type'] === 'authorization_code' ||
    (form['grant_type'] === 'password' && (form['username'] ?? '').includes('/'))
  )
}

/** Judges the response to a password change: no status is stated, so its form tells success from refusal (A-PWD-15). */
export function judgePasswordChange(reading: ExchangeReading, out: Findings): void {
  const { status } = reading.exchange.response ?? { status: 0 }
  if (status === 429 || status >= 500) return
  const peek = reading.json
  const isError = isObject(peek) && 'error' in peek
  const row = isError ? errorRowsOf(reading.match.operation).get(String(peek['error'])) : undefined
  if (
    isError &&
    (row?.schema === 'token/password-error' ||
      (!('error_description' in peek) && ('message' in peek || 'values' in peek)))
  ) {
    return judgePasswordError(row, reading, out)
  }
  if (isError && 'error_description' in peek) return judgeTokenRefusal(reading, out)
  if (status >= 200 && status < 300) {
    const body = jsonBody(reading, out, 'A-PWD-02')
    if (body !== undefined) judgeSchema('token/password-changed', body, out)
  } else if (status === 400 && isWellFormed(reading, 'token/password-request')) {
    const body = jsonBody(reading, out, 'A-PWD-03')
    if (body !== undefined) judgeSchema('token/password-error', body, out)
  } else if (status === 401) {
    judgeTokenRefusal(reading, out)
  }
}

function judgePasswordError(row: ErrorRow | undefined, reading: ExchangeReading, out: Findings): void {
  const body = jsonBody(reading, out, undefined)
  judgeSchema('token/password-error', body, out)
  if (!row || !isObject(body)) return
  judgeRow(row, body, 'message', reading, out)
  const number = row.statements[1]
  if (number === undefined) return
  out.assert(number)
  const { message, values } = body
  const isFilled = typeof message === 'string' && /\d/.test(message.replace(/^\s*MC-\d+|\{\d+\}/g, ''))
  if (
    !isFilled &&
    !(Array.isArray(values) && values.some((value) => typeof value === 'number' || /^\d+$/.test(String(value))))
  ) {
    out.find({
      statement: number,
      expected: `values of ${row.error}, or its message, contains the required number`,
      actual: `values is ${showShort(values)}`,
      side: 'server',
      path: 'values',
    })
  }
}
