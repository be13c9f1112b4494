import type { House } from './house.ts'
import type { PlatformRequest, PlatformResponse } from './http/message.ts'
import type { Query } from './http/query.ts'
import type { Journal } from './store/journal.ts'
import type { ClusterCode } from './world/types.ts'

/** One routed request, as passed to a handler. It has no socket, so a batch can pass its parts to the same handlers. */
export interface Call {
  readonly request: PlatformRequest
  /** The cluster that received the request. */
  readonly cluster: ClusterCode
  /** Path parameters, percent-decoded once; `rawParams` as received. */
  readonly params: Readonly<Record<string, string>>
  readonly rawParams: Readonly<Record<string, string>>
  readonly query: Query
  /** Name of the operation that its route serves, such as data-put. */
  readonly operation: string
  /** The transaction that this request shares with others. */
  readonly journal?: Journal
  /** Answers another request on behalf of this one, within a transaction. */
  serve(request: PlatformRequest, journal: Journal): Promise<PlatformResponse>
  /** First value of a header field; names are case-insensitive. */
  header(name: string): string | undefined
}

export interface Route {
  readonly method: string
  /** Path below the cluster's address, parameters as `:name`. A literal segment wins over a parameter. */
  readonly path: string
  handle(call: Call, house: House): PlatformResponse | Promise<PlatformResponse>
}

/** An interface of the documents: its routes. Routes `at` the origin exist once; routes at a cluster exist below each cluster's address. */
export interface Interface {
  readonly name: string
  readonly at: 'origin' | 'cluster'
  readonly routes: readonly Route[]
}
