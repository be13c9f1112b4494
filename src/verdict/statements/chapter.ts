import type { Level, Side } from '../level.ts'

/** What one chapter of an interface document states, in the order of its numbers. */
export interface Chapter {
  readonly chapter: string
  readonly statements: readonly {
    readonly id: string
    readonly level: Level
    readonly side: Side
    readonly says: string
  }[]
}
