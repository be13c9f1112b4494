export interface NameValue {
  readonly name: string
  readonly value: string
}

/**
 * How much of a body a recording has: all of it; its beginning; nothing; or all of it in a file beside the recording, perhaps with its
 * beginning in the entry.
 */
export type Kept = 'whole' | 'cut' | 'absent' | 'aside'

export interface Content {
  readonly size: number
  readonly mimeType: string
  readonly compression?: number
  readonly text?: string
  readonly encoding?: 'base64'
  /** For people: why a body is not whole. Nothing reads it. */
  readonly comment?: string
  /** Absent in recordings of other programs and of earlier versions. */
  readonly _kept?: Kept
  /** The decoded body in full, where it is too large for an entry: path from the folder of the recording. */
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
  readonly _recorder?: { readonly outcome: string; readonly truncated: true; readonly code?: string }
}

export const harHead = (creator: { readonly name: string; readonly version: string }): string =>
  `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"pages":[],"entries":[`

/** The five bytes after the last entry, which the next entry overwrites. */
export const harTail = '\n]}}\n'
