import type { Answer } from '../../src/clients/answer.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import { statusIn, type Action, type DispatchingStatus, type Role, type State } from '../../src/dispatch/machine.ts'
import { Blocked, eventually, holdsId, must, rely, type Context, type PlannedActivity } from '../../src/kit/index.ts'
import { dispatch } from './requirements.ts'

/** How long an effect is waited for after a 202, in milliseconds: how soon it shows is not stated. */
export const settlingMs = 60_000

/** How long it is watched for that nothing comes of a 202. */
const watchedMs = 3000

const identityOf: Readonly<Record<Role, string>> = { owner: 'crowd-owner', partner: 'partner', other: 'partner-2' }

export const as = (context: Context, role: Role) => context.as(identityOf[role]).dispatch

/** An activity that a check acts on. */
export type Subject = PlannedActivity

/** Times and technician of an update, in the form that is required. */
export const details = ({ technicianId }: Subject) => ({
  startDateTime: '2031-03-04T08:00:00Z',
  endDateTime: '2031-03-04T10:30:00Z',
  responsible: technicianId,
})

export const actionBody = (action: Action, { activityId, technicianId }: Subject) =>
  action === 'notify' || action === 'release' ? { activityId } : { activityId, technicianid: technicianId }

/** An action on one activity, with everything that it requires. */
export function perform(
  context: Context,
  action: Action,
  role: Role,
  subject: Subject,
  options?: CallOptions,
): Promise<Answer> {
  const api = as(context, role)
  if (action === 'update') return api.update(subject.activityId, details(subject), options)
  if (action === 'batch-accept') return api.acceptBatch([{ ...subject }], options)
  return api.act(action, actionBody(action, subject), options)
}

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

/** Pages to look at for one activity: how long a page is, and which the first is, is not shown. */
const pagesAtMost = 8

/** Whether the list of a role shows the activity under a status, on whatever page. */
export async function isListed(
  context: Context,
  { activityId }: Pick<Subject, 'activityId'>,
  partnerDispatchingStatus: string,
  role: Role = 'partner',
): Promise<boolean> {
  const read = async (page: number | undefined) => {
    const answer =
      page === undefined
        ? await assignmentList(context, partnerDispatchingStatus, role)
        : await as(context, role).list({ query: { partnerDispatchingStatus, page: String(page) } })
    // One page may be before the first, or behind the last.
    await rely(dispatch.list, async () => must.status(answer, ...(page === undefined ? [200] : [200, 400, 404])))
    return answer
  }
  const first = await read(undefined)
  if (holdsId(first.json, activityId)) return true
  // An answer that tells how many pages there are spares the look at more of them.
  if (/"totalPages"\s*:\s*[01]\b/.test(first.text)) return false
  const seen = new Set([first.text])
  for (let page = 0; page < pagesAtMost; page += 1) {
    const { json, text } = await read(page)
    if (holdsId(json, activityId)) return true
    if (page > 1 && seen.has(text)) return false
    seen.add(text)
  }
  return false
}

/** The activity is on a page of the list. Others leave the list meanwhile, and what follows them moves up: it is looked for again. */
export async function mustBeInList(
  context: Context,
  subject: Pick<Subject, 'activityId'>,
  status: string,
): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1)
    if (await isListed(context, subject, status)) return must.hold('', true, '')
  must.hold(`${subject.activityId} on a page of the list of ${status}`, false, 'it is on none of them')
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
  must.status(answer, ...allowed)
  return eventually(
    context,
    () => standing(context, subject),
    (seen) =>
      fits(seen, status)
        ? undefined
        : { expected: `the dispatching status ${status ?? 'empty'}`, actual: `${seen.status ?? 'empty'}` },
    { within: answer.status === 202 ? settlingMs : 0 },
  )
}

/** Nothing changed since it was read: at once, or after a 202 for as long as an effect may take. */
export async function mustStand(
  context: Context,
  answer: Answer,
  subject: Subject,
  before: Whereabouts,
): Promise<void> {
  if (answer.status === 202) await context.wait(watchedMs)
  must.equal('assignment and activity as before', await standing(context, subject), before)
}

/** The partner is served at all: what stands beside a refusal that proves nothing by itself. */
export async function mustBeServed(context: Context): Promise<void> {
  await rely(dispatch.list, async () => must.status(await assignmentList(context, 'NOTIFIED'), 200))
}

/** The list of a role by status: without a page, or where that is refused, with one; whether a page is required is not shown. */
export async function assignmentList(
  context: Context,
  partnerDispatchingStatus: string,
  role: Role = 'partner',
  options: CallOptions = {},
): Promise<Answer> {
  const { list } = as(context, role)
  let answer = await list({ ...options, query: { partnerDispatchingStatus } })
  for (const page of ['0', '1'])
    if (answer.status === 400) answer = await list({ ...options, query: { partnerDispatchingStatus, page } })
  return answer
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
  const done = status === undefined ? 0 : status === 'CONFIRMED' ? 1 : status === 'NOTIFIED' ? 2 : 3
  for (const action of steps.slice(done)) await led(context, action, subject)
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
    await mustMove(context, answer, subject, action in status ? status[action as keyof typeof status] : 'ACCEPTED')
  })
}
