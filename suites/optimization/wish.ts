import type { Answer } from '../../src/clients/answer.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import { Blocked, Inconclusive, isObjection, must, type Context } from '../../src/kit/index.ts'
import { lagOf } from '../../src/target/visibility.ts'
import { dayAhead, knowToday } from '../service/days.ts'
import {
  activitiesOf,
  createdIfTaken,
  fixture,
  idOf,
  leastActivity,
  leastCall,
  moment,
  partOf,
  partsIn,
  readTree,
  type Part,
} from '../service/tree.ts'

const plugin = ({ target }: Pick<Context, 'target'>): string => {
  const facts = target.fixtures.optimization
  if (!facts) throw new Blocked('it needs a plugin: set fixtures.optimization in the target file')
  return facts.plugin
}

const spellings = new WeakMap<Context['target'], string>()

/** The property that names the plugin, as this target takes it: neither of its two spellings is wrong (B-OPT-05). */
export const pluginName = ({ target }: Pick<Context, 'target'>): string => spellings.get(target) ?? 'optimizationPlugin'

const unassigned = new WeakSet<Context['target']>()

/** Whether an activity of the kit was without a technician: such a one may be given its first time by the planning, or be none that is rescheduled (B-OPT-14). */
export const hasUnassigned = ({ target }: Pick<Context, 'target'>): boolean => unassigned.has(target)

/** The activities of a service call as they are before a start. */
export async function placedNow(context: Context, call: string): Promise<readonly Part[]> {
  const activities = activitiesOf(await readTree(context, call))
  if (activities.some(({ responsibles }) => partsIn(responsibles).length === 0)) unassigned.add(context.target)
  return activities
}

/** A service call with activities of a technician, each with these values, too; the ids of its activities, and the starts that they have already. */
export async function ownActivities(
  context: Context,
  count = 1,
  more: Part = {},
): Promise<{ readonly call: string; readonly ids: readonly string[]; readonly starts: readonly unknown[] }> {
  await knowToday(context)
  const { responsible } = fixture(context).references ?? {}
  const activity = () =>
    leastActivity(context, { durationInMinutes: 30, ...(responsible ? { responsibles: [responsible] } : {}), ...more })
  const call = (length: number) => leastCall(context, { activities: Array.from({ length }, activity) })
  // No sentence says how large a tree may be.
  const { id } = await createdIfTaken(context, call(count), call(Math.ceil(count / 2)))
  const named = (await placedNow(context, id)).filter((one) => idOf(one) !== undefined)
  return {
    call: id,
    ids: named.flatMap((one) => idOf(one) ?? []),
    starts: named.map(({ plannedStartDate }) => moment(plannedStartDate)),
  }
}

/** A start of the next days: how far ahead one may be is not said (B-OPT-16), nor is that of any other window here. */
export const wish = (context: Context, activityIds: readonly string[], more: Part = {}): Part => ({
  activityIds,
  [pluginName(context)]: plugin(context),
  start: `${dayAhead(context, 7)}T08:00:00Z`,
  end: `${dayAhead(context, 8)}T18:00:00Z`,
  ...more,
})

/** A job that was accepted has come to its end, as far as the target file tells. */
export const jobOver = (context: Context): Promise<void> =>
  context.wait(context.target.fixtures.optimization?.waitMs ?? 3000)

/** Whether all was said and done within the time that a job takes at least, from the first request to the last answer. */
export function areWithinOneJob({ target }: Context, answers: readonly Answer[]): boolean {
  const began = Math.min(...answers.map(({ exchange }) => exchange.startedAt))
  const ended = Math.max(...answers.map(({ exchange }) => exchange.startedAt + exchange.ms))
  return ended - began < (target.fixtures.optimization?.minimumMs ?? 0)
}

/** Of one start, the first wait in milliseconds, how much longer each is than the one before, the longest, and all of them at least: a job may take half a minute. */
const [shortest, longer, longest, inAll] = [30, 1.25, 15_000, 31_000]

