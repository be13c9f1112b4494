/** One part of a batch as it came: part headers with names in lower case, and the bytes of the request in it. */
export interface Part {
  readonly headers: Readonly<Record<string, string>>
  readonly content: Buffer
}

/** The request that a part holds. */
export interface InnerRequest {
  readonly method: string
  /** As written after the method. */
  readonly target: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Buffer
}

/** Why a message or a part is not taken. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}
