import type { InnerRequest } from '../batch/part.ts'
import type { House } from '../house.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { Journal } from '../store/journal.ts'

/** Where a request comes from. */
export interface Way {
  readonly house: House
  /** The request is a part of a batch. */
  readonly inBatch: boolean
}

/** A part of a batch on its way to its interface. */
export interface PartWay {
  readonly house: House
  /** From 0. */
  readonly position: number
  readonly of: number
  readonly transactional: boolean
  readonly journal: Journal
  /** The same object for all parts of one batch. */
  readonly batch: object
}

export type Passage = (request: PlatformRequest) => Promise<PlatformResponse>

/** The way of a request through the platform, for deviations that remember other requests. */
export const passageSeams = {
  passage: {
    through: (request: PlatformRequest, go: Passage, _way: Way): Promise<PlatformResponse> => go(request),
    part: (
      request: InnerRequest,
      go: (request: InnerRequest, journal?: Journal) => Promise<PlatformResponse>,
      _way: PartWay,
    ): Promise<PlatformResponse> => go(request),
  },
}
