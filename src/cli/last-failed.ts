import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readStreamFile } from '../../reports/read-stream.ts'
import { foldRun } from '../../reports/run-view.ts'
import { resultInWords } from '../../reports/terminal/last-line.ts'
import { didYouMean } from '../errors/nearest.ts'
import { UserError } from '../errors/user-error.ts'
import type { LeftRed, StreamRecord, VerdictWord } from '../verdict/stream.ts'

export interface LastFailed {
  /** Checks that the last run did not find right, or did not come to. */
  readonly checks: readonly string[]
  /** By which it drew its cases. */
  readonly seed: number
  /** Checks whose traffic showed what schemas and monitors found. */
  readonly drivers: readonly string[]
  /** How that run ended, if not with 0: it may be red although no check is. */
  readonly ended?: LeftRed['ended']
  /** It was the shard that is asked for now: what it left red is not to be divided once more. */
  readonly divided: boolean
}

const mayBeRed: ReadonlySet<VerdictWord> = new Set(['fail', 'warn', 'stale', 'blocked', 'kit-error'])

const reportIn = (folder: string): string => join(folder, 'report.jsonl')

/** What the last run into this folder that judged anything did not find right; undefined where none did. */
export function leftRed(folder: string): LeftRed | undefined {
  const file = reportIn(folder)
  if (!existsSync(file)) return undefined
  let records: readonly StreamRecord[]
  try {
    records = readStreamFile(file)
  } catch {
    return undefined
  }
  const view = foldRun(records)
  const { plan, checks, exchanges, exitCode } = view
  if (!plan || checks.length === 0) return records.flatMap((record) => ('again' in record ? [record.again] : []))[0]
  const shown = checks.flatMap(({ planned, verdict }) =>
    /\/(?:contract|traffic)$/.test(planned.id) ? (verdict?.findings ?? []) : [],
  )
  return {
    seed: plan.seed,
    ...(plan.shard === undefined ? {} : { shard: plan.shard }),
    ...(exitCode === 0 ? {} : { ended: { exitCode, said: resultInWords(view) } }),
    checks: Object.fromEntries(
      checks.flatMap(({ planned: { id }, verdict }) =>
        !verdict || mayBeRed.has(verdict.is) ? [[id, verdict?.is ?? ('not-exercised' as const)]] : [],
      ),
    ),
    drivers: [
      ...new Set(shown.flatMap((finding) => finding.exchanges.flatMap((id) => exchanges.get(id)?.check ?? []))),
    ],
  }
}

/** What the last run into this folder left red; `words` are the verdicts that count as such. Throws UserError for a check that is none of these. */
export function lastFailed(
  folder: string,
  words: readonly VerdictWord[],
  known: readonly string[],
  shard?: { readonly index: number; readonly of: number },
): LastFailed {
  const file = reportIn(folder)
  const refuse = (what: string, todo = '--last-failed reads the report of the last run with the same --out'): never => {
    throw new UserError(what, { file, todo })
  }
  if (!existsSync(file)) return refuse('there is no such report')
  const red = leftRed(folder) ?? refuse('the last run judged nothing')
  const now = shard && `${shard.index}/${shard.of}`
  if (now !== undefined && red.shard !== undefined && red.shard !== now)
    return refuse(
      `the last run was shard ${red.shard}, and this is ${now}`,
      'give --last-failed the --shard and the --out of that run',
    )
  const checks = Object.entries(red.checks).flatMap(([check, is]) =>
    is === 'not-exercised' || words.includes(is) ? [check] : [],
  )
  const strange = checks.filter((check) => !known.includes(check))
  if (strange.length > 0)
    return refuse(
      `there is no check ${strange[0]}${strange.length > 1 ? `, nor ${strange.length - 1} others` : ''} that the last run left red`,
      `${didYouMean(strange[0] ?? '', known) ?? 'it was one of another version'}; give the --suites of that run, or run without --last-failed`,
    )
  return {
    checks,
    seed: red.seed,
    drivers: red.drivers,
    ...(red.ended ? { ended: red.ended } : {}),
    divided: now !== undefined && red.shard === now,
  }
}
