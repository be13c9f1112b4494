import type { ContractFacts } from '../facts.ts'
import type { Findings } from '../findings.ts'
import { jsonBody } from '../json-body.ts'
import { judgeSchema } from '../judge-schema.ts'
import { isEmptyData, type ExchangeReading } from '../reading.ts'
import { isObject } from '../../exchange/json.ts'
import { judgeRow, judgeSuccessStatus, errorRowsOf, successOf } from '../stated.ts'
import { judgeRecords } from './records.ts'

/** Judges a successful response of the Data API. */
export function judgeDataSuccess(reading: ExchangeReading, facts: ContractFacts, out: Findings): void {
  const { operation } = reading.match
  const status = reading.exchange.response?.status
  const stated = successOf(operation, status)
  if (!stated) return
  judgeSuccessStatus(stated, reading, out)
  // The response for a missing record is not shown (A-DAT-24): it may have an empty body.
  const isOne = operation.method === 'GET' && (reading.path('resourceId') ?? reading.path('externalId')) !== undefined
  const isNothing = stated.status === '2XX' && status === 204
  const isBodiless = stated.optional || isOne || isNothing
  // What is gone may be nothing: the content of a deleted attachment, say, is not shown either.
  if (!isEmptyData(reading) && !isNothing) for (const header of stated.headers) judgeHeader(header, reading, out)
  if (stated.media[0]?.type !== 'application/json') return
  const body = jsonBody(reading, out, isBodiless ? undefined : stated.statements[0])
  if (body === undefined) return
  if (operation.id === 'data/deleted') {
    // The body shape with DeletedObjects.1 is not shown (A-DEL-08).
    if (reading.query('dtos')?.includes('DeletedObjects.2')) judgeSchema('data/deleted-objects', body, out)
  } else if (operation.id === 'data/create') {
    if (holdsRecord(body, reading)) judgeRecords(body, stated, reading, facts, out, 'A-DAT-31')
  } else if (stated.media[0].schema !== undefined) {
    judgeRecords(body, stated, reading, facts, out)
  }
}

/** The body of a POST response is open, unless it contains a record. */
function holdsRecord(body: unknown, reading: ExchangeReading): boolean {
  if (Array.isArray(body)) return body.some((element) => holdsRecord(element, reading))
  const resource = reading.path('resourceName') ?? ''
  return (
    isObject(body) &&
    ['data', 'lastChanged', resource, resource.charAt(0).toLowerCase() + resource.slice(1)].some(
      (name) => (body[name] ?? null) !== null,
    )
  )
}

function judgeHeader(
  { name, statements }: { readonly name: string; readonly statements: readonly string[] },
  reading: ExchangeReading,
  out: Findings,
): void {
  const [statement] = statements
  out.assert(statement)
  if (statement && reading.responseHeader(name.toLowerCase()) === undefined) {
    out.find({
      statement,
      expected: `the response to ${reading.match.operation.path} has the header ${name}`,
      actual: 'it is absent',
      side: 'server',
    })
  }
}

/** Judges a refusal by the optimistic lock, the only one that the Data API chapters show. True if it was one. */
export function judgeLockRefusal(reading: ExchangeReading, out: Findings): boolean {
  const body = reading.json
  const row = isObject(body) ? errorRowsOf(reading.match.operation).get(String(body['error'])) : undefined
  if (row?.schema !== 'data/lock-error') return false
  jsonBody(reading, out, undefined)
  judgeRow(row, body, 'message', reading, out)
  judgeSchema('data/lock-error', body, out)
  return true
}
