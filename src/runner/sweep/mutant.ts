import type { PlatformRequest, PlatformResponse } from '../../platform/http/message.ts'

/** One change on the wire, made to every exchange of an operation. Plain data, so that it can go to another thread. */
export interface Mutant {
  /** `<operation>: <place>: <operator>` */
  readonly id: string
  /** Operation of the contract, such as `data/list`; within a batch with `part ` before it. */
  readonly operation: string
  /** Such as `request query company` or `response 200 body data[].<record>.subject`. */
  readonly place: string
  readonly operator: string
  /** Field names that are places of their own; all others of a record are the place `<other>`. */
  readonly fields: readonly string[]
}

/** What a mutated edge forwards to. */
export interface Behind {
  forward(request: PlatformRequest): Promise<PlatformResponse>
  /** The same, with a function that takes its effect back; absent where the target cannot do that. */
  undoably?(request: PlatformRequest): Promise<{ readonly response: PlatformResponse; undo(): void }>
  /** Milliseconds since the epoch. */
  now(): number
}

/** Stands between kit and target. */
export type Edge = (request: PlatformRequest, behind: Behind) => Promise<PlatformResponse>