/** The answer to a start; where none was accepted yet and activities of no technician are refused, nothing can be said. */
export const answered = async (context: Context, body: unknown, options?: CallOptions): Promise<Answer> =>
  told(context, await inEitherSpelling(context, body, options))

/** A start that is taken. How soon re-optimization knows of activities that were just made is not stated: one that is refused is tried again. */
export async function accepted(context: Context, body: unknown, options?: CallOptions): Promise<Answer> {
  let answer = await inEitherSpelling(context, body, options)
  const patience = lagOf(context.target, 10_000)
  for (let [waited, pause] = [0, 250]; isObjection(answer) && waited < patience; waited += pause, pause *= 2) {
    await context.wait(pause)
    answer = await inEitherSpelling(context, body, options)
  }
  must.status(await told(context, answer), 202)
  return answer
}

const absent = new WeakMap<Context['target'], boolean>()

/** Whether the address of starts answers in the same way to what names no activity: then it is neither the activities that are refused (B-OPT-16) nor a body (B-OPT-06). */
async function isAbsent(context: Context, { status }: Answer): Promise<boolean> {
  if (status === 400) return false
  const known = absent.get(context.target) ?? (await context.api.optimization.reoptimize('{')).status === status
  absent.set(context.target, known)
  return known
}

async function told(context: Context, answer: Answer): Promise<Answer> {
  if (!isObjection(answer) || !hasUnassigned(context) || spellings.has(context.target)) return answer
  if (!(await isAbsent(context, answer)))
    throw new Blocked('it needs activities of a technician: set fixtures.tree.references.responsible')
  return answer
}

/**
 * The answer to a start. While another job runs, possibly of another caller, it is tried again; in the end nothing can be said. As long as no start
 * was accepted, one that is refused is tried in the other spelling.
 */
async function inEitherSpelling(context: Context, body: unknown, options?: CallOptions): Promise<Answer> {
  const answer = await whenFree(context, body, options)
  const { optimizationPlugin, ...rest } = partOf(body)
  if (spellings.has(context.target) || optimizationPlugin === undefined) return answer
  if (answer.status === 202) spellings.set(context.target, 'optimizationPlugin')
  if (answer.status !== 400) return answer
  const other = await whenFree(context, { ...rest, optimisationPlugin: optimizationPlugin }, options)
  if (other.status !== 202) return answer
  spellings.set(context.target, 'optimisationPlugin')
  return other
}

/** Targets that were busy all through the longest wait, and took no start since: each further start waits for one job at most. */
const busy = new WeakSet<Context['target']>()

async function whenFree(context: Context, body: unknown, options?: CallOptions): Promise<Answer> {
  // One job before may take as long as the target file says, and one of another caller stand before this one.
  const { waitMs = 3000 } = context.target.fixtures.optimization ?? {}
  const patience = busy.has(context.target) ? waitMs : Math.max(inAll, 2 * waitMs)
  for (let [waited, pause] = [0, shortest]; waited < patience; pause = Math.min(longest, pause * longer)) {
    const answer = await context.api.optimization.reoptimize(body, options)
    // Other refusals may come before that one: only a start that is taken tells that no other job runs.
    if (answer.status === 202) busy.delete(context.target)
    if (answer.status !== 409) return answer
    await context.wait(Math.round(pause))
    waited += pause
  }
  const wasBusy = busy.has(context.target)
  busy.add(context.target)
  throw new Inconclusive(
    'another re-optimization is in progress all the time: jobs may take longer than fixtures.optimization.waitMs, or one does not end',
    wasBusy ? 0 : 1,
  )
}

/** The answers to three starts at once. For a while after a job a server may take no other (429): each race waits until it may be served. */
export async function racedStarts(context: Context, body: unknown, again = 6): Promise<readonly Answer[]> {
  try {
    return await context.race([1, 2, 3].map(() => () => context.api.optimization.reoptimize(body)))
  } catch (error) {
    if (again === 0 || !(error instanceof Inconclusive)) throw error
    return racedStarts(context, body, again - 1)
  }
}
