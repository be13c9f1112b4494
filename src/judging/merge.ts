import { entryInWords, excuses } from '../verdict/baseline.ts'
import { causesOf, knownCausesOf } from '../verdict/causes.ts'
import { exitCodeOf, usualGate, type Gate } from '../verdict/exit-code.ts'
import type { StateMatrix } from '../verdict/state-matrix.ts'
import { mergedMatrix } from './dispatch-matrix.ts'
import {
  verdictWords,
  type Counts,
  type StreamRecord,
  type UnusedEntry,
  type Verdict,
  type VerdictWord,
} from '../verdict/stream.ts'
import { isOfSide } from '../verdict/of-side.ts'
import {
  isUnplanned,
  mustBelongTogether,
  planOf,
  sideOf,
  type EndTold,
  type PlanTold,
  type ShardReport,
} from './parts.ts'
import { unusedInWords } from './unused-entries.ts'

/** The later in this list, the more it weighs where two shards judged one rule by their traffic. */
const weights: readonly VerdictWord[] = ['not-exercised', 'pass', 'observed', 'known', 'warn', 'stale', 'fail']

/**
 * One stream of the reports of several runs: shards, or runs of different selections. What a shard planned and never judged is a kit error, a shard
 * that is missing is told, and neither leaves the result green. Throws UserError where the reports are not parts of one whole.
 */
export function merged(parts: readonly ShardReport[], gate: Gate): readonly StreamRecord[] {
  const plans = parts.map(planOf)
  const first = plans.find((plan) => !isUnplanned(plan)) ?? (plans[0] as PlanTold)
  mustBelongTogether(parts, plans)
  const side = parts.map(sideOf).find((one) => one !== undefined)
  const checks = plans.flatMap((plan) => plan.checks)
  const verdicts = new Map<string, Verdict>()
  const notices: StreamRecord[] = []
  const others: StreamRecord[] = []
  const seconds: Verdict[] = []
  const matrices: StateMatrix[] = []
  for (const { records, folder } of parts) {
    const ends = records.some((record) => 'end' in record)
    for (const record of records) {
      if ('verdict' in record) verdicts.set(record.verdict.check, record.verdict)
      else if ('elsewhere' in record) seconds.push(record.elsewhere)
      else if ('notice' in record)
        notices.push({ notice: { ...record.notice, text: `${folder}: ${record.notice.text}` } })
      else if ('matrix' in record) matrices.push(record.matrix)
      else if ('exchange' in record || 'observation' in record || 'requests' in record || 'traffic' in record)
        others.push(record)
    }
    if (!ends)
      notices.push({
        notice: { kind: 'unjudged', text: `${folder}: the run did not finish, its report has no footer` },
      })
  }
  const missing = missingShards(plans)
  if (missing.length === 0)
    for (const text of unusedInWords(unusedByAll(parts))) notices.push({ notice: { kind: 'baseline', text } })
  const all = [...verdicts.values(), ...seconds]
  // Of the checks of a shard that is missing, what the others saw is all that is known.
  const strays = seconds.filter(({ check }) => !verdicts.has(check))
  for (const verdict of seconds) {
    const judged = verdicts.get(verdict.check)
    if (judged) verdicts.set(verdict.check, together(judged, verdict))
  }
  for (const [id, verdict] of verdicts)
    verdicts.set(
      id,
      matched(
        verdict,
        all.filter(({ check }) => check === id),
        missing.length === 0,
      ),
    )
  for (const [at, { folder }] of parts.entries())
    for (const { id, requirement } of plans[at]?.checks ?? [])
      if (!verdicts.has(id))
        verdicts.set(id, {
          check: id,
          requirement,
          is: 'kit-error',
          findings: [],
          because: `${folder} never judged it`,
          ms: 0,
        })
  if (missing.length > 0)
    notices.push({
      notice: { kind: 'unjudged', text: `no report of shard ${missing.join(', ')}: its checks are not judged` },
    })
  const judged = checks.flatMap(({ id }) => verdicts.get(id) ?? [])
  const ends = parts.flatMap(({ records }) => records.flatMap((record) => ('end' in record ? [record.end] : [])))
  const longest = ends.toSorted((one, other) => other.ms - one.ms)[0]
  const sum = (of: (end: EndTold) => number) => ends.reduce((total, end) => total + of(end), 0)
  const unusedEntries = notices.filter((record) => 'notice' in record && record.notice.kind === 'baseline').length
  const counted = checks.filter((check) => isOfSide(side, check))
  const ids = new Set(counted.map(({ id }) => id))
  const ofSide = judged.filter(({ check }) => ids.has(check))
  const isUnseen = plans.some(isUnplanned) || (side !== undefined && ofSide.every(({ is }) => is === 'not-exercised'))
  const code = exitCodeOf(counted, [...ofSide, ...strays.filter(({ is }) => is === 'fail')], {
    strict: first.strict ?? false,
    emptyAllowed: false,
    unusedEntries,
    gate,
  })
  const { shard, ...plan } = first
  const undrawn = undrawnOf(plans)
  const seeds = [...new Set(plans.filter((one) => !isUnplanned(one)).flatMap((one) => one.seeds ?? [one.seed]))]
  const matrix = mergedMatrix(matrices)
  void shard
  return [
    {
      plan: {
        ...plan,
        ...(seeds.length > 1 ? { seeds } : {}),
        checks,
        started: plans.map(({ started }) => started).sort()[0] ?? plan.started,
        ...(Object.keys(undrawn).length > 0 ? { undrawn } : {}),
      },
    },
    ...others,
    ...judged.map((verdict) => ({ verdict })),
    ...strays.map((elsewhere) => ({ elsewhere })),
    ...(matrix ? [{ matrix }] : []),
    ...causesOf(checks, judged).map((cause) => ({ cause })),
    ...knownCausesOf(checks, judged).map((known) => ({ known })),
    ...notices,
    {
      end: {
        planned: checks.length,
        judged: judged.length,
        counts: Object.fromEntries(
          verdictWords.map((word) => [word, judged.filter(({ is }) => is === word).length]),
        ) as Counts,
        exitCode: code === 0 && (isUnseen || missing.length > 0 || ends.length < parts.length) ? 3 : code,
        requests: sum(({ requests }) => requests),
        waitedMs: sum(({ waitedMs }) => waitedMs),
        waitingMs: longest?.waitingMs ?? 0,
        ms: longest?.ms ?? 0,
        ...(gate.failOn === usualGate.failOn && gate.maxFindings === usualGate.maxFindings ? {} : { gate }),
        ...(side === undefined ? {} : { side }),
      },
    },
  ]
}

