import { isObject } from '../exchange/json.ts'
import { statementOf } from '../verdict/statements.ts'
import { artefacts } from './artefacts.ts'
import type { Findings } from './findings.ts'
import { isJsonType } from './json-body.ts'
import { judgeSchema } from './judge-schema.ts'
import type { Operation, Parameter } from './operation.ts'
import type { ExchangeReading } from './reading.ts'
import { showShort } from './words.ts'

// RFC 3986: unreserved and reserved characters and complete percent-encodings; nothing else is allowed in a URL.
const encoded = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/

/** Judges a request by its operation: what is required was sent, and what was sent has the stated form. */
export function judgeRequest(reading: ExchangeReading, out: Findings): void {
  const { operation } = reading.match
  const { url } = reading.exchange.request
  out.assert('A-AUT-10')
  if (!encoded.test(url)) blame('A-AUT-10', 'the URL is percent-encoded', unencodedIn(url), out)
  judgeSecurity(operation, reading, out)
  for (const parameter of operation.parameters) judgeParameter(parameter, reading, out)
  judgeBody(operation, reading, out)
}

/** Where a URL is not encoded: its path, or the parameter by its name and the sign, as values may be secrets. */
function unencodedIn(url: string): string {
  const [path = '', ...query] = url.split('?')
  if (!encoded.test(path)) return showShort(path)
  const pair =
    query
      .join('?')
      .split('&')
      .find((one) => !encoded.test(one)) ?? ''
  const sign = [...pair].find((one, at) => !encoded.test(one) && !/^%[0-9A-Fa-f]{2}/.test(pair.slice(at))) ?? ''
  return `${showShort(sign)} in the query parameter ${showShort(pair.split('=', 1)[0])}`
}

const blame = (statement: string, expected: string, actual: string, out: Findings): void =>
  out.find({ statement, expected, actual, side: 'client' })

/** The first of these statements that binds callers. */
export const clientStatement = (statements: readonly string[]): string | undefined =>
  statements.find((id) => {
    const side = statementOf(id)?.side
    return side === 'client' || side === 'both'
  })

/** What is told of a call whose recording has no such header. */
export const noAuthorization = 'no Authorization header'

/** Others who record put such a word in the place of a secret. */
export const isCovered = (value: string): boolean => /redacted|\*{3}|x{6}|hidden|removed|saniti[sz]ed/i.test(value)

/** Whether callers of the platform set such a header: whoever records may leave out all of them. */
export const isCallerHeader = (name: string): boolean => /^(?:authorization$|x-)/i.test(name)

/** What is told of a call that lacks a header or another parameter. */
export const absent = 'it is absent'

function judgeSecurity({ security, path }: Operation, reading: ExchangeReading, out: Findings): void {
  const statement = clientStatement(security[0]?.statements ?? [])
  if (statement === undefined) return
  out.assert(statement)
  const authorization = reading.requestHeader('authorization') ?? ''
  const shown = security.some(({ kind, name }) => {
    if (kind === 'query') return Boolean(reading.query(name ?? ''))
    return kind === 'basic' ? /^Basic\s+\S+/i.test(authorization) : /^Bearer\s+\S+/i.test(authorization)
  })
  const isBasic = security[0]?.kind === 'basic'
  // In document B the query alone is served or refused (B-PRV-04); and others who record cover a secret, its scheme too.
  if (shown || isCovered(authorization) || (!isBasic && reading.query('access_token'))) return
  blame(
    statement,
    `a call to ${path} carries ${isBasic ? 'HTTP Basic client authentication' : 'an access token'}`,
    authorization ? 'a different Authorization header' : noAuthorization,
    out,
  )
}

