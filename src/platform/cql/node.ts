/** A value as written: quoted text, bare number or boolean, or me(). */
export type Literal =
  { readonly text: string } | { readonly number: number } | { readonly flag: boolean } | { readonly me: true }

/** A criterion: a field, a field of a linked record, or an embedded object field with its resource. */
export interface Criterion {
  readonly path: readonly string[]
  readonly resource?: string
}

export type Node =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Node[] }
  | { readonly kind: 'not'; readonly part: Node }
  | { readonly kind: 'compare'; readonly criterion: Criterion; readonly operator: string; readonly value: Literal }
  | {
      readonly kind: 'like'
      readonly criterion: Criterion
      readonly operator: 'like' | 'ilike'
      readonly pattern: string
    }
  | { readonly kind: 'in'; readonly criterion: Criterion; readonly values: readonly Literal[] }
  | { readonly kind: 'null'; readonly criterion: Criterion }
  | { readonly kind: 'contains'; readonly criterion: Criterion; readonly value: Literal }
  | { readonly kind: 'function'; readonly name: string }

/** Terms of one level with the operators between them, in source order: their precedence is a rule. */
export interface Sequence {
  readonly first: Term
  readonly rest: ReadonlyArray<{ readonly operator: 'AND' | 'OR'; readonly term: Term }>
}
export type Term =
  Node | { readonly kind: 'group'; readonly inside: Sequence } | { readonly kind: 'negated'; readonly inside: Sequence }

/** Why a query is refused. */
export class QueryRefused extends Error {
  override readonly name = 'QueryRefused'
  readonly why:
    | 'malformed'
    | 'unbalanced'
    | 'field'
    | 'below'
    | 'ordering'
    | 'contains'
    | 'object'
    | 'collection'
    | 'function'
    | 'type'
    | 'limit'
  constructor(why: QueryRefused['why'], message: string) {
    super(message)
    this.why = why
  }
}
