/** One part of a batch as received: part headers with lower-case names, and the bytes of the request in it. */
export interface Part {
  readonly headers: Readonly<Record<string, string>>
  readonly content: Buffer
}

/** The request in a part. */
export interface InnerRequest {
  readonly method: string
  /** The request target as written. */
  readonly target: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Buffer
}

/** Why a message or a part is refused. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}