function judgeParameter(parameter: Parameter, reading: ExchangeReading, out: Findings): void {
  const statement = clientStatement(parameter.statements)
  if (statement === undefined || !isJudged(parameter)) return
  const { name } = parameter
  // Path parameters are matched undecoded: what is stated of them is their encoding.
  const value =
    parameter.in === 'path'
      ? reading.match.path[name]
      : parameter.in === 'header'
        ? headerIn(reading, name.toLowerCase())
        : reading.query(name)
  if (value === undefined || (value === '' && parameter.in === 'query')) {
    const isDue = parameter.unless === undefined ? parameter.required : reading.query(parameter.unless) !== 'true'
    if (!isDue || standsElsewhere(name, reading)) return
    const { method, path } = reading.match.operation
    return out.find({
      statement,
      expected: `${method} ${path} carries ${name}${parameter.unless === undefined ? '' : ` or ${parameter.unless}=true`}`,
      actual: absent,
      side: 'client',
      parameter: name,
    })
  }
  out.assert(statement)
  const { schema, type } = parameter
  if (schema === undefined) return
  const values = parameter.each && parameter.in === 'query' ? reading.queryAll(name) : [value]
  const wrong = values.find((one) => !artefacts().validators[schema]?.(typed(one, type)))
  if (wrong === undefined) return
  // Told as it was sent, in its own letters.
  const shown = parameter.in === 'header' ? reading.requestHeader(name.toLowerCase()) : wrong
  blame(statement, `the parameter ${name} is ${artefacts().trees[schema]?.says ?? type}`, showShort(shown), out)
}

/** Headers of the request context and the query parameters that its table names for the same (A-AUT-08, 09). */
const alike: Readonly<Record<string, string>> = {
  'x-request-id': 'requestId',
  'x-client-id': 'clientId',
  'x-client-version': 'clientVersion',
}

/** What a part of a batch need not repeat, if what the batch names holds for it (A-BAT-17). */
const ofWhole = new Set(['x-client-id', 'x-client-version', 'account', 'company', 'clientIdentifier'])

/**
 * Whether what a call lacks stands in another place that counts by one reading: the sections of the Query API and of part B name the headers alone,
 * the table of the request context names a query parameter beside each; and a part may have the context of its batch.
 */
export function standsElsewhere(name: string, reading: ExchangeReading): boolean {
  const header = name.toLowerCase()
  const inQuery = alike[header]
  if (inQuery !== undefined && reading.query(inQuery)) return true
  const { around } = reading
  if (!around || !(ofWhole.has(header) || ofWhole.has(name))) return false
  return Boolean(around.requestHeader(header) ?? around.query(name)) || standsElsewhere(name, around)
}

function sentInstead({ requestJson, exchange: { request } }: ExchangeReading): string {
  if (requestJson !== undefined) return showShort(requestJson)
  return (request.body?.length ?? 0) > 0 || (request.text ?? '') !== '' ? 'a body that is no JSON in UTF-8' : 'no body'
}

/** Media types have no letter case (RFC 9110, section 8.3.1). */
const headerIn = (reading: ExchangeReading, name: string): string | undefined =>
  name === 'accept' || name === 'content-type'
    ? reading.requestHeader(name)?.toLowerCase()
    : reading.requestHeader(name)

/** An optional parameter without a constraint is documentation only. */
export const isJudged = (parameter: Parameter): boolean =>
  parameter.required || parameter.unless !== undefined || parameter.schema !== undefined

const typed = (value: string, type: string): unknown =>
  (type === 'integer' || type === 'number') && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value

function judgeBody({ body, method, path }: Operation, reading: ExchangeReading, out: Findings): void {
  const statement = clientStatement(body?.statements ?? [])
  if (!body || statement === undefined) return
  out.assert(statement)
  const type = reading.requestHeader('content-type')
  // What stands in a form is text, and each field is optional.
  if (body.also?.some((other) => type?.toLowerCase().startsWith(other))) return
  const isForm = body.mediaType === 'application/x-www-form-urlencoded'
  const fits = isForm ? type?.toLowerCase().startsWith(body.mediaType) : type === undefined || isJsonType(type)
  if (!fits)
    blame(
      statement,
      `${method} ${path} has a body of type ${body.mediaType}`,
      type === undefined ? 'no Content-Type' : `Content-Type: ${type}`,
      out,
    )
  if (isForm) judgeSchema(body.schema, reading.form, out, { side: 'client' })
  else if (artefacts().trees[body.schema]?.props && isObject(reading.requestJson))
    judgeSchema(body.schema, reading.requestJson, out, {
      side: 'client',
      binds: (stated) => clientStatement([stated]) !== undefined,
    })
  else if (!artefacts().validators[body.schema]?.(reading.requestJson))
    blame(statement, `${method} ${path} has a JSON object as its body`, sentInstead(reading), out)
}
