import { isOfSide } from '../src/verdict/of-side.ts'
import { redOf, type Redness } from '../src/verdict/exit-code.ts'
import type {
  Cause,
  Counts,
  PlannedCheck,
  ReportedExchange,
  StreamRecord,
  Verdict,
  HistoryNews,
} from '../src/verdict/stream.ts'
import { noCounts } from './wording.ts'
import { troublesOf } from './troubles.ts'

type Part<K extends string> = Extract<StreamRecord, Record<K, unknown>>[K &
  keyof Extract<StreamRecord, Record<K, unknown>>]
export type StreamPlan = Part<'plan'>
export type End = Part<'end'>
type Notice = Part<'notice'>

export interface JudgedCheck {
  readonly planned: PlannedCheck
  /** Absent if the run ended before it was judged. */
  readonly verdict?: Verdict
}

export interface InterfaceView {
  readonly name: string
  readonly checks: readonly JudgedCheck[]
  readonly counts: Counts
  readonly unjudged: number
}

/** What every report shows: one fold, so that no two reports can disagree. */
export interface RunView {
  readonly plan?: StreamPlan
  readonly end?: End
  readonly checks: readonly JudgedCheck[]
  readonly interfaces: readonly InterfaceView[]
  readonly total: InterfaceView
  readonly exchanges: ReadonlyMap<string, ReportedExchange>
  readonly requirements: ReadonlyMap<string, PlannedCheck>
  readonly notices: readonly Notice[]
  /** What is red, and the warnings, by cause. */
  readonly causes: readonly Cause[]
  /** What the baseline knows, by cause. */
  readonly known: readonly Cause[]
  /** What is different from earlier runs, if the user keeps them. */
  readonly drift?: HistoryNews
  /** What this shard saw of checks that others judge. */
  readonly elsewhere: readonly Verdict[]
  /** Why the stream is not the report of a finished run; empty if it is. */
  readonly troubles: readonly string[]
  /** The checks that make the run red, by id; its exit code goes by the same. */
  readonly red: ReadonlyMap<string, Redness>
  readonly exitCode: number
}

export function foldRun(records: readonly StreamRecord[]): RunView {
  const verdicts = new Map<string, Verdict>()
  const exchanges = new Map<string, ReportedExchange>()
  const notices: Notice[] = []
  const causes: Cause[] = []
  const known: Cause[] = []
  const elsewhere: Verdict[] = []
  let plan: StreamPlan | undefined
  let end: End | undefined
  let drift: HistoryNews | undefined
  for (const record of records) {
    if ('plan' in record) plan = record.plan
    else if ('verdict' in record) verdicts.set(record.verdict.check, record.verdict)
    else if ('elsewhere' in record) elsewhere.push(record.elsewhere)
    else if ('exchange' in record) exchanges.set(record.exchange.id, record.exchange)
    else if ('notice' in record) notices.push(record.notice)
    else if ('cause' in record) causes.push(record.cause)
    else if ('known' in record) known.push(record.known)
    else if ('drift' in record) drift = record.drift
    else if ('end' in record) end = record.end
  }
  const checks = (plan?.checks ?? []).map((planned) => ({ planned, verdict: verdicts.get(planned.id) }))
  const names = [...new Set(checks.map(({ planned }) => planned.interface))]
  const total = viewOf('total', checks)
  const troubles = troublesOf(plan, end, verdicts, total)
  return {
    plan,
    end,
    checks,
    total,
    exchanges,
    notices,
    causes: end ? causes : checks.flatMap(({ verdict }) => (verdict ? ownCause(verdict) : [])),
    known: known.length > 0 ? known : checks.flatMap(({ verdict }) => (verdict ? ownKnown(verdict) : [])),
    elsewhere,
    ...(drift ? { drift } : {}),
    troubles,
    interfaces: names.map((name) =>
      viewOf(
        name,
        checks.filter(({ planned }) => planned.interface === name),
      ),
    ),
    red: redIn(plan, end, [...verdicts.values(), ...elsewhere.filter(({ is }) => is === 'fail')]),
    requirements: new Map(checks.map(({ planned }) => [planned.requirement, planned])),
    exitCode: exitCodeOf(end, troubles, total.counts),
  }
}

function redIn(plan: StreamPlan | undefined, end: End | undefined, verdicts: readonly Verdict[]): RunView['red'] {
  const checks = plan?.checks ?? []
  const others = new Set(checks.flatMap((one) => (isOfSide(end?.side, one) ? [] : [one.id])))
  return redOf(
    checks,
    verdicts.filter(({ check }) => !others.has(check)),
    { strict: plan?.strict ?? false, ...(end?.gate ? { gate: end.gate } : {}) },
  )
}

/** A stream that broke off tells no causes: then each red check stands for itself. */
function ownCause({ check, is, because = is, findings: [finding] }: Verdict): Cause[] {
  if (!['fail', 'stale', 'blocked', 'kit-error', 'warn'].includes(is)) return []
  const own = (...words: ReadonlyArray<Verdict['is']>): readonly string[] => (words.includes(is) ? [check] : [])
  return [
    {
      id: finding?.symptom ?? because,
      check,
      ...(finding ? { finding: finding.fingerprint } : {}),
      symptoms: finding ? [finding.symptom] : [],
      failed: own('fail', 'stale'),
      blocked: own('blocked', 'kit-error'),
      warned: own('warn'),
    },
  ]
}

/** Streams of earlier versions tell none of what is known, and those that broke off. */
const ownKnown = (verdict: Verdict): Cause[] => (verdict.is === 'known' ? ownCause({ ...verdict, is: 'fail' }) : [])

function viewOf(name: string, checks: readonly JudgedCheck[]): InterfaceView {
  const counts = noCounts()
  for (const { verdict } of checks) if (verdict) counts[verdict.is] += 1
  return { name, checks, counts, unjudged: checks.filter(({ verdict }) => !verdict).length }
}

/** The footer's exit code; but never 0 if the stream does not add up. */
function exitCodeOf(end: End | undefined, troubles: readonly string[], counts: Counts): number {
  if (end?.interrupted) return 130
  if (end && end.exitCode !== 0) return end.exitCode
  if (end && troubles.length === 0) return 0
  return counts.fail + counts.stale > 0 ? 1 : 3
}
