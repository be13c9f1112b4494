import { headerOf, type WireRequest, type WireResponse } from '../exchange/exchange.ts'
import type { ContractFacts } from '../contract/facts.ts'
import type { InnerRequest } from '../batch/http-head.ts'
import { isMultipart, openBatch, requestsIn } from '../batch/open-batch.ts'
import { jsonIn } from './compare-answer.ts'
import { routeOf, type RecordedRoute } from './route.ts'

/** One call: a request of its own, or the part of a batch. */
export interface Call {
  readonly method: string
  readonly route: RecordedRoute | undefined
  readonly headers: WireRequest['headers']
  readonly body: Uint8Array
}

const isBatch = (route: RecordedRoute | undefined): boolean => route?.operation.interface === 'batch'

/** The calls that a request holds: itself, or those of its parts. A part that cannot be read is none. */
export function callsIn(request: WireRequest, facts: ContractFacts): Array<Call | undefined> {
  const route = routeOf(request.method, request.url, facts)
  if (!isBatch(route))
    return [{ method: request.method, route, headers: request.headers, body: request.body ?? new Uint8Array() }]
  return requestsIn(request).parts.map((part) => ('broken' in part ? undefined : callOf(part.message, facts)))
}

/** A part names a path; one that names a full address breaks a rule and is a call all the same (A-BAT-04). */
export const callOf = ({ method, target, headers, body }: InnerRequest, facts: ContractFacts): Call => ({
  method,
  headers,
  body,
  route: /^(?:https?:\/\/[^/]+)?\//i.test(target)
    ? routeOf(method.toUpperCase(), target.startsWith('/') ? `http://part${target}` : target, facts)
    : undefined,
})

/** Ids and external ids that the records in a body carry. */
export function namesIn(body: Uint8Array): { readonly ids: string[]; readonly externalIds: string[] } {
  const json = jsonIn(body)?.json
  const records = (Array.isArray(json) ? json : [json]).filter(
    (record): record is Record<string, unknown> => typeof record === 'object' && record !== null,
  )
  const texts = (key: string) =>
    records.map((record) => record[key]).filter((value): value is string => typeof value === 'string' && value !== '')
  return { ids: texts('id'), externalIds: texts('externalId') }
}

/** What one call was answered. */
export interface CallAnswer {
  readonly status: number
  readonly body: Uint8Array
  /** Last segment of the address in its Location. */
  readonly located?: string | undefined
}

export const isDone = (answer: CallAnswer | undefined): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300

/** The answer to each call of a request: the one there is, or those in the parts. */
export function answersTo(
  request: WireRequest,
  response: WireResponse | undefined,
  facts: ContractFacts,
): Array<CallAnswer | undefined> {
  if (!response) return []
  if (!isBatch(routeOf(request.method, request.url, facts)) || !isMultipart(response.headers)) return [told(response)]
  return openBatch({ id: '', startedAt: 0, ms: 0, request, response }).exchanges.map(
    (part) => part?.response && told(part.response),
  )
}

const told = ({ status, headers, body }: WireResponse): CallAnswer => ({
  status,
  body,
  located: headerOf(headers, 'Location')?.split(/[?#]/)[0]?.replace(/\/+$/, '').split('/').at(-1),
})

/** The record in an answer that holds one. */
export function recordAnswered(answer: CallAnswer | undefined): Readonly<Record<string, unknown>> | undefined {
  const data = (jsonIn(answer?.body ?? new Uint8Array())?.json as { data?: unknown } | null | undefined)?.data
  const [element] = Array.isArray(data) && data.length === 1 ? (data as unknown[]) : []
  const [record] = typeof element === 'object' && element !== null ? (Object.values(element) as unknown[]) : []
  return typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : undefined
}
