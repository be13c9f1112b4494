/** Kinds of request that no check sends, and why not; `*` stands for any characters in both names. */
export interface Explained {
  /** Id of an operation in schemas/. */
  readonly operation: string
  /** The kind of request, as "list coverage --requests" writes it. */
  readonly cell: string
  readonly because: string
}

export const explainedHoles: readonly Explained[] = []
