/** The operation table that scripts/schemas/operations.mjs writes. */
export interface Operation {
  readonly id: string
  readonly interface: string
  /** Base paths of its interface as the documents write them. */
  readonly bases: readonly string[]
  /** True if its base path is not that of its interface. */
  readonly own: boolean
  readonly method: string
  readonly path: string
  readonly security: readonly SecurityScheme[]
  readonly parameters: readonly Parameter[]
  readonly body?: {
    readonly mediaType: string
    /** Other media types that the same fields may be sent in. */
    readonly also?: readonly string[]
    readonly schema: string
    readonly statements: readonly string[]
  }
  readonly responses: readonly StatedResponse[]
}

interface SecurityScheme {
  readonly kind: 'basic' | 'bearer' | 'query'
  readonly name?: string
  readonly statements: readonly string[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  /** Flag parameter that, when true, makes this one optional. */
  readonly unless?: string
  readonly type: string
  /** It may be sent several times, and each is judged. */
  readonly each?: true
  /** Absent if any value is allowed. */
  readonly schema?: string
  readonly statements: readonly string[]
}

export interface StatedResponse {
  /** 200, 2XX or default. */
  readonly status: string
  readonly statements: readonly string[]
  readonly optional: boolean
  readonly media: ReadonlyArray<{
    readonly type: string
    readonly statements: readonly string[]
    readonly schema?: string
  }>
  readonly errors: readonly StatedError[]
  readonly headers: ReadonlyArray<{ readonly name: string; readonly statements: readonly string[] }>
  readonly echo?: { readonly parameter: string; readonly field: string; readonly statements: readonly string[] }
}

export interface StatedError {
  readonly error: string
  readonly wording?: string
  readonly statements: readonly string[]
}

/** What the schemas say about each place in a value, over all branches. */
export interface Tree {
  readonly s: readonly string[]
  readonly says?: string
  /** What it is for, where the schema tells the user (`title`), with a value of the kind. */
  readonly title?: string
  readonly example?: unknown
  /** Keys that it must have. */
  readonly needed?: readonly string[]
  readonly secret?: true
  readonly props?: Readonly<Record<string, Tree>>
  /** For keys that have no place of their own. */
  readonly rest?: Tree
  readonly items?: Tree
}
