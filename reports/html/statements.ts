import type { Level } from '../../src/verdict/level.ts'
import type { JudgedCheck, RunView } from '../run-view.ts'
import type { CameTo } from './bits.ts'

/** What the kit knows of a statement of the documents beside the run. */
export interface StatementNote {
  readonly statement: string
  /** What it shares with its neighbours in the documents: those that nothing looks at stand beside them. */
  readonly chapter?: string
  readonly level: Level
  /** In one or two sentences of our own. */
  readonly says: string
  readonly requirements?: readonly string[]
  /** Why nothing can check it. */
  readonly untested?: string
  /** Faults that its checks caught in the last proof; absent if there is none that still holds. */
  readonly faults?: readonly string[]
  /** Changes on the wire that its checks told in the last sweep; absent if there is none that still holds. */
  readonly mutants?: readonly string[]
}

/** A statement with what the run made of it. */
export interface TracedStatement extends StatementNote {
  readonly standing: CameTo
  /** Its checks of this run, by requirement. */
  readonly checks: ReadonlyMap<string, readonly JudgedCheck[]>
}

/** The first of these that a check of the statement came to is what the statement came to. */
const worstFirst: readonly CameTo[] = [
  'fail',
  'stale',
  'kit-error',
  'blocked',
  'not-judged',
  'warn',
  'known',
  'pass',
  'observed',
  'not-exercised',
  'not-applicable',
]

export const standingOf = ({ verdict }: JudgedCheck): CameTo => verdict?.is ?? 'not-judged'

export const worstOf = (standings: readonly CameTo[]): CameTo | undefined =>
  worstFirst.find((word) => standings.includes(word))

/** All statements by the interface that looks at them first; those that nothing here looks at stand beside their neighbours by number. */
export function tracedByInterface(
  view: RunView,
  notes: readonly StatementNote[],
): ReadonlyMap<string, readonly TracedStatement[]> {
  const checks = new Map<string, JudgedCheck[]>()
  for (const check of view.checks)
    for (const source of check.planned.sources) checks.set(source, [...(checks.get(source) ?? []), check])
  const known = new Set(notes.map(({ statement }) => statement))
  // A stream of another version may cite what this one does not know.
  const unknown = [...checks].filter(([id]) => !known.has(id)).map(([id, [first]]) => noteOf(id, first))
  const chapters = new Map<string, string>()
  for (const { statement, chapter } of notes) {
    const [first] = checks.get(statement) ?? []
    if (first && chapter !== undefined && !chapters.has(chapter)) chapters.set(chapter, first.planned.interface)
  }
  const groups = new Map<string, TracedStatement[]>(view.interfaces.map(({ name }) => [name, []]))
  for (const note of [...notes, ...unknown]) {
    const own = checks.get(note.statement) ?? []
    const home = own[0]?.planned.interface ?? chapters.get(note.chapter ?? '') ?? ''
    const standing = worstOf(own.map(standingOf)) ?? (note.untested === undefined ? 'not-planned' : 'untested')
    groups.set(home, [...(groups.get(home) ?? []), { ...note, standing, checks: byRequirement(own) }])
  }
  return groups
}

const noteOf = (statement: string, first: JudgedCheck | undefined): StatementNote => ({
  statement,
  level: first?.planned.level ?? 'must',
  says: '',
})

function byRequirement(checks: readonly JudgedCheck[]): ReadonlyMap<string, readonly JudgedCheck[]> {
  const groups = new Map<string, JudgedCheck[]>()
  for (const check of checks) {
    const { requirement } = check.planned
    groups.set(requirement, [...(groups.get(requirement) ?? []), check])
  }
  return groups
}
