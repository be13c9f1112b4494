import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import type { Question } from '../../suites/data/cql/question.ts'

/** What repeats a finding against any target: positions of rows, no value of the target that it was found on. */
export interface Replay {
  readonly fuzz: 'cql'
  readonly law: string
  readonly questions: readonly [Question, Question]
  /** For the reader: the query as it was sent, without its scope. */
  readonly query?: string
}

export class ReplayError extends Error {}

export function readReplay(file: string): Replay {
  let read: Partial<Replay>
  try { read = JSON.parse(readFileSync(file, 'utf8')) as Partial<Replay> } catch (error) { throw new ReplayError(`${file}: ${error instanceof Error ? error.message : String(error)}`) }
  if (read?.fuzz !== 'cql' || typeof read.law !== 'string' || !Array.isArray(read.questions) || read.questions.length !== 2) {
    throw new ReplayError(`${file}: this is no replay file of "fieldproof fuzz cql"`)
  }
  return read as Replay
}

/** Writes a replay file named by its contents, so that the same finding is one file. */
export function writeReplay(folder: string, replay: Replay): string {
  mkdirSync(folder, { recursive: true })
  const text = `${JSON.stringify(replay, null, 2)}\n`
  const name = createHash('sha256').update(JSON.stringify([replay.law, replay.questions])).digest('hex').slice(0, 12)
  const file = join(folder, `cql-${name}.json`)
  writeFileSync(file, text)
  return file
}

/** What was found before, tried first. A folder that is not there yet is empty. */
export function readCorpus(folder: string): Replay[] {
  let names: string[]
  try { names = readdirSync(folder) } catch { return [] }
  return names.filter((name) => /^cql-[0-9a-f]+\.json$/.test(name)).sort().map((name) => readReplay(join(folder, name)))
}
