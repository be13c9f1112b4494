import { momentOf } from '../../src/exchange/moment.ts'
import { must, Unexercised, type Context } from '../../src/kit/index.ts'
import { dayAhead } from '../service/days.ts'
import { partOf, type Part } from '../service/tree.ts'
import { accepted, hasUnassigned, wish } from './wish.ts'

/** An activity some time after a start, and when it is planned in milliseconds since the epoch; NaN where it has no time. */
export interface Rescheduled {
  readonly id: string
  readonly planned: number
  readonly hasMoved: boolean
  readonly activity: Part
}

/**
 * Activities after a start was accepted: each is read until it has another time than before, or the time is over that the target file gives a
 * job. Whoever has not moved by then may have found no place, or its job may still run: which of both is not shown. A time within the window of a
 * former job is one of that.
 */
export async function rescheduled(
  context: Context,
  call: string,
  ids: readonly string[],
  before: readonly unknown[],
  former?: Part,
): Promise<readonly Rescheduled[]> {
  const { minimumMs = 100, waitMs = 3000 } = context.target.fixtures.optimization ?? {}
  const seen = new Map<string, Rescheduled>()
  // Nothing can be seen before the time that a job takes at least; then twice as late each time.
  for (let waited = 0, pause = Math.min(minimumMs, waitMs); ; pause = Math.min(waited, waitMs - waited)) {
    await context.wait(pause)
    waited += pause
    for (const [at, id] of ids.entries()) {
      if (seen.get(id)?.hasMoved) continue
      const read = await context.api.service.activity(call, id)
      must.status(read, 200)
      const activity = partOf(read.json)
      const planned = momentOf(activity['plannedStartDate'])
      // The first time of an activity without a technician may be one that the planning gave it.
      const isOfJob = Number.isFinite(before[at]) || !hasUnassigned(context)
      const isOther = !Number.isNaN(planned) && planned !== before[at] && !(former && isWithin(planned, former))
      seen.set(id, { id, planned, hasMoved: isOfJob && isOther, activity })
    }
    const all = ids.flatMap((id) => seen.get(id) ?? [])
    if (waited >= waitMs || all.every(({ hasMoved }) => hasMoved)) return all
  }
}

/** Whether a time is within the window of a wish. */
export const isWithin = (planned: number, { start, end }: Part): boolean =>
  planned >= Date.parse(String(start)) && planned < Date.parse(String(end))

/**
 * Activities after a job whose window is so many days later than it might be, none of which it placed elsewhere. A first time may have come from the
 * planning meanwhile (B-SVC-19): then a second job, a week later, tells.
 */
export async function placedWithin(
  context: Context,
  call: string,
  before: readonly unknown[],
  wished: (later: number) => Part,
  start: (body: Part) => Promise<unknown> = (body) => accepted(context, body),
): Promise<readonly Rescheduled[]> {
  const [first, second] = [wished(0), wished(7)]
  const ids = first['activityIds'] as readonly string[]
  await start(first)
  const activities = await rescheduled(context, call, ids, before)
  const strays = activities.filter(({ hasMoved, planned }) => hasMoved && !isWithin(planned, first))
  mustBeWithin(
    strays.filter(({ id }) => Number.isFinite(before[ids.indexOf(id)])),
    first,
  )
  if (strays.length === 0) return activities
  await start(second)
  const times = ids.map((id) => activities.find((one) => one.id === id)?.planned)
  const again = await rescheduled(context, call, ids, times, first)
  mustBeWithin(again, second)
  return again
}

function mustBeWithin(activities: readonly Rescheduled[], window: Part): void {
  for (const { planned, hasMoved } of activities)
    // An activity that was not scheduled, or not yet, has no time that could be wrong, or the one that it had.
    must.hold(
      `a start at or after ${String(window['start'])} and before ${String(window['end'])}`,
      !hasMoved || isWithin(planned, window),
      new Date(planned),
    )
}

/** Where none of the activities has moved, nothing shows that a job took place. */
export function mustHaveMoved(activities: readonly Rescheduled[]): void {
  if (!activities.some(({ hasMoved }) => hasMoved))
    throw new Unexercised(
      'no activity was rescheduled: the plugin found no place for any, or a job takes longer than fixtures.optimization.waitMs',
    )
}

/**
 * When activities are planned after a job in an earlier window without partitions: it shows that jobs of this target reschedule them within the
 * time that is waited, so that a job that leaves them where they are tells something.
 */
export async function scheduledBefore(
  context: Context,
  call: string,
  ids: readonly string[],
  before: readonly unknown[],
): Promise<readonly number[]> {
  const window = { start: `${dayAhead(context, 4)}T08:00:00Z`, end: `${dayAhead(context, 5)}T18:00:00Z` }
  await accepted(context, wish(context, ids, window))
  const activities = await rescheduled(context, call, ids, before)
  mustHaveMoved(activities)
  return activities.map(({ planned }) => planned)
}

/** Nothing can be said where a second start came when the first job may have been over. */
export const tooLate = (): Unexercised =>
  new Unexercised(
    'the job in progress may have been over before the next start came: it needs a job that takes longer (fixtures.optimization.minimumMs)',
  )

/** Nothing can be said where a job may still have been in progress. */
export const stillBusy = (): Unexercised =>
  new Unexercised(
    'the job before may still have been in progress: it may take longer than fixtures.optimization.waitMs',
  )