/** Entries for many checks that no shard could use. */
function unusedByAll(parts: readonly ShardReport[]): readonly UnusedEntry[] {
  const told = parts.map(
    ({ records }) =>
      new Map(
        records.flatMap((record) => ('unused' in record ? [[JSON.stringify(record.unused.entry), record.unused]] : [])),
      ),
  )
  return [...(told[0] ?? new Map<string, UnusedEntry>())].flatMap(([key, one]) => {
    const same = told.flatMap((of) => of.get(key) ?? [])
    return same.length < parts.length
      ? []
      : [{ ...one, expired: same.some(({ expired }) => expired), looked: same.some(({ looked }) => looked) }]
  })
}

function undrawnOf(plans: readonly PlanTold[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const { undrawn = {} } of plans)
    for (const [name, count] of Object.entries(undrawn)) sums[name] = (sums[name] ?? 0) + count
  return sums
}

function missingShards(plans: readonly PlanTold[]): string[] {
  const of = Number(plans.find(({ shard }) => shard !== undefined)?.shard?.split('/')[1] ?? 0)
  const there = new Set(plans.map(({ shard }) => shard))
  return Array.from({ length: of }, (_, at) => `${at + 1}/${of}`).filter((shard) => !there.has(shard))
}

/** What two shards saw of one rule: the graver word, the findings of both. */
function together(one: Verdict, other: Verdict): Verdict {
  const [graver, lesser] = weights.indexOf(other.is) > weights.indexOf(one.is) ? [other, one] : [one, other]
  const known = new Set(graver.findings.map(({ fingerprint }) => fingerprint))
  return {
    ...graver,
    findings: [...graver.findings, ...lesser.findings.filter(({ fingerprint }) => !known.has(fingerprint))],
  }
}

/** With what the parts saw of one check: an entry of the baseline that none of them shows is stale, where all of them are there. */
function matched({ listed: _, ...verdict }: Verdict, parts: readonly Verdict[], areAll: boolean): Verdict {
  const shown = parts.flatMap(({ findings, known = [] }) => [...findings, ...known])
  const stale = parts
    .flatMap(({ listed = [] }) => listed)
    .filter((entry) => !shown.some((finding) => excuses(entry, finding)))
  if (stale.length === 0 || !areAll) return verdict
  const words = [...new Set(stale.map((entry) => `${entryInWords(entry)} no longer matches any finding`))]
  const because = [verdict.is === 'known' ? undefined : verdict.because, ...words].filter(Boolean).join('; ')
  return { ...verdict, is: verdict.is === 'fail' ? 'fail' : 'stale', because }
}
