import { UserError } from '../errors/user-error.ts'
import type { StreamRecord } from '../verdict/stream.ts'

export interface ShardReport {
  /** The folder that it was read from. */
  readonly folder: string
  readonly records: readonly StreamRecord[]
}

export type PlanTold = Extract<StreamRecord, { plan: unknown }>['plan']
export type EndTold = Extract<StreamRecord, { end: unknown }>['end']

/** Throws UserError where the stream has none. */
export function planOf({ folder, records }: ShardReport): PlanTold {
  for (const record of records) if ('plan' in record) return record.plan
  throw new UserError('its report has no plan', { file: folder, todo: 'is it the --out folder of a run?' })
}

/** Of a command that ended before it had a plan: its report says why, and of nothing else. */
export const isUnplanned = ({ checks, shard }: PlanTold): boolean => checks.length === 0 && shard === undefined

export const sideOf = ({ records }: ShardReport): EndTold['side'] =>
  records.flatMap((record) => ('end' in record && record.end.side !== undefined ? [record.end.side] : []))[0]

/** What decides whether the same answer is red. */
const alike: ReadonlyArray<readonly [isOf: (plan: PlanTold) => unknown, kind: (plan: PlanTold) => string]> = [
  [({ strict }) => strict, ({ strict }) => (strict ? 'with --strict' : 'without --strict')],
  [({ set }) => set, ({ set }) => (set === undefined ? 'by no frozen set' : `by the set ${set}`)],
  [({ writes }) => writes, ({ writes }) => (writes === false ? 'by reading alone' : 'by writing, too')],
]

export function mustBelongTogether(parts: readonly ShardReport[], plans: readonly PlanTold[]): void {
  const at0 = Math.max(
    plans.findIndex((plan) => !isUnplanned(plan)),
    0,
  )
  const first = plans[at0] as PlanTold
  const firstFolder = parts[at0]?.folder
  const side = parts[at0] && sideOf(parts[at0])
  const owners = new Map<string, string>()
  for (const [at, plan] of plans.entries()) {
    const folder = parts[at]?.folder ?? ''
    const refuse = (what: string): never => {
      throw new UserError(what, {
        file: folder,
        todo: 'merge takes parts of one whole: shards i/n of one n, or runs of different checks',
      })
    }
    if (plan.target !== first.target) refuse(`it is about ${plan.target}, and ${firstFolder} about ${first.target}`)
    if (plan.kit !== first.kit) refuse(`it is of Fieldproof ${plan.kit}, and ${firstFolder} of ${first.kit}`)
    if (isUnplanned(plan)) continue
    const part = parts[at]
    if (part?.records.some((record) => 'end' in record) && sideOf(part) !== side)
      refuse(`it counts what the ${sideOf(part) ?? 'target'} did, and ${firstFolder} the ${side ?? 'target'}`)
    for (const [isOf, kind] of alike)
      if (isOf(plan) !== isOf(first)) refuse(`it is judged ${kind(plan)}, and ${firstFolder} ${kind(first)}`)
    if (plan.shard?.split('/')[1] !== first.shard?.split('/')[1])
      refuse(
        `it is ${plan.shard ? `shard ${plan.shard}` : 'no shard'}, and ${firstFolder} ${first.shard ? `shard ${first.shard}` : 'none'}`,
      )
    for (const { id } of plan.checks) {
      const owner = owners.get(id)
      if (owner !== undefined) refuse(`it judges ${id}, and so does ${owner}`)
      owners.set(id, folder)
    }
  }
}
