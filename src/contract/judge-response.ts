import type { ContractFacts } from './facts.ts'
import type { Findings } from './findings.ts'
import { jsonBody } from './json-body.ts'
import { judgeSchema } from './judge-schema.ts'
import { judgeCompanies } from './lenses/company.ts'
import { judgeDataSuccess, judgeLockRefusal } from './lenses/data.ts'
import { judgeValidationRefusal } from './lenses/oauth-error.ts'
import { judgePasswordChange, judgeToken } from './lenses/token.ts'
import { judgeUser } from './lenses/user.ts'
import type { ExchangeReading } from './reading.ts'
import { judgeSuccessStatus, successOf } from './stated.ts'

/** Judges a response. Statuses that the documents do not mention (429, 503, other refusals, redirects) are left alone. */
export function judgeResponse(reading: ExchangeReading, facts: ContractFacts, out: Findings): void {
  const { operation } = reading.match
  if (operation.id === 'token/request') return judgeToken(reading, out)
  if (operation.id === 'token/change-password') return judgePasswordChange(reading, out)
  if (operation.interface === 'token') return
  // Nothing of what the SCIM API answers is shown, and of the User API no refusal (B-SCM-17, B-USR-35).
  if (operation.interface === 'scim') return
  if (operation.interface === 'user') return judgeUser(reading, out)
  const { status } = reading.exchange.response ?? { status: 0 }
  // How a refusal of these interfaces looks is not shown.
  if (status >= 400 && !formless.has(operation.interface)) {
    if (!judgeStatedRefusal(reading, status, out) && !judgeLockRefusal(reading, out))
      judgeValidationRefusal(reading, out)
  } else if (status >= 200 && status < 300) {
    if (operation.interface === 'data') judgeDataSuccess(reading, facts, out)
    else if (operation.interface === 'company') judgeCompanies(reading, out)
    else judgeStated(reading, out)
  }
}

const formless: ReadonlySet<string> = new Set(['crowd', 'dispatch', 'reporting'])

/** Judges status, content type and body by the operation table alone. */
function judgeStated(reading: ExchangeReading, out: Findings): void {
  const { status } = reading.exchange.response ?? { status: 0 }
  const stated = successOf(reading.match.operation, status)
  if (!stated) return
  judgeSuccessStatus(stated, reading, out)
  const schema = stated.media[0]?.schema
  if (stated.optional && (reading.text === '' || schema === undefined)) return
  const body = jsonBody(reading, out, stated.statements[0])
  if (schema !== undefined && body !== undefined) judgeSchema(schema, body, out)
}

/** Judges a refusal whose body is stated by its status alone, whatever the error. True if it was one. */
function judgeStatedRefusal(reading: ExchangeReading, status: number, out: Findings): boolean {
  const stated = reading.match.operation.responses.find(
    (one) => one.status === String(status) && one.errors.length === 0,
  )
  const schema = stated?.media[0]?.schema
  if (schema === undefined) return false
  const body = jsonBody(reading, out, stated?.statements[0])
  if (body !== undefined) judgeSchema(schema, body, out)
  return true
}
