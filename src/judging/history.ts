import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseForeign } from '../exchange/bounds.ts'
import { isObject } from '../exchange/json.ts'
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

/** Two targets never share one, though a name may hold what no file should be called. */
export function historyFile(folder: string, target: string): string {
  const plainName = target.replace(/[^\w.-]+/g, '-')
  const more = plainName === target ? '' : `-${createHash('sha256').update(target).digest('hex').slice(0, 8)}`
  return join(folder, `${plainName}${more}.jsonl`)
}

/** Earlier runs against this target, oldest first. A last line that a dying process cut short is left out. */
export function readHistory(folder: string, target: string): readonly PastRun[] {
  const file = historyFile(folder, target)
  if (!existsSync(file)) return []
  const lines = withFile('read', { file }, () => readFileSync(file, 'utf8')).split('\n')
  return lines.flatMap((line, at): PastRun[] => {
    if (line === '') return []
    try {
      const run = parseForeign(line)
      if (isPastRun(run)) return [{ ...run, findings: run.findings ?? {}, tries: run.tries ?? {} }]
    } catch {
      if (at === lines.length - 1) return []
    }
    throw new UserError('this is no run of a history', { file, line: at + 1, todo: 'remove the line' })
  })
}

const holds = (value: unknown, isRight: (one: unknown) => boolean): boolean =>
  isObject(value) && Object.values(value).every(isRight)
const isText = (value: unknown): boolean => typeof value === 'string'

const isPastRun = (run: unknown): run is PastRun =>
  isObject(run) &&
  typeof run['at'] === 'string' &&
  !Number.isNaN(Date.parse(run['at'])) &&
  holds(run['verdicts'], isText) &&
  holds(run['observations'], isText) &&
  (run['findings'] === undefined || holds(run['findings'], Array.isArray)) &&
  (run['tries'] === undefined || holds(run['tries'], isObject))

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
  const failing = verdicts.filter(({ findings, is }) => findings.length > 0 && breaches.has(is))
  const said = new Map<string, string[]>()
  for (const { check, saw } of observations) if (check !== '') said.set(check, [...(said.get(check) ?? []), plain(saw)])
  return {
    ...head,
    // A part of the traffic that does not show what the baseline lists tells nothing of it.
    verdicts: Object.fromEntries(
      verdicts.map(({ check, is, listed }) => [check, listed && !breaches.has(is) ? 'not-exercised' : is]),
    ),
    findings: Object.fromEntries(
      failing.map(({ check, findings }) => [check, [...new Set(findings.map(({ fingerprint }) => fingerprint))]]),
    ),
    tries: Object.fromEntries(verdicts.flatMap(({ check, tries }) => (tries ? [[check, tries]] : []))),
    observations: Object.fromEntries([...said].map(([check, texts]) => [check, texts.join('; ')])),
  }
}

const breaches: ReadonlySet<VerdictWord> = new Set(['fail', 'known', 'warn', 'stale'])
const isJudged = (is: VerdictWord | undefined): boolean => is !== undefined && (is === 'pass' || breaches.has(is))

/** An entry of the baseline may be stale because its date is over, or because more fails than it says. */
function fails({ verdicts, findings }: PastRun, check: string): boolean {
  const is = verdicts[check]
  return is === 'fail' || is === 'known' || (is === 'stale' && (findings[check] ?? []).length > 0)
}

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
    first: [] as string[],
    fixed: [] as string[],
    still: [] as Array<{ check: string; since: string }>,
    flaky: [] as Array<Tries & { check: string }>,
    observed: [] as string[],
    changed: [] as Array<{ check: string; before: string; now: string }>,
  }
  for (const [check, is] of Object.entries(now.verdicts)) {
    if (!isJudged(is)) continue
    const past = earlier.filter((run) => isJudged(run.verdicts[check]))
    const words = [...past, now].slice(-rateRuns).map((run) => fails(run, check))
    const turns = words.filter((word, at) => at > 0 && word !== words[at - 1]).length
    const failsNow = fails(now, check)
    const lastRun = past.at(-1)
    const failedLast = lastRun !== undefined && fails(lastRun, check)
    const tries = now.tries[check]
    const isSeldom = is === 'warn' && tries !== undefined && tries.failed < tries.of
    if (turns > mostTurns) drift.flaky.push({ check, failed: words.filter(Boolean).length, of: words.length })
    else if (isSeldom) drift.flaky.push({ check, ...tries })
    // What failed and only warns now, as without --strict, is not mended.
    else if (failedLast && (failsNow || is === 'warn')) {
      const before = past.findLastIndex((run) => !fails(run, check))
      drift.still.push({ check, since: past[before + 1]?.at ?? last.at })
    } else if (failsNow) (lastRun ? drift.news : drift.first).push(check)
    else if (failedLast) drift.fixed.push(check)
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
