import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { actions, roles } from '../dispatch/machine.ts'
import { UserError } from '../errors/user-error.ts'
import { writePrivate } from '../errors/private-file.ts'
import { readUserFile, withFile } from '../errors/user-file.ts'

/** What repeats a finding against any target: positions of rows and records, no value of the target that it was found on. */
export interface Replay {
  readonly fuzz: 'cql' | 'batch' | 'dispatch'
  readonly case: unknown
  /** For the reader: the query as it was sent, without its scope. */
  readonly query?: string
  /** The exact bytes that were sent as the body, in base64. */
  readonly bytes?: string
}

const wrote = '"fieldproof fuzz" writes them into its --out folder'

export function readReplay(file: string): Replay {
  const text = readUserFile(file)
  let read: Partial<Replay> | null
  try {
    read = JSON.parse(text) as Partial<Replay> | null
  } catch (error) {
    throw new UserError(`it is not JSON (${(error as Error).message})`, { file, todo: wrote })
  }
  if (
    (read?.fuzz !== 'cql' && read?.fuzz !== 'batch' && read?.fuzz !== 'dispatch') ||
    typeof read.case !== 'object' ||
    read.case === null ||
    !isCase(read.fuzz, read.case)
  ) {
    throw new UserError('it is not a replay file of "fieldproof fuzz"', { file, todo: wrote })
  }
  return read as Replay
}

function isCase(fuzz: Replay['fuzz'], one: object): boolean {
  const { law, questions, steps, form } = one as Readonly<Record<string, unknown>>
  if (fuzz === 'cql') return typeof law === 'string' && Array.isArray(questions) && questions.length === 2
  if (fuzz === 'dispatch') return Array.isArray(steps) && steps.every(isStep)
  return Array.isArray(steps) && typeof form === 'object' && form !== null
}

function isStep(step: unknown): boolean {
  const { on, action, role } = (step ?? {}) as Readonly<Record<string, unknown>>
  const isAction = actions.some((one) => one === action) && roles.some((one) => one === role)
  return (on === 0 || on === 1) && (action === 'plan' || isAction)
}

/** Writes a replay file named by its case, so that the same finding is one file. */
export function writeReplay(folder: string, replay: Replay): string {
  withFile('written', { file: folder }, () => mkdirSync(folder, { recursive: true }))
  const name = createHash('sha256').update(JSON.stringify(replay.case)).digest('hex').slice(0, 12)
  const file = join(folder, `${replay.fuzz}-${name}.json`)
  writePrivate(file, `${JSON.stringify(replay, null, 2)}\n`)
  return file
}

/** What was found before, tried first. A folder that is not there yet is empty. */
export function readCorpus(folder: string, isNamed = false): Replay[] {
  if (!isNamed && !existsSync(folder)) return []
  return withFile('read', { file: folder }, () => readdirSync(folder))
    .filter((name) => /^(?:cql|batch|dispatch)-[0-9a-f]+\.json$/.test(name))
    .sort()
    .map((name) => readReplay(join(folder, name)))
}
