import type { Answer } from '../../src/clients/answer.ts'
import { statusIn, type Action, type DispatchingStatus, type State } from '../../src/dispatch/machine.ts'
import { eventually, must, rely, type Context } from '../../src/kit/index.ts'
import { comparable } from '../data/steps.ts'
import { isNamed, isTaken, perform, type Subject } from './acting.ts'
import { isListed } from './lists.ts'
import { settlingMs } from './patience.ts'
import { dispatch } from './requirements.ts'
import { standsIn, toldBy, wasLate } from './visits.ts'

/** How long it is watched for that nothing comes of a 202. */
export const watchedMs = 3000

/** What stands in a record under a key, however its letters are cased. */
const under = (record: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.entries(record).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1]

/** Where an activity stands, as far as the target lets it be seen. */
export interface Whereabouts {
  /** The dispatching status; where only lists can be read, perhaps just that it is neither NOTIFIED nor ACCEPTED. */
  readonly status: string | null
  readonly assignment: Readonly<Record<string, unknown>>
  readonly activity: Readonly<Record<string, unknown>>
  readonly times: Readonly<Record<string, unknown>>
}

const truth = (value: unknown): unknown => (/^(?:true|false)$/i.test(String(value)) ? /^t/i.test(String(value)) : value)

/** Of these fields those that are told: one that is null is told to be empty, one that is left out is not told. */
const toldOf = (record: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = under(record, key)
      return value === undefined ? [] : [[key, truth(value)]]
    }),
  )

/** What the lists of the partner tell of an activity that is in none of them. */
export const listedNowhere = 'neither NOTIFIED nor ACCEPTED'

async function statusInLists(context: Context, subject: Subject): Promise<string> {
  if (await isListed(context, subject, 'NOTIFIED')) return 'NOTIFIED'
  return (await isListed(context, subject, 'ACCEPTED')) ? 'ACCEPTED' : listedNowhere
}

/** Reads assignment and activity where the target file says how, and what that does not tell in the lists of the partner. */
export async function standing(context: Context, subject: Subject): Promise<Whereabouts> {
  const facts = await context.activities.read(subject)
  if (facts) {
    const { assignment, activity } = facts
    const told = under(assignment, 'partnerDispatchingStatus')
    const status = told === undefined ? await statusInLists(context, subject) : told
    const times = ['startDateTime', 'endDateTime', 'responsible'].flatMap((key) => {
      const [ofAssignment, ofActivity] = [under(assignment, key), under(activity, key)]
      return ofAssignment === undefined && ofActivity === undefined ? [] : [[key, ofAssignment ?? ofActivity ?? null]]
    })
    return {
      status: status === '' || status === null ? null : String(status),
      assignment: toldOf(assignment, ['state', 'released']),
      activity: toldOf(activity, ['status', 'executionStage', 'checkedout']),
      times: Object.fromEntries(times),
    }
  }
  return { status: await statusInLists(context, subject), assignment: {}, activity: {}, times: {} }
}

/** Whether a status that was read may be this one: lists tell NOTIFIED and ACCEPTED only. */
export const mayBeStatus = (seen: string | null, status: DispatchingStatus): boolean =>
  seen === status || (seen === listedNowhere && (status === null || status === 'CONFIRMED'))

/** The action was answered as the documents have it, and its status is there: at once, or after a 202 when it has settled. */
export async function mustMove(
  context: Context,
  answer: Answer,
  subject: Subject,
  status: DispatchingStatus,
  allowed: readonly number[] = [201, 202],
): Promise<Whereabouts> {
  let last: Whereabouts | undefined
  try {
    must.status(answer, ...allowed)
    const moved = await eventually(
      context,
      async () => (last = await standing(context, subject)),
      (seen) =>
        mayBeStatus(seen.status, status)
          ? undefined
          : { expected: `the dispatching status ${status ?? 'empty'}`, actual: `${seen.status ?? 'empty'}` },
      { within: answer.status === 202 ? settlingMs(context) : 0 },
    )
    // Lists do not tell what is confirmed from what is not yet.
    if (answer.status === 202 && status === 'CONFIRMED' && moved.status === listedNowhere) await context.wait(watchedMs)
    return moved
  } finally {
    toldBy(answer, subject, last && (mayBeStatus(last.status, status) ? status : last.status))
  }
}

/** Nothing changed since it was read: at once, or after a 202 for as long as an effect may take. */
export async function mustStand(
  context: Context,
  answer: Answer,
  subject: Subject,
  before: Whereabouts,
): Promise<void> {
  if (answer.status === 202) await context.wait(watchedMs)
  const now = await standing(context, subject)
  toldBy(answer, subject, now.status === before.status ? 'as before' : now.status)
  mustStandAsBefore(subject, now, before)
}

