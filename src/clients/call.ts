/** What any client call may bend; a well-formed call needs none of it. */
export interface CallOptions {
  /** Query parameters on top of the usual ones; undefined takes a usual one away; a list repeats it. */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Header fields on top of the usual ones; undefined takes a usual one away. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** How the access token is carried: header (usual), query, or not at all; or a token other than the identity's. */
  readonly token?: 'header' | 'query' | 'none' | { readonly value: string }
  /** Another cluster's address instead of the identity's own. */
  readonly base?: string
}
