import type { Level, Side } from './level.ts'
import type { Chapter } from './statements/chapter.ts'
import { kitRules } from './statements/kit.ts'
import { partA } from './statements/part-a.ts'
import { partB } from './statements/part-b.ts'

export interface Statement {
  readonly id: string
  readonly level: Level
  readonly side: Side
  /** The chapter of the documents that it comes from. */
  readonly chapter: string
  /** What it states, in one or two sentences of our own. */
  readonly says: string
}

/** Every statement of both documents, by number. The wording of a check is its requirement's own. */
export const statements: readonly Statement[] = [...partA, ...partB].flatMap(inChapter)

function inChapter({ chapter, statements: stated }: Chapter): readonly Statement[] {
  return stated.map((statement) => ({ ...statement, chapter }))
}

const byId = new Map([...statements, ...kitRules.flatMap(inChapter)].map((statement) => [statement.id, statement]))

/** A statement of the documents, or a rule of the kit. */
export const statementOf = (id: string): Statement | undefined => byId.get(id)

/** Statements of a team's own documents: findings cite them, coverage of the two documents leaves them out. */
export function addStatements(own: readonly Statement[]): void {
  for (const statement of own) byId.set(statement.id, statement)
}

/** How a finding cites a statement: number, sentence and level. An unknown number is a bug of ours. */
export function citationOf(id: string): {
  readonly statement: string
  readonly sentence: string
  readonly level: Level
} {
  const found = statementOf(id)
  if (!found) throw new Error(`there is no statement ${id}`)
  return { statement: id, sentence: found.says, level: found.level }
}