/** What a release makes of an activity (B-DSP-10). */
const reopened: Readonly<Record<string, unknown>> = { status: 'OPEN', executionStage: 'EXECUTION', checkedout: false }

/** Which of the times that an update sends the target tells. */
export const momentsTold = (times: Readonly<Record<string, unknown>>) =>
  (['startDateTime', 'endDateTime'] as const).filter((key) => key in times)

/** What of an activity changes by no workflow: when one moves it on is not shown (B-SVC-19). */
export function steadyPart({ activity, ...others }: Whereabouts) {
  const told = Object.entries(activity)
  return { ...others, reopened: told.length > 0 && told.every(([key, value]) => value === reopened[key]) }
}

/** What no action did is as before. Nor is it shown when a time-out takes effect, and in what (B-DSP-17). */
export function mustStandAsBefore(subject: Subject, now: Whereabouts, before: Whereabouts): void {
  const isTimedOut = wasLate(subject) && before.status === 'NOTIFIED' && mayBeStatus(now.status, null)
  const judged = (seen: Whereabouts) => {
    const { status, ...others } = steadyPart(seen)
    return comparable({ ...others, ...(isTimedOut ? {} : { status }) })
  }
  must.equal('assignment and activity as before', judged(now), judged(before))
}

/** Not what is released: a release may be refused after accept (B-DSP-10), so nothing is prepared by one. */
type Reachable = Exclude<State, 'late' | 'released'>

const way: Readonly<Record<Reachable, ReadonlyArray<Exclude<Action, 'release'>>>> = {
  planned: [],
  unplanned: [],
  confirmed: ['confirm'],
  notified: ['confirm', 'notify'],
  accepted: ['confirm', 'notify', 'accept'],
  rejected: ['confirm', 'notify', 'reject'],
}

const stateWith = { CONFIRMED: 'confirmed', NOTIFIED: 'notified', ACCEPTED: 'accepted' } as const

/** The rule of each action. */
export const ruleOf = {
  confirm: dispatch.confirm,
  notify: dispatch.notify,
  accept: dispatch.accept,
  reject: dispatch.reject,
  release: dispatch.release,
  update: dispatch.update,
  'batch-accept': dispatch['batch-accept'],
} as const

/** An activity of the run's own in a state: prepared in its status where the target can do that, else led there. */
export async function inState(context: Context, state: Reachable): Promise<Subject> {
  const steps = way[state]
  const start = state === 'rejected' ? 'NOTIFIED' : statusIn[state]
  const planned = await context.activities.planned({
    to: state === 'unplanned' ? 'nobody' : 'partner',
    ...(start === null ? {} : { status: start }),
  })
  const { status, activityId, technicianId } = planned
  isNamed(planned)
  const subject = { activityId, technicianId }
  isTaken(context, subject)
  standsIn(subject, status === undefined ? (state === 'unplanned' ? state : 'planned') : stateWith[status])
  const done = status === undefined ? 0 : status === 'CONFIRMED' ? 1 : status === 'NOTIFIED' ? 2 : 3
  for (const action of steps.slice(done)) await led(context, action, subject)
  standsIn(subject, state)
  return subject
}

/** Release was answered as the documents have it, and had the time to be done, which the status does not tell. */
export async function mustRelease(context: Context, answer: Answer, subject: Subject): Promise<void> {
  await mustMove(context, answer, subject, 'ACCEPTED')
  if (answer.status === 202) await context.wait(watchedMs)
}

/** An action of setup: what it breaks is its own rule's finding. */
export async function led(context: Context, action: Exclude<Action, 'release'>, subject: Subject): Promise<void> {
  await rely(ruleOf[action], async () => {
    const role = action === 'confirm' || action === 'notify' ? 'owner' : 'partner'
    const answer = await perform(context, action, role, subject)
    const status = { confirm: 'CONFIRMED', notify: 'NOTIFIED', reject: null } as const
    const moved = action in status ? status[action as keyof typeof status] : 'ACCEPTED'
    await mustMove(context, answer, subject, moved, action === 'batch-accept' ? [201, 207] : [201, 202])
  })
}

/** Plans the activity once more, to its partner or another: from now on it is named with the technician whom it is planned to then. */
export async function planAgain(
  context: Context,
  subject: Subject,
  to: 'partner' | 'partner-2' = 'partner',
): Promise<void> {
  const planned = await context.activities.planned({ to, again: subject })
  isNamed(planned)
  // What is known of an activity is known of this object (visits.ts).
  Object.assign(subject, { technicianId: planned.technicianId })
  // The matrix tells of what is planned to the partner.
  if (to === 'partner') standsIn(subject, 'planned')
}
