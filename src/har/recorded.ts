import type { HeaderList } from '../exchange/exchange.ts'

/** A body as far as the recorder has it. */
export interface Captured {
  /** From its first byte; fewer than `size` where it was truncated. */
  readonly bytes: Buffer
  /** Bytes that were on the wire. */
  readonly size: number
  /** Why none of it may be written. */
  readonly dropped?: string
  /** Decoded size of the whole body; set where `bytes` are only its beginning, already decoded. */
  readonly decodedSize?: number
  /** The file beside the recording with the whole body, decoded and free of secrets. */
  readonly aside?: Aside
}

interface Aside {
  /** Path from the folder of the recording. */
  readonly file: string
  readonly sha256: string
  readonly size: number
}

export type Broken = 'upstream-reset' | 'client-abort' | 'upstream-unreachable' | 'timeout' | 'invalid-http'

/** One request and its response, as they were on the wire. */
export interface CapturedExchange {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Milliseconds by a monotonic clock. */
  readonly waitMs: number
  readonly receiveMs: number
  readonly method: string
  readonly url: string
  readonly httpVersion: string
  readonly requestHeaders: HeaderList
  readonly requestBody: Captured
  /** Whether the request had come to its end; a body in chunks does not tell it otherwise. */
  readonly sentWhole: boolean
  /** 0 where there was no response. */
  readonly status: number
  readonly statusText: string
  readonly responseHeaders: HeaderList
  readonly responseBody: Captured
  /** How the exchange failed, if it did. */
  readonly broken?: Broken
  /** By what error, in the words of the system or of TLS, such as CERT_HAS_EXPIRED. */
  readonly code?: string
}
