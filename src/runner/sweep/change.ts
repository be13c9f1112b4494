import type { PlatformRequest, PlatformResponse } from '../../platform/http/message.ts'
import type { Addressed } from './operation-of.ts'

/** Thrown for a mutant of another version of the kit. */
export class UnknownOperator extends Error {}

/** A change to one exchange of an operation. */
export interface Change {
  ask(request: PlatformRequest, found: Addressed): PlatformRequest
  answer(response: PlatformResponse, request: PlatformRequest): PlatformResponse
  /** A request of another operation that was taken. */
  learn?(request: PlatformRequest, found: Addressed): void
}
