/** Header fields as on the wire: order, letter case and repeats kept. */
export type HeaderList = ReadonlyArray<readonly [name: string, value: string]>

export interface WireRequest {
  readonly method: string
  /** Absolute URL, exactly as sent (percent-encoding untouched). */
  readonly url: string
  readonly headers: HeaderList
  readonly body?: Uint8Array
  /** The body as text, if it was kept as text: saves decoding it. */
  readonly text?: string
}

export interface WireResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: HeaderList
  readonly body: Uint8Array
  /** As in WireRequest. */
  readonly text?: string
}

/** One request and its response as they were on the wire. */
export interface Exchange {
  /** Trace id, of which the X-Request-ID is made; unique within a run. */
  readonly id: string
  readonly request: WireRequest
  /** Absent if no complete response came; `failure` says why. */
  readonly response?: WireResponse
  readonly failure?: 'timeout' | 'connection' | 'malformed' | 'too-large'
  /** Which bound an answer that is `too-large` was over. */
  readonly excess?: string
  /** Milliseconds since the epoch, on the kit's clock. */
  readonly startedAt: number
  readonly ms: number
}

/** First value of a header field; names are case-insensitive. */
export const headerOf = (headers: HeaderList, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
