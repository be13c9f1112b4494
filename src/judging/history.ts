import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../errors/user-error.ts'
import { withFile } from '../errors/user-file.ts'
import { writePrivate } from '../errors/private-file.ts'
import type { Tries } from '../verdict/baseline.ts'
import type { HistoryNews, StreamRecord, TrendPoint, Verdict, VerdictWord } from '../verdict/stream.ts'

/** One run, as a line of DIR/<target>.jsonl keeps it. */
export interface PastRun {
  /** ISO time of its start. */
  readonly at: string
  readonly kit: string
  readonly seed: number
  readonly exitCode: number
  readonly verdicts: Readonly<Record<string, VerdictWord>>
  /** Of what failed: fingerprints. */
  readonly findings: Readonly<Record<string, readonly string[]>>
  /** Of what was tried again. */
  readonly tries: Readonly<Record<string, Tries>>
  /** What the target does where the documents leave it open, by check. */
  readonly observations: Readonly<Record<string, string>>
}

/** As many runs are kept for each target: more than half a year of nights. */
const keptRuns = 200
/** Over as many runs a check is looked at for failing only sometimes. */
const rateRuns = 20
/** As many runs the picture of a report shows. */
const trendRuns = 30
/** A check that broke and was mended turned twice; one that turns more often fails by turns. */
const mostTurns = 2

export const historyFile = (folder: string, target: string): string =>
  join(folder, `${target.replace(/[^\w.-]+/g, '-')}.jsonl`)

/** Earlier runs against this target, oldest first. A last line that a dying process cut short is left out. */
export function readHistory(folder: string, target: string): readonly PastRun[] {
  const file = historyFile(folder, target)
  if (!existsSync(file)) return []
  const lines = withFile('read', { file }, () => readFileSync(file, 'utf8')).split('\n')
  return lines.flatMap((line, at): PastRun[] => {
    if (line === '') return []
    try {
      const run = JSON.parse(line) as PastRun
      if (typeof run.at === 'string' && typeof run.verdicts === 'object' && typeof run.observations === 'object')
        return [run]
    } catch {
      if (at === lines.length - 1) return []
    }
    throw new UserError('this is no run of a history', { file, line: at + 1, todo: 'remove the line' })
  })
}

/** Adds a run; the oldest go. */
export function appendHistory(folder: string, target: string, earlier: readonly PastRun[], run: PastRun): void {
  withFile('written', { file: folder }, () => mkdirSync(folder, { recursive: true }))
  const kept = [...earlier, run].slice(-keptRuns)
  writePrivate(historyFile(folder, target), kept.map((one) => `${JSON.stringify(one)}\n`).join(''))
}

/** What a history keeps of a run. */
export function pastRunOf(
  verdicts: readonly Verdict[],
  observations: readonly Extract<StreamRecord, { observation: unknown }>['observation'][],
  head: Pick<PastRun, 'at' | 'kit' | 'seed' | 'exitCode'>,
): PastRun {
  const failing = verdicts.filter(({ findings, is }) => findings.length > 0 && (isFailing(is) || is === 'warn'))
  const said = new Map<string, string[]>()
  for (const { check, saw } of observations) if (check !== '') said.set(check, [...(said.get(check) ?? []), plain(saw)])
  return {
    ...head,
    verdicts: Object.fromEntries(verdicts.map(({ check, is }) => [check, is])),
    findings: Object.fromEntries(
      failing.map(({ check, findings }) => [check, [...new Set(findings.map(({ fingerprint }) => fingerprint))]]),
    ),
    tries: Object.fromEntries(verdicts.flatMap(({ check, tries }) => (tries ? [[check, tries]] : []))),
    observations: Object.fromEntries([...said].map(([check, texts]) => [check, texts.join('; ')])),
  }
}

const isFailing = (is: VerdictWord | undefined): boolean => is === 'fail' || is === 'known'
const isJudged = (is: VerdictWord | undefined): boolean =>
  isFailing(is) || is === 'pass' || is === 'warn' || is === 'stale'

/** Without what differs from run to run: ids, times, names and numbers that the kit made up, how many rows there were. */
const plain = (text: string): string =>
  text
    .replace(/\b[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\b/gi, '<id>')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z?/g, '<time>')
    .replace(/\bf[0-9a-z]{4}0[0-9a-z]{4}\b/g, '<name>')
    .replace(/\d{5,}/g, '<n>')
    .replace(/\b\d{2,}(?= rows\b)/g, '<n>')

/** What is different from the earlier runs, each check compared with the last run that judged it. */
export function driftFrom(earlier: readonly PastRun[], now: PastRun): HistoryNews | undefined {
  const last = earlier.at(-1)
  if (!last) return undefined
  const drift = {
    runs: earlier.length,
    last: last.at,
    news: [] as string[],
    fixed: [] as string[],
    still: [] as Array<{ check: string; since: string }>,
    flaky: [] as Array<Tries & { check: string }>,
    observed: [] as string[],
    changed: [] as Array<{ check: string; before: string; now: string }>,
  }
  for (const [check, is] of Object.entries(now.verdicts)) {
    if (!isJudged(is)) continue
    const past = earlier.filter((run) => isJudged(run.verdicts[check]))
    const words = [...past, now].slice(-rateRuns).map((run) => isFailing(run.verdicts[check]))
    const turns = words.filter((word, at) => at > 0 && word !== words[at - 1]).length
    const failsNow = isFailing(is)
    const failedLast = isFailing(past.at(-1)?.verdicts[check])
    const tries = now.tries[check]
    if (turns > mostTurns) drift.flaky.push({ check, failed: words.filter(Boolean).length, of: words.length })
    else if (failsNow && failedLast) {
      const before = past.findLastIndex((run) => !isFailing(run.verdicts[check]))
      drift.still.push({ check, since: past[before + 1]?.at ?? last.at })
    } else if (failsNow) drift.news.push(check)
    else if (failedLast) drift.fixed.push(check)
    else if (is === 'warn' && tries && tries.failed < tries.of) drift.flaky.push({ check, ...tries })
  }
  for (const [check, said] of Object.entries(now.observations)) {
    const before = earlier.findLast((run) => run.observations[check] !== undefined)?.observations[check]
    if (before === undefined) drift.observed.push(check)
    else if (before !== said) drift.changed.push({ check, before, now: said })
  }
  return { ...drift, trend: [...earlier, now].slice(-trendRuns).map(pointOf) }
}

function pointOf({ at, exitCode, verdicts }: PastRun): TrendPoint {
  const words = Object.values(verdicts)
  const count = (is: VerdictWord): number => words.filter((word) => word === is).length
  return {
    at,
    exitCode,
    passed: count('pass'),
    failed: count('fail'),
    warned: count('warn'),
    blocked: count('blocked') + count('kit-error'),
  }
}
