/** What a check may override in any client call; a well-formed call needs none of it. */
export interface CallOptions {
  /** Query parameters on top of the usual ones; undefined removes a usual one; a list repeats the parameter. */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Header fields on top of the usual ones; undefined removes a usual one. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** How the access token is sent: header (the default), query, or not at all; or a token other than the identity's. */
  readonly token?: 'header' | 'query' | 'none' | { readonly value: string }
  /** Writes the names and values of the query, instead of the usual percent-encoding of RFC 3986. */
  readonly encoded?: (text: string) => string
  /** Writes the path, which is given with its ids in the usual encoding. */
  readonly path?: (path: string) => string
  /** Another cluster's address instead of the identity's own. */
  readonly base?: string
}
