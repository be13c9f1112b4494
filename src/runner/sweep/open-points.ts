import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml'
import { validateKitFile } from '../../contract/index.ts'
import { UserError } from '../../errors/user-error.ts'
import { matchesGlob } from '../../verdict/glob.ts'
import { statementOf } from '../../verdict/statements.ts'

type Decision = 'lawful' | 'same' | 'unreachable' | 'gap'

/** One decision on mutants that no check tells. */
export interface OpenPoint {
  /** Globs over the ids of mutants. */
  readonly mutants: readonly string[]
  /** lawful: a sentence allows it; same: nobody can see a difference; unreachable: no request can show it; gap: a check is still missing. */
  readonly is: Decision
  /** The statements that leave the point open, or that would be broken. */
  readonly statements: readonly string[]
  readonly because: string
  /** Line in its file. */
  readonly line: number
}

/** The decisions that stand in suites/open-points.yaml. */
export function loadOpenPoints(file = fileURLToPath(fileOfPackage())): OpenPoint[] {
  const lines = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines })
  const refuse = (offset: number, what: string): never => {
    throw new UserError(what, { file, line: lines.linePos(offset).line })
  }
  const malformed = document.errors[0]
  if (malformed) refuse(malformed.pos[0], `this is not YAML: ${malformed.message}`)
  const broken = validateKitFile('open-points', document.toJS())[0]
  if (broken) {
    const [, position] = /^\/(\d+)/.exec(broken.instancePath) ?? []
    const item = isSeq(document.contents) && position ? document.contents.items[Number(position)] : undefined
    refuse(isMap(item) ? (item.range?.[0] ?? 0) : 0, broken.message ?? 'it is not valid')
  }
  const { items } = document.contents as unknown as { items: Array<{ range?: [number]; toJSON(): unknown }> }
  return items.map((item) => {
    const entry = item.toJSON() as Omit<OpenPoint, 'line'>
    const unknown = entry.statements.find((id) => !statementOf(id))
    if (unknown) refuse(item.range?.[0] ?? 0, `there is no statement ${unknown}`)
    return { ...entry, line: lines.linePos(item.range?.[0] ?? 0).line }
  })
}

/** In a build and in the sources alike, suites/ is beside src/. */
const fileOfPackage = () => {
  const here = new URL('../../../suites/open-points.yaml', import.meta.url)
  return import.meta.url.endsWith('.ts') ? here : new URL(here.href.replace('/dist/suites/', '/suites/'))
}

/** The first decision that speaks of a mutant. */
export const decisionOn = (id: string, points: readonly OpenPoint[]): OpenPoint | undefined =>
  points.find(({ mutants }) => mutants.some((glob) => matchesGlob(glob, id)))

/** Globs that match no mutant: each is an error, as whoever reads it believes that it decides something. */
export const idle = (points: readonly OpenPoint[], ids: readonly string[]): string[] =>
  points.flatMap(({ mutants, line }) =>
    mutants
      .filter((glob) => !ids.some((id) => matchesGlob(glob, id)))
      .map((glob) => `suites/open-points.yaml:${line}: '${glob}' matches no mutant`),
  )
