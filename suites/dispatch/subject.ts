import type { Answer } from '../../src/clients/answer.ts'
import { statusIn, type Action, type DispatchingStatus, type State } from '../../src/dispatch/machine.ts'
import { Blocked, eventually, must, rely, type Context } from '../../src/kit/index.ts'
import { perform, type Subject } from './acting.ts'
import { isListed } from './lists.ts'
import { dispatch } from './requirements.ts'
import { standsIn, toldBy } from './visits.ts'

/** How long an effect is waited for after a 202, in milliseconds: how soon it shows is not stated. */
export const settlingMs = 60_000

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

/** Reads assignment and activity where the target file says how, else the lists of the partner. */
export async function standing(context: Context, subject: Subject): Promise<Whereabouts> {
  const facts = await context.activities.read(subject)
  if (facts) {
    const { assignment, activity } = facts
    const status = under(assignment, 'partnerDispatchingStatus') ?? null
    const times = ['startDateTime', 'endDateTime', 'responsible'].map((key) => [
      key,
      under(assignment, key) ?? under(activity, key) ?? null,
    ])
    return {
      status: status === '' || status === null ? null : String(status),
      assignment: {
        state: under(assignment, 'state') ?? null,
        released: truth(under(assignment, 'released') ?? null),
      },
      activity: {
        status: under(activity, 'status') ?? null,
        executionStage: under(activity, 'executionStage') ?? null,
        checkedout: truth(under(activity, 'checkedout') ?? null),
      },
      times: Object.fromEntries(times),
    }
  }
  const isNotified = await isListed(context, subject, 'NOTIFIED')
  const isAccepted = !isNotified && (await isListed(context, subject, 'ACCEPTED'))
  const status = isNotified ? 'NOTIFIED' : isAccepted ? 'ACCEPTED' : 'neither NOTIFIED nor ACCEPTED'
  return { status, assignment: {}, activity: {}, times: {} }
}

const fits = (seen: Whereabouts, status: DispatchingStatus): boolean =>
  seen.status === status ||
  (seen.status === 'neither NOTIFIED nor ACCEPTED' && (status === null || status === 'CONFIRMED'))

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
    return await eventually(
      context,
      async () => (last = await standing(context, subject)),
      (seen) =>
        fits(seen, status)
          ? undefined
          : { expected: `the dispatching status ${status ?? 'empty'}`, actual: `${seen.status ?? 'empty'}` },
      { within: answer.status === 202 ? settlingMs : 0 },
    )
  } finally {
    toldBy(answer, subject, last && (fits(last, status) ? status : last.status))
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
  must.equal('assignment and activity as before', now, before)
}

type Reachable = Exclude<State, 'late'>

const way: Readonly<Record<Reachable, readonly Action[]>> = {
  planned: [],
  unplanned: [],
  confirmed: ['confirm'],
  notified: ['confirm', 'notify'],
  accepted: ['confirm', 'notify', 'accept'],
  released: ['confirm', 'notify', 'accept', 'release'],
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
  const start = state === 'released' ? 'ACCEPTED' : state === 'rejected' ? 'NOTIFIED' : statusIn[state]
  const { status, activityId, technicianId } = await context.activities.planned({
    to: state === 'unplanned' ? 'nobody' : 'partner',
    ...(start === null ? {} : { status: start }),
  })
  const subject = { activityId, technicianId }
  standsIn(subject, status === undefined ? (state === 'unplanned' ? state : 'planned') : stateWith[status])
  const done = status === undefined ? 0 : status === 'CONFIRMED' ? 1 : status === 'NOTIFIED' ? 2 : 3
  for (const action of steps.slice(done)) await led(context, action, subject)
  standsIn(subject, state)
  return subject
}

/** An action of setup: what it breaks is its own rule's finding. */
export async function led(context: Context, action: Action, subject: Subject): Promise<void> {
  await rely(ruleOf[action], async () => {
    const role = action === 'confirm' || action === 'notify' ? 'owner' : 'partner'
    const answer = await perform(context, action, role, subject)
    if (action === 'release' && answer.status >= 400)
      throw new Blocked('release is refused after accept, which the documents allow (B-DSP-10)')
    const status = { confirm: 'CONFIRMED', notify: 'NOTIFIED', reject: null } as const
    const moved = action in status ? status[action as keyof typeof status] : 'ACCEPTED'
    await mustMove(context, answer, subject, moved, action === 'batch-accept' ? [201, 207] : [201, 202])
  })
}

/** Plans the activity to its partner once more. */
export async function planAgain(context: Context, subject: Subject): Promise<void> {
  await context.activities.planned({ again: subject })
  standsIn(subject, 'planned')
}
