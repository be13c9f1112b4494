/** One request of a batch. */
export interface BatchRequest {
  readonly method: string
  /** Path and query as sent. */
  readonly path: string
  readonly headers?: ReadonlyArray<readonly [name: string, value: string]>
  readonly body?: Uint8Array | string
  readonly contentId?: string
  /** Header fields of the part itself, besides its type and Content-ID. */
  readonly partHeaders?: ReadonlyArray<readonly [name: string, value: string]>
}

export const bytesOf = (body: Uint8Array | string | undefined): Buffer =>
  body === undefined
    ? Buffer.alloc(0)
    : typeof body === 'string'
      ? Buffer.from(body, 'utf8')
      : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
