import { headerOf, type WireRequest } from '../../verdict/exchange.ts'
import type { ContractFacts } from '../../contract/facts.ts'
import { readMessage } from '../../batch/read.ts'
import { requestIn, type InnerRequest } from '../../batch/http-head.ts'
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
  if (route?.operation.interface !== 'batch') return [{ method: request.method, route, headers: request.headers, body: request.body ?? new Uint8Array() }]
  return readMessage(headerOf(request.headers, 'Content-Type'), request.body ?? new Uint8Array()).parts.map((part) => {
    const read = requestIn(part)
    return 'broken' in read ? undefined : callOf(read.message, facts)
  })
}

export const callOf = ({ method, target, headers, body }: InnerRequest, facts: ContractFacts): Call =>
  ({ method, headers, body, route: target.startsWith('/') ? routeOf(method.toUpperCase(), `http://part${target}`, facts) : undefined })

/** Ids and external ids that the records in a body carry. */
export function namesIn(body: Uint8Array): { readonly ids: string[]; readonly externalIds: string[] } {
  const json = jsonIn(body)?.json
  const records = (Array.isArray(json) ? json : [json]).filter((record): record is Record<string, unknown> => typeof record === 'object' && record !== null)
  const texts = (key: string) => records.map((record) => record[key]).filter((value): value is string => typeof value === 'string' && value !== '')
  return { ids: texts('id'), externalIds: texts('externalId') }
}
