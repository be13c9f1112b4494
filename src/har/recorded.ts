import type { HeaderList } from '../exchange/exchange.ts'

/** A body as far as it was kept. */
export interface Captured {
  /** From its first byte on; fewer than its size where it was cut. */
  readonly bytes: Buffer
  /** Bytes that were on the wire. */
  readonly size: number
  /** Why nothing of it may be written. */
  readonly dropped?: string
  /** Bytes of the whole body without its encoding, where `bytes` are its beginning, decoded already. */
  readonly decodedSize?: number
  /** The whole of it, decoded and cleared of secrets, in a file beside the recording. */
  readonly aside?: Aside
}

interface Aside {
  /** Path from the folder of the recording. */
  readonly file: string
  readonly sha256: string
  readonly size: number
}

export type Broken = 'upstream-reset' | 'client-abort' | 'upstream-unreachable' | 'timeout' | 'invalid-http'

/** One request and what came of it, as they were on the wire. */
export interface Recorded {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Milliseconds by a clock that never goes back. */
  readonly waitMs: number
  readonly receiveMs: number
  readonly method: string
  readonly url: string
  readonly httpVersion: string
  readonly requestHeaders: HeaderList
  readonly requestBody: Captured
  /** 0 where there was no response. */
  readonly status: number
  readonly statusText: string
  readonly responseHeaders: HeaderList
  readonly responseBody: Captured
  /** How the exchange ended where it did not end well. */
  readonly broken?: Broken
}
