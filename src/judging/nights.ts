import { UserError } from '../errors/user-error.ts'
import type { StreamRecord } from '../verdict/stream.ts'
import type { Gate } from '../verdict/exit-code.ts'
import { driftFrom, pastRunOf, type PastRun } from './history.ts'
import { merged } from './merge.ts'
import { isUnplanned, planOf, type ShardReport } from './parts.ts'

interface Part {
  readonly report: ShardReport
  readonly plan: ReturnType<typeof planOf>
  readonly ids: ReadonlySet<string>
}

/**
 * One stream of reports of one night or of several: what belongs together (shards of one seed, or runs of different checks) is merged, and the last
 * night is told with what is different from those before. Throws UserError where they are about different targets.
 */
export function nightsInOne(reports: readonly ShardReport[], gate: Gate): readonly StreamRecord[] {
  mustBeOneTarget(reports)
  const nights = groups(reports).map((group) => {
    const [first] = group
    return group.length === 1 && first && (first.plan.shard === undefined || reports.length === 1)
      ? first.report.records
      : merged(
          group.map(({ report }) => report),
          gateOf(group) ?? gate,
        )
  })
  const last = nights.at(-1) ?? []
  return nights.length < 2 ? last : withDrift(last, nights.slice(0, -1).map(pastOf))
}

/** By which its parts were judged, if all of them were by one. */
function gateOf(group: readonly Part[]): Gate | undefined {
  const gates = group.flatMap(({ report }) =>
    report.records.flatMap((record) => ('end' in record ? [record.end.gate] : [])),
  )
  const [first] = gates
  return gates.every((gate) => gate?.failOn === first?.failOn && gate?.maxFindings === first?.maxFindings)
    ? first
    : undefined
}

/** The stream of a run with what is different from earlier ones, before its end. */
export function withDrift(records: readonly StreamRecord[], earlier: readonly PastRun[]): readonly StreamRecord[] {
  const drift = driftFrom(earlier, pastOf(records))
  const kept = records.filter((record) => !('drift' in record))
  const end = kept.findIndex((record) => 'end' in record)
  const at = end < 0 ? kept.length : end
  return [...kept.slice(0, at), ...(drift ? [{ drift }] : []), ...kept.slice(at)]
}

/** What was taken for which night, in one line, where not all nights are whole and of one kind: a shard beside a whole run may be a slip. */
export function nightsInWords(reports: readonly ShardReport[]): string | undefined {
  const nights = groups(reports)
  const kindOf = (group: readonly Part[]) => `${group.length} ${group[0]?.plan.shard !== undefined}`
  if (nights.length < 2 || (new Set(nights.map(kindOf)).size < 2 && nights.every(isWhole))) return undefined
  const named = nights.map((group) =>
    group
      .map(({ report: { folder }, plan: { shard } }) => (shard ? `${folder} (shard ${shard})` : folder))
      .join(' and '),
  )
  return `the last night is ${named.at(-1)}; taken for earlier nights: ${named.slice(0, -1).join('; ')}`
}

function mustBeOneTarget(reports: readonly ShardReport[]): void {
  const targets = reports.map((report) => planOf(report).target)
  const other = targets.findIndex((target) => target !== targets[0])
  if (other > 0)
    throw new UserError(`it is about ${targets[other]}, and ${reports[0]?.folder} about ${targets[0]}`, {
      file: reports[other]?.folder ?? '',
      todo: 'name the reports of one target',
    })
}

/** In the order of their starts; a report that judges what another of its group judged begins the next night. */
function groups(reports: readonly ShardReport[]): readonly (readonly Part[])[] {
  const parts = reports
    .map((report): Part => {
      const plan = planOf(report)
      return { report, plan, ids: new Set(plan.checks.map(({ id }) => id)) }
    })
    .sort((one, other) => (one.plan.started < other.plan.started ? -1 : 1))
  const nights: Part[][] = []
  for (const part of parts) {
    const night = nights.findLast((group) => group.every((other) => belong(part, other)))
    if (night) night.push(part)
    else nights.push([part])
  }
  return nights
}

function belong(one: Part, other: Part): boolean {
  // A night that came to no plan is one of its own.
  if ([one, other].some(({ plan }) => isUnplanned(plan))) return false
  if ((one.plan.shard === undefined) !== (other.plan.shard === undefined)) return false
  if ([...one.ids].some((id) => other.ids.has(id))) return false
  if (one.plan.shard === undefined) return true
  if (one.plan.shard === other.plan.shard || partsOf(one) !== partsOf(other)) return false
  // Without --seed each shard draws by its own.
  return one.plan.seed === other.plan.seed || apartMs(one, other) < ofOneNightMs
}

const ofOneNightMs = 12 * 3_600_000

const partsOf = ({ plan }: Part): number => Number(plan.shard?.split('/')[1] ?? 1)
const apartMs = (one: Part, other: Part): number =>
  Math.abs(Date.parse(one.plan.started) - Date.parse(other.plan.started))
const isWhole = (group: readonly Part[]): boolean => group.length >= Math.max(...group.map(partsOf))

/** What a history keeps of the run that wrote this stream. */
export function pastOf(records: readonly StreamRecord[]): PastRun {
  const plan = records.flatMap((record) => ('plan' in record ? [record.plan] : []))[0]
  const end = records.flatMap((record) => ('end' in record ? [record.end] : []))[0]
  return pastRunOf(
    records.flatMap((record) => ('verdict' in record ? [record.verdict] : [])),
    records.flatMap((record) => ('observation' in record ? [record.observation] : [])),
    { at: plan?.started ?? '', kit: plan?.kit ?? '', seed: plan?.seed ?? 0, exitCode: end?.exitCode ?? 3 },
  )
}
