/** A request as the platform's HTTP edge sees it: path and query undecoded, header order and case kept. */
export interface PlatformRequest {
  readonly method: string
  /** Path and query exactly as received, beginning with '/'. */
  readonly target: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Buffer
  /** Scheme and host that the request came to, such as http://127.0.0.1:4010: every address in an answer is built from it. */
  readonly origin: string
}

/** How an answer is put on the wire where it is not the plain way. */
export interface Framing {
  /** The interim responses before it. */
  readonly interim?: readonly (102 | 103)[]
  readonly undated?: true
  /** Not at all: the connection ends instead. */
  readonly hungUp?: true
  /** In chunks of so many bytes, with a trailer, on a connection that ends. */
  readonly chunks?: { readonly bytes: number; readonly trailer: readonly [name: string, value: string] }
  /** Without a length: the body ends with the connection. In pieces of so many bytes, the first of them so many milliseconds after the head. */
  readonly untilClose?: { readonly bytes?: number; readonly lateMs?: number }
}

export interface PlatformResponse {
  readonly status: number
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Buffer
  readonly framing?: Framing
}

/** A filter at the HTTP edge, for requests and responses: for deviations that no rule covers. */
export interface WireFilter {
  readonly request?: (request: PlatformRequest) => PlatformRequest
  /** `now` is the platform's time, in milliseconds since the epoch. */
  readonly response?: (response: PlatformResponse, request: PlatformRequest, now: number) => PlatformResponse
  /** Codings and the like, which no other filter may meet: the last thing that is done to a response. */
  readonly last?: (response: PlatformResponse, request: PlatformRequest) => PlatformResponse
}
