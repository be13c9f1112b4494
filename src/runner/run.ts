import { join, resolve } from 'node:path'
import { shellWord } from '../exchange/shell.ts'
import { isOpen } from '../target/ledger.ts'
import type { Target } from '../target/target.ts'
import type { BaselineEntry } from '../verdict/baseline.ts'
import { causesOf, knownCausesOf } from '../verdict/causes.ts'
import { exitCodeOf, type Gate } from '../verdict/exit-code.ts'
import { judge } from '../verdict/judge.ts'
import type { Outcome } from '../verdict/outcome.ts'
import { verdictWords, type Counts, type StreamRecord, type Verdict } from '../verdict/stream.ts'
import { derivedFold } from '../judging/derived-fold.ts'
import { dispatchMatrix, type Visit } from '../judging/dispatch-matrix.ts'
import { lateAtMostMs, type Assignment, type Hosted } from './host/assignment.ts'
import { leftOutLine, orLeftOut, unreadLine } from './left-out.ts'
import { knownChapters, knownRules } from '../judging/known-rules.ts'
import { entriesUnused, unusedInWords } from '../judging/unused-entries.ts'
import { driftFrom, pastRunOf, type PastRun } from '../judging/history.ts'
import { newerChecks } from '../judging/newer-checks.ts'
import { costlyChecks, plannedBy, type Selection } from '../judging/plan.ts'
import { rerunCommand } from '../judging/rerun.ts'
import { streamWriter } from '../judging/stream-writer.ts'
import { version } from '../target/version.ts'
import type { Check } from '../kit/check.ts'
import type { RunPlan } from './run-plan.ts'
import { vitestHost, type Host, type HostEvents } from './vitest-host.ts'
import { withBesides } from './with-besides.ts'
import { watchdog, type TimeLimit } from './watchdog.ts'

export interface RunOptions {
  readonly target: Target
  readonly secrets: readonly string[]
  /** How the user named the target; rerun lines use it. */
  readonly rerunTarget: string
  /** Folder of a team's own requirements and checks. */
  readonly suites?: string
  /** What `runPlan` made of the selection. */
  readonly planned: RunPlan
  readonly selection: Selection
  readonly strict: boolean
  readonly seed: number
  readonly baseline: readonly BaselineEntry[]
  /** Earlier runs against this target: what is different from them is told. */
  readonly earlier?: readonly PastRun[]
  /** What makes the run red, if it is not the usual. */
  readonly gate?: Gate
  readonly out: string
  /** What is not judged by then is blocked. */
  readonly time?: TimeLimit
  readonly requests?: number
  /** Generated cases that found something before: tried first. */
  readonly corpus?: readonly unknown[]
  readonly onVerdict?: (verdict: Verdict, done: number) => void
  /** Told what the user has to know and no report may hold. */
  readonly onSecret?: (line: string) => void
  /** One that is loading already; the run closes it. */
  readonly host?: Promise<Host>
  /** Aborted on SIGINT: running checks are stopped, objects cleaned up, the report written. */
  readonly signal?: AbortSignal
}

export interface RunResult {
  readonly records: readonly StreamRecord[]
  readonly exitCode: 0 | 1 | 3
  readonly interrupted: boolean
  /** What a history keeps of it. */
  readonly past: PastRun
  /** The thread of the checks could not be ended: only the end of the process does that. */
  readonly lost: boolean
}

const isGenerating = ({ kind }: Check): boolean => kind === 'property' || kind === 'model'

/** Another run may be without it, or without the same cases. */
const isDrawnOrHeavy = (check: Check): boolean => isGenerating(check) || check.sampled === true || check.heavy === true

const isUnselected = (selection: Selection): boolean =>
  Object.keys(selection).every((key) => ['heavy', 'undrawn', 'set'].includes(key))

const stalledAfterMs = 330_000

