import { artefacts } from '../artefacts.ts'
import { syncBaseOf, type ContractFacts } from '../facts.ts'
import type { Findings } from '../findings.ts'
import { judgeSchema, type SchemaJudgement } from '../judge-schema.ts'
import type { StatedResponse } from '../operation.ts'
import type { ExchangeReading } from '../reading.ts'
import { isObject } from '../../exchange/json.ts'
import { showShort } from '../words.ts'

type Fields = Readonly<Record<string, unknown>>

/** Judges the records of a data envelope, each by the schema of its resource. `envelope` is blamed for a bad envelope instead of A-REC-08. */
export function judgeRecords(
  body: unknown,
  stated: StatedResponse,
  reading: ExchangeReading,
  facts: ContractFacts,
  out: Findings,
  envelope?: string,
): void {
  const isEmpty = isObject(body) && Array.isArray(body['data']) && body['data'].length === 0
  const echo = stated.echo
  if (isEmpty) {
    // The response for a missing record is not shown; but a write that succeeded has a record to return.
    if (echo && reading.match.operation.method !== 'GET') notShown(echo.statements[0], reading, out, 'data is empty')
    return
  }
  if (!judgeSchema('data/envelope', body, out, envelope ? { blame: envelope } : {})) return
  const resource = reading.path('resourceName') ?? ''
  const key = keyOf(resource)
  const schema = artefacts().resources[resource] ?? 'data/record'
  const binds = bindsHere(resource, reading, facts)
  const elements = (body as { data: readonly Fields[] }).data
  elements.forEach((element, position) => {
    const record = element[key] ?? element[otherSpelling(resource, element)]
    if (isObject(record)) {
      judgeSchema(schema, record, out, { prefix: `data[].${key}`, at: `data[${position}].${key}`, binds })
      if (echo && position === 0) judgeEcho(echo, record, reading, out)
    } else {
      out.find({
        statement: envelope ?? 'A-REC-08',
        expected: `data[] has a record under ${key}`,
        actual: `${showShort(element)} (at data[${position}])`,
        side: 'server',
        path: 'data[]',
      })
    }
  })
}

/** Which statements bind a record in this response: depends on its DTO's base version and on the shaping parameters of the request. */
function bindsHere(
  resource: string,
  reading: ExchangeReading,
  facts: ContractFacts,
): NonNullable<SchemaJudgement['binds']> {
  const base = syncBaseOf(resource, reading.query('dtos'), facts) ?? 0
  const isShaped = reading.query('fields') !== undefined
  const isExtended = reading.query('useExternalIds')?.toLowerCase() === 'true'
  const expanded = new Set(
    reading.queryAll('expand').map((value) => value.split(';', 1)[0]?.replace(/^count\((.*)\)$/, '$1')),
  )
  return (statement, field, keyword) => {
    if (keyword === 'required') return !isShaped
    if (statement === 'A-REC-05') return base >= 10
    if (statement === 'A-REC-06') return base >= 9
    if (statement === 'A-REC-11') return !isExtended && !expanded.has(field)
    return true
  }
}

const keyOf = (resource: string): string => resource.charAt(0).toLowerCase() + resource.slice(1)

/** URLEntry may become urlEntry: for names that start with capitals, lower camel case is ambiguous, so letter case is not judged. */
function otherSpelling(resource: string, element: Fields): string {
  if (!/^[A-Z]{2}/.test(resource)) return ''
  return Object.keys(element).find((name) => /^[a-z]/.test(name) && name.toLowerCase() === resource.toLowerCase()) ?? ''
}

/** The record in the response must be the one that the path names. */
function judgeEcho(
  { parameter, field, statements }: NonNullable<StatedResponse['echo']>,
  record: Fields,
  reading: ExchangeReading,
  out: Findings,
): void {
  const asked = reading.path(parameter)
  const got = record[field]
  const [statement] = statements
  if (asked === undefined || typeof got !== 'string' || statement === undefined) return
  out.assert(statement)
  if (same(field, asked, got)) return
  const sent = reading.requestJson
  // If the body names a different id than the path, it is not shown which one wins (A-DAT-35).
  if (isObject(sent) && sent[field] !== undefined && !same(field, asked, String(sent[field]))) return
  out.find({
    statement,
    expected: `${field} in the response equals the one in the path`,
    actual: `${showShort(got)} for ${showShort(asked)}`,
    side: 'server',
    path: `data[].${keyOf(reading.path('resourceName') ?? '')}.${field}`,
  })
}

const same = (field: string, one: string, other: string): boolean =>
  field === 'id' ? plain(one) === plain(other) : one.toLowerCase() === other.toLowerCase()
const plain = (id: string): string => id.replaceAll('-', '').toLowerCase()

function notShown(statement: string | undefined, { match }: ExchangeReading, out: Findings, actual: string): void {
  if (statement)
    out.find({
      statement,
      expected: `the response to ${match.operation.method} ${match.operation.path} contains the record`,
      actual,
      side: 'server',
      path: 'data',
    })
}
