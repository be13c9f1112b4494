import { plainJson } from '../errors/visible.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isHeld } from './hold-folder.ts'
import { leftRed } from './last-failed.ts'
import { htmlPage } from './html-page.ts'
import { UserError } from '../errors/user-error.ts'
import { Unreachable } from '../target/unreachable.ts'
import { writePrivate } from '../errors/private-file.ts'
import { renderJUnit } from '../../reports/junit.ts'
import { foldSummary } from '../../reports/summary.ts'
import { version } from '../target/version.ts'
import { streamWriter } from '../judging/stream-writer.ts'
import { verdictWords, type Counts } from '../verdict/stream.ts'

/** For what ends a command before it has judged: a mistake of the user, or a target that is not there, is what the reports say; any other goes on as it is. */
export const thenUnjudged =
  (folder: string, target: string) =>
  (error: unknown): never => {
    if (error instanceof UserError) writeUnjudged(folder, target, error.message, 2)
    if (error instanceof Unreachable) writeUnjudged(folder, target, error.message, 3)
    throw error
  }

/** Before a command begins: it may be killed, and would leave the reports of an earlier one. */
export const writeUnfinished = (folder: string, target: string): void =>
  writeUnjudged(folder, target, 'it did not finish', 3)

/** What a command line was refused for, where it names the folder of the reports. */
export function writeRefused(words: readonly string[], why: string): void {
  const at = words.findIndex((word) => /^--out(?:=|$)/.test(word))
  const folder = words[at]?.slice('--out='.length) || words[at + 1]
  if (at >= 0 && folder && !isHeld(folder)) writeUnjudged(folder, 'nothing', why, 2)
}

/** Replaces the reports of an earlier run in this folder, which CI would take for those of this one, by reports that say why nothing was judged. */
function writeUnjudged(folder: string, target: string, why: string, exitCode: 2 | 3): void {
  const [junit, summary, page] = ['junit.xml', 'summary.json', 'index.html'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  if (![join(folder, 'report.jsonl'), junit, summary, page].some((file) => existsSync(file))) return
  // A target that was out of reach once does not make --last-failed forget.
  const again = leftRed(folder)
  const named = nameOf(target)
  const stream = streamWriter(folder)
  stream.write({ plan: { kit: version(), ...named, seed: 0, started: new Date().toISOString(), checks: [] } })
  stream.write({ notice: { kind: 'unjudged', text: why } })
  if (again) stream.write({ again })
  const counts = Object.fromEntries(verdictWords.map((word) => [word, 0])) as Counts
  stream.write({ end: { planned: 0, judged: 0, counts, exitCode, requests: 0, waitedMs: 0, ms: 0 } })
  stream.close()
  writePrivate(junit, renderJUnit(stream.records))
  writePrivate(page, htmlPage(stream.records))
  writePrivate(summary, `${plainJson(foldSummary(stream.records), 2)}\n`)
}

/** A target file tells the name that reports of judged runs have: a night out of reach is one of the same target. */
function nameOf(target: string): { readonly target: string; readonly file?: string } {
  if (!/\.ya?ml$/.test(target) || !existsSync(target)) return { target }
  try {
    const [, , name] = /^name:[ \t]*(["']?)(.+?)\1[ \t]*(?:[ \t]#.*)?\r?$/m.exec(readFileSync(target, 'utf8')) ?? []
    return name === undefined ? { target } : { target: name, file: target }
  } catch {
    return { target }
  }
}
