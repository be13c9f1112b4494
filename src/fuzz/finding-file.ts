import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What repeats a finding against any target: positions of rows and records, no value of the target that it was found on. */
export interface Replay {
  readonly fuzz: 'cql' | 'batch'
  readonly case: unknown
  /** For the reader: the query as it was sent, without its scope. */
  readonly query?: string
  /** The exact bytes that were sent as the body, in base64. */
  readonly bytes?: string
}

export class ReplayError extends Error {}

export function readReplay(file: string): Replay {
  let read: Partial<Replay> | null
  try {
    read = JSON.parse(readFileSync(file, 'utf8')) as Partial<Replay>
  } catch (error) {
    throw new ReplayError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (
    (read?.fuzz !== 'cql' && read?.fuzz !== 'batch') ||
    typeof read.case !== 'object' ||
    read.case === null ||
    !isCase(read.fuzz, read.case)
  ) {
    throw new ReplayError(`${file}: this is no replay file of "fieldproof fuzz"`)
  }
  return read as Replay
}

function isCase(fuzz: Replay['fuzz'], one: object): boolean {
  const { law, questions, steps, form } = one as Readonly<Record<string, unknown>>
  return fuzz === 'cql'
    ? typeof law === 'string' && Array.isArray(questions) && questions.length === 2
    : Array.isArray(steps) && typeof form === 'object' && form !== null
}

/** Writes a replay file named by its case, so that the same finding is one file. */
export function writeReplay(folder: string, replay: Replay): string {
  mkdirSync(folder, { recursive: true })
  const name = createHash('sha256').update(JSON.stringify(replay.case)).digest('hex').slice(0, 12)
  const file = join(folder, `${replay.fuzz}-${name}.json`)
  writeFileSync(file, `${JSON.stringify(replay, null, 2)}\n`)
  return file
}

/** What was found before, tried first. A folder that is not there yet is empty. */
export function readCorpus(folder: string): Replay[] {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  return names
    .filter((name) => /^(?:cql|batch)-[0-9a-f]+\.json$/.test(name))
    .sort()
    .map((name) => readReplay(join(folder, name)))
}