/** Host, judge, reconcile: one report stream, always with a footer unless the process dies. */
export async function run(options: RunOptions): Promise<RunResult> {
  const started = Date.now()
  const selection = { ...options.selection, seed: options.seed }
  const { catalogue, plan } = options.planned
  const stream = streamWriter(options.out)
  const { index, of } = options.selection.shard ?? {}
  stream.write({
    plan: {
      kit: version(),
      target: options.target.name,
      ...(options.rerunTarget === 'embedded' ? {} : { file: options.rerunTarget }),
      seed: options.seed,
      started: new Date(started).toISOString(),
      checks: plan.planned,
      ...(options.strict ? { strict: true as const } : {}),
      ...(options.target.writes ? {} : { writes: false as const }),
      ...(selection.set ? { set: selection.set.name } : {}),
      ...(Object.keys(plan.undrawn).length > 0 ? { undrawn: plan.undrawn } : {}),
      ...(of ? { shard: `${index}/${of}` } : {}),
    },
  })

  const verdicts = new Map<string, Verdict>()
  let isEnding = false
  const isWhole = isUnselected(options.selection)
  const derived = new Set([...plan.contract, ...plan.elsewhere].map(({ id }) => id))
  const known = knownRules(verdicts)
  const knownOfDrawn = knownChapters(verdicts)
  const leftOut = new Set<string>()
  let leftOutBecause: string | undefined
  const tried = new Set<string>()
  const visits: Visit[] = []
  const generating = new Set([...plan.checks, ...plan.drivers].filter(isGenerating).map(({ id }) => id))
  const mayLack = new Set([...plan.checks, ...plan.drivers].filter(isDrawnOrHeavy).map(({ id }) => id))
  const during = (check: string) => ({ check, seeded: generating.has(check), drawn: mayLack.has(check) })
  const heldBack: Array<Parameters<typeof settle>> = []
  const heavy = new Set(costlyChecks(catalogue).map(({ id }) => id))
  const fold = derivedFold(
    [...plan.contract, ...plan.elsewhere],
    rerunCommand(options.rerunTarget, {
      seed: options.seed,
      suites: options.suites,
      strict: options.strict,
      isHeavy: (id) => heavy.has(id),
    }),
  )
  const settle = (id: string, outcome: Outcome, ms: number) => {
    const planned = plan.planned.find((candidate) => candidate.id === id)
    if (outcome.is !== 'blocked' || !outcome.leftOut) tried.add(id)
    else leftOutBecause ??= outcome.because
    if (!planned || verdicts.has(id)) return
    if (outcome.is === 'blocked' && outcome.leftOut) leftOut.add(id)
    // What blocked it may prove to be known by the end, and what its setup steps broke may be told by the checks of that rule.
    const waits =
      outcome.is === 'blocked'
        ? outcome.findings && options.baseline.length > 0
        : outcome.is === 'breach'
          ? generating.has(id) && options.baseline.length > 0
          : (outcome.is === 'held' || outcome.is === 'observed') && outcome.besides
    if (waits && !isEnding) return void heldBack.push([id, outcome, ms])
    const verdict = judge(planned, withBesides(outcome, verdicts.values()), Math.round(ms), {
      strict: options.strict,
      baseline: options.baseline,
      now: started,
      knownElsewhere: known,
      ...(generating.has(id) ? { knownOfDrawn } : {}),
      isPart: !isWhole && derived.has(id),
    })
    verdicts.set(id, verdict)
    stream.write({ verdict })
    if (verdict.is === 'observed') {
      const texts =
        verdict.saw ?? verdict.findings.map((finding) => `expected ${finding.expected}; got ${finding.actual}`)
      for (const saw of texts) stream.write({ observation: { statement: planned.sources[0] ?? '', check: id, saw } })
    }
    options.onVerdict?.(verdict, verdicts.size)
  }

  const dog = watchdog({ stalledAfterMs, ...(options.time ? { time: options.time } : {}) })
  const isInterrupted = () => options.signal?.aborted ?? false
  const ended = () => (isInterrupted() ? 'the run was interrupted' : dog.why())
  const ledgerFile = join(resolve(options.out), 'ledger.jsonl')
  const host = await (options.host ?? vitestHost())
  const assignment: Assignment = {
    target: options.target,
    secrets: options.secrets,
    checks: plan.checks.map(({ id }) => id),
    drivers: plan.drivers.map(({ id }) => id),
    listed: plan.checks
      .filter(({ id }) => options.baseline.some((entry) => entry.rate === undefined && entry.check === id))
      .map(({ id }) => id),
    seed: options.seed,
    ledgerFile,
    rerunTarget: options.rerunTarget,
    strict: options.strict,
    spacingMs: options.target.has.includes('clock') ? 0 : 2000,
    ...(options.suites ? { suites: options.suites } : {}),
    corpus: options.corpus ?? [],
    ...(options.requests ? { requests: options.requests } : {}),
    ...(options.time ? { time: options.time } : {}),
  }
  const events: HostEvents = {
    result(id: string, hosted: Hosted | undefined, error: string | undefined, ms: number) {
      dog.fed()
      const stopped = ended()
      if (!hosted && stopped) return settle(id, { is: 'blocked', because: stopped, leftOut: true }, ms)
      if (!hosted) return settle(id, { is: 'crashed', because: error ?? 'the check ended without a result' }, ms)
      if ('gated' in hosted) return settle(id, hosted.gated, ms)
      hosted.attempt.sights.forEach((sight) => fold.add({ ...sight, during: during(id) }))
      for (const exchange of hosted.attempt.exchanges) stream.write({ exchange })
      visits.push(...hosted.attempt.visits.map((visit) => ({ ...visit, check: id })))
      settle(id, hosted.attempt.outcome, ms)
    },
    stopped: dog.heard,
    cleaning: dog.fed,
    trouble: (text) => stream.write({ notice: { kind: 'watchdog', text } }),
  }
  const interrupt = () => host.stop({ stop: 'the run was interrupted' })
  if (isInterrupted()) interrupt()
  options.signal?.addEventListener('abort', interrupt, { once: true })
  void dog.bites
    .then(() => host.stop({ stop: dog.why() ?? '', ...(options.time ? { doneBy: Date.now() + lateAtMostMs } : {}) }))
    .catch(() => undefined)

  const farewell = await Promise.race([host.run(assignment, events), dog.gaveUp])
  const why = ended()
  if (why) stream.write({ notice: { kind: 'watchdog', text: why } })
  const clean = `npx fieldproof clean --ledger ${shellWord(join(options.out, 'ledger.jsonl'))} --target ${shellWord(options.rerunTarget)}`
  for (const line of farewell?.leftBehind ?? [])
    stream.write({
      notice:
        line === farewell?.passwordLeft
          ? { kind: 'password', text: `${line}. To try it again: ${clean}` }
          : { kind: 'cleanup', text: line },
    })
  for (const line of farewell?.secrets ?? []) options.onSecret?.(line)
  const { listLag } = farewell ?? {}
  if (listLag) stream.write({ observation: { statement: 'A-DAT-02', check: '', saw: listLag.text } })
  if (listLag?.lags) stream.write({ notice: { kind: 'target', text: listLag.text } })
  if (!farewell && isOpen(ledgerFile))
    stream.write({
      notice: {
        kind: 'cleanup',
        text: `the run could not clean up. Run ${clean}`,
      },
    })
  const early = { why: why ?? leftOutBecause, tried }
  for (const check of plan.contract) settle(check.id, orLeftOut(check.id, fold.outcome(check), plan, early), 0)
  isEnding = true
  const elsewhere = plan.elsewhere.flatMap((check): Verdict[] => {
    const outcome = fold.outcome(check)
    if (outcome.is !== 'breach') return []
    return [
      judge(plannedBy(check, selection.set), outcome, 0, {
        strict: options.strict,
        baseline: options.baseline,
        now: started,
        isPart: true,
      }),
    ]
  })
  for (const verdict of elsewhere) stream.write({ elsewhere: verdict })
  for (const late of heldBack) settle(...late)
  for (const { id } of plan.planned) {
    settle(
      id,
      why
        ? { is: 'blocked', because: why, leftOut: true }
        : { is: 'crashed', because: 'the test host never reported it' },
      0,
    )
  }

  const omitted = leftOutLine(plan, leftOut)
  if (omitted) stream.write({ notice: { kind: isInterrupted() ? 'left-out' : 'budget', text: omitted } })
  const judged = [...verdicts.values()]
  const unread = options.target.writes ? undefined : unreadLine(judged)
  if (unread) stream.write({ notice: { kind: 'left-out', text: unread } })
  const { shard: part, ...others } = options.selection
  const unlisted =
    isUnselected(others) && !why ? entriesUnused(options.baseline, [...judged, ...elsewhere], started, plan.absent) : []
  const unused = part ? [] : unusedInWords(unlisted)
  if (part) for (const entry of unlisted) stream.write({ unused: entry })
  for (const text of unused) stream.write({ notice: { kind: 'baseline', text } })
  if (selection.set)
    for (const text of newerChecks(selection.set, plan, judged)) stream.write({ notice: { kind: 'set', text } })
  const counts = Object.fromEntries(
    verdictWords.map((word) => [word, judged.filter(({ is }) => is === word).length]),
  ) as Counts
  const exitCode = exitCodeOf(plan.planned, [...judged, ...elsewhere.filter(({ is }) => is === 'fail')], {
    strict: options.strict,
    emptyAllowed: options.selection.shard !== undefined,
    unusedEntries: unused.length,
    ...(options.gate ? { gate: options.gate } : {}),
  })
  const interrupted = isInterrupted()
  if (farewell) {
    stream.write({ requests: farewell.exercised })
    stream.write({ traffic: farewell.traffic })
  }
  const matrix = dispatchMatrix(visits, plan.planned, verdicts, selection.heavy ? [] : costlyChecks(catalogue))
  if (matrix) stream.write({ matrix })
  for (const cause of causesOf(plan.planned, judged)) stream.write({ cause })
  for (const cause of knownCausesOf(plan.planned, judged)) stream.write({ known: cause })
  const observations = stream.records.flatMap((record) => ('observation' in record ? [record.observation] : []))
  const head = { at: new Date(started).toISOString(), kit: version(), seed: options.seed, exitCode }
  const past = pastRunOf(judged, observations, head)
  const drift = driftFrom(options.earlier ?? [], past)
  if (drift) stream.write({ drift })
  const took = Date.now() - started
  const beyondBudget = (farewell?.requests ?? 0) - (options.requests ?? options.target.limits.requests)
  stream.write({
    end: {
      planned: plan.planned.length,
      judged: judged.length,
      counts,
      exitCode,
      requests: farewell?.requests ?? 0,
      ...(beyondBudget > 0 ? { beyondBudget } : {}),
      waitedMs: farewell?.waitedMs ?? 0,
      waitingMs: Math.min(farewell?.waitingMs ?? 0, took),
      ms: took,
      ...(interrupted ? { interrupted } : {}),
      ...(options.gate ? { gate: options.gate } : {}),
    },
  })
  stream.close()
  dog.rest()
  // A thread in an endless loop cannot be closed. The reports are written, so the process may exit anyway.
  if (!dog.lost()) await host.close()
  return { records: stream.records, exitCode, interrupted, past, lost: dog.lost() }
}
