/** What the edge has seen at one place so far. */
export interface PlaceMemory {
  /** The first value of all exchanges; of requests, the first that was taken (2xx). */
  readonly first?: unknown
  /** The last value that stood in another record, or in another request. */
  readonly another?: unknown
  /** The value of this record before its present one. */
  readonly stale?: unknown
}
