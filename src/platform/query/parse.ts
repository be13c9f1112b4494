import peggy from 'peggy'
import { statementGrammar } from './grammar.ts'

export interface Path {
  readonly alias: string
  readonly field: string
}
export type Value = string | number | boolean

export type Condition =
  | { readonly any: readonly Condition[] }
  | { readonly all: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly path: Path; readonly unset: boolean }
  | { readonly path: Path; readonly among: readonly Value[] }
  | { readonly path: Path; readonly pattern: string }
  | { readonly path: Path; readonly operator: string; readonly value: Value }

export interface Statement {
  readonly columns: readonly Path[]
  readonly resource: string
  readonly alias: string
  readonly joins: ReadonlyArray<{
    readonly resource: string
    readonly alias: string
    readonly on: readonly [Path, Path]
  }>
  readonly where: Condition | null
  readonly order: ReadonlyArray<Path & { readonly direction: 'asc' | 'desc' }>
  readonly limit: number | null
  readonly offset: number | null
}

/** Why a statement is refused. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused'
}

let parser: peggy.Parser | undefined

/** Parses a statement; throws StatementRefused if it is not valid. */
export function parseStatement(text: string): Statement {
  parser ??= peggy.generate(statementGrammar)
  try {
    return parser.parse(text) as Statement
  } catch (error) {
    throw new StatementRefused(error instanceof Error ? error.message : String(error))
  }
}
