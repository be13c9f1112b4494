import { headerOf, type WireRequest, type WireResponse } from '../exchange/exchange.ts'
import type { ContractFacts } from '../contract/facts.ts'
import { readMessage } from '../batch/read.ts'
import { requestIn, responseIn, type InnerRequest } from '../batch/http-head.ts'
import { jsonIn } from './compare-answer.ts'
import { routeOf, type Route } from './route.ts'

/** One call: a request of its own, or the part of a batch. */
export interface Call {
  readonly method: string
  readonly route: Route | undefined
  readonly headers: WireRequest['headers']
  readonly body: Uint8Array
}

/** The calls that a request holds: itself, or those of its parts. A part that cannot be read is none. */
export function callsOf(request: WireRequest, facts: ContractFacts): Array<Call | undefined> {
  const route = routeOf(request.method, request.url, facts)
  if (route?.operation.interface !== 'batch')
    return [{ method: request.method, route, headers: request.headers, body: request.body ?? new Uint8Array() }]
  return readMessage(headerOf(request.headers, 'Content-Type'), request.body ?? new Uint8Array()).parts.map((part) => {
    const read = requestIn(part)
    return 'broken' in read ? undefined : callOf(read.message, facts)
  })
}

export const callOf = ({ method, target, headers, body }: InnerRequest, facts: ContractFacts): Call => ({
  method,
  headers,
  body,
  route: target.startsWith('/') ? routeOf(method.toUpperCase(), `http://part${target}`, facts) : undefined,
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

/** The answer of each call: the one there is, or those in the parts. */
export function answersOf(response: WireResponse | undefined): Array<CallAnswer | undefined> {
  if (!response) return []
  const told = ({ status, headers, body }: Pick<WireResponse, 'status' | 'headers' | 'body'>): CallAnswer => ({
    status,
    body,
    located: headerOf(headers, 'Location')?.split(/[?#]/)[0]?.replace(/\/+$/, '').split('/').at(-1),
  })
  const type = headerOf(response.headers, 'Content-Type')
  if (!/^\s*multipart\//i.test(type ?? '')) return [told(response)]
  return readMessage(type, response.body).parts.map((part) => {
    const read = responseIn(part)
    return 'broken' in read ? undefined : told(read.message)
  })
}

/** The record in an answer that holds one. */
export function recordOf(answer: CallAnswer | undefined): Readonly<Record<string, unknown>> | undefined {
  const data = (jsonIn(answer?.body ?? new Uint8Array())?.json as { data?: unknown } | null | undefined)?.data
  const [element] = Array.isArray(data) && data.length === 1 ? (data as unknown[]) : []
  const [record] = typeof element === 'object' && element !== null ? (Object.values(element) as unknown[]) : []
  return typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : undefined
}
