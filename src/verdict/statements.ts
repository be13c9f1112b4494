import type { Level, Side } from './level.ts'
import { partA } from './statements/part-a.ts'
import { partB } from './statements/part-b.ts'

export interface Statement {
  readonly id: string
  readonly level: Level
  readonly side: Side
  /** The chapter of the documents that it stems from. */
  readonly chapter: string
  /** What it states, in one or two sentences of our own. */
  readonly says: string
}

/** Every statement of both documents, by number. The wording of a check is its requirement's own. */
export const statements: readonly Statement[] = [...partA, ...partB].flatMap(({ chapter, statements }) =>
  statements.map((statement) => ({ ...statement, chapter })),
)

const byId = new Map(statements.map((statement) => [statement.id, statement]))

export const statementOf = (id: string): Statement | undefined => byId.get(id)
