/** The operation on a record, as passed to the rules. */
export interface Step {
  readonly operation: 'create' | 'get' | 'list' | 'put' | 'patch' | 'delete'
  /** Whether the path addresses the record by id or external id. */
  readonly by: 'id' | 'externalId'
  /** No record with that id or external id exists, so a successful write creates it. */
  readonly creates: boolean
}

export type Fields = Readonly<Record<string, unknown>>

/** Who writes: a user, or a client acting for itself (client_credentials). */
export interface Writer {
  readonly userId?: string
  readonly userName?: string
  readonly clientId: string
}

/** The response; `body` is sent as JSON, undefined sends no body. */
export interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: ReadonlyArray<readonly [name: string, value: string]>
}

/** Why a well-formed write is refused. */
export type Cause = 'exists' | 'lock' | 'unversioned' | 'inlined' | 'required' | 'reference' | 'external-id'
