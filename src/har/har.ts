export interface NameValue {
  readonly name: string
  readonly value: string
}

export interface Content {
  readonly size: number
  readonly mimeType: string
  readonly compression?: number
  readonly text?: string
  readonly encoding?: 'base64'
  readonly comment?: string
  /** Where a body stands that is too large for an entry: beside the recording, decoded. */
  readonly _file?: string
  readonly _sha256?: string
}

/** An entry of HAR 1.2, with all that importers in use insist on. */
export interface HarEntry {
  readonly startedDateTime: string
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly httpVersion: string
    readonly cookies: readonly []
    readonly headers: readonly NameValue[]
    readonly queryString: readonly NameValue[]
    readonly headersSize: number
    readonly bodySize: number
    readonly postData?: Omit<Content, 'size' | 'compression'>
  }
  readonly response: {
    readonly status: number
    readonly statusText: string
    readonly httpVersion: string
    readonly cookies: readonly []
    readonly headers: readonly NameValue[]
    readonly redirectURL: string
    readonly headersSize: number
    readonly bodySize: number
    readonly content: Content
    readonly _error?: string
  }
  readonly cache: Readonly<Record<string, never>>
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
  readonly _recorder?: { readonly outcome: string; readonly truncated: true }
}

export const harHead = (creator: { readonly name: string; readonly version: string }): string =>
  `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"pages":[],"entries":[`

/** What stands after the last entry: five bytes that the next one overwrites. */
export const harTail = '\n]}}\n'
