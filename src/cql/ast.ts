/** A value as written: a quoted string, a bare number or boolean, or me(). */
export type Value =
  { readonly text: string } | { readonly number: number } | { readonly flag: boolean } | { readonly me: true }

/** A field, a field of a linked record, or an embedded field with the resource it points to. */
export interface Criterion {
  readonly path: readonly string[]
  readonly resource?: string
}

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='

/** One level with its operators in source order, also if AND and OR are mixed: their precedence depends on the reading. */
export interface Join {
  readonly kind: 'join'
  readonly operators: ReadonlyArray<'AND' | 'OR'>
  readonly parts: readonly Ast[]
}

export type Ast =
  | Join
  | { readonly kind: 'not'; readonly part: Ast }
  | { readonly kind: 'compare'; readonly criterion: Criterion; readonly operator: Comparison; readonly value: Value }
  | {
      readonly kind: 'like'
      readonly criterion: Criterion
      readonly operator: 'like' | 'ilike'
      readonly pattern: string
    }
  | { readonly kind: 'in'; readonly criterion: Criterion; readonly values: readonly Value[] }
  | { readonly kind: 'null'; readonly criterion: Criterion }
  | { readonly kind: 'contains'; readonly criterion: Criterion; readonly value: Value }

export const join = (operator: 'AND' | 'OR', parts: readonly Ast[]): Ast =>
  parts.length === 1 ? (parts[0] as Ast) : { kind: 'join', operators: parts.slice(1).map(() => operator), parts }

export const field = (name: string): Criterion => ({ path: [name] })

/** Every node, the root first. */
export function* nodesOf(ast: Ast): Generator<Ast> {
  yield ast
  if (ast.kind === 'join') for (const part of ast.parts) yield* nodesOf(part)
  if (ast.kind === 'not') yield* nodesOf(ast.part)
}
