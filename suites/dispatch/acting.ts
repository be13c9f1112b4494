import type { Answer } from '../../src/clients/answer.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import type { Action, Role } from '../../src/dispatch/machine.ts'
import { isObjection, type Context, type PlannedActivity } from '../../src/kit/index.ts'
import { answerOf } from './visits.ts'

const identityOf: Readonly<Record<Role, string>> = { owner: 'crowd-owner', partner: 'partner', other: 'partner-2' }

export const as = (context: Context, role: Role) => context.as(identityOf[role]).dispatch

/** An activity that a check acts on. */
export type Subject = Omit<PlannedActivity, 'responsible'>

const hourMs = 3_600_000
let intervals = 0

/** The nth day from Monday to Friday, of those that begin in two weeks, in days since 1970. */
function workingDay(nth: number): number {
  const first = Math.floor(Date.now() / (24 * hourMs)) + 14
  // The first day of 1970 was a Thursday.
  const days = Array.from({ length: 7 }, (_, at) => first + at).filter((day) => ![0, 6].includes((day + 4) % 7))
  return days[nth % 5]! + 7 * Math.floor(nth / 5)
}

/** Times of the next months that no other update has, of days on which most work: neither is said that a technician may be booked twice, nor at night, nor years ahead (B-DSP-04, B-DSP-15). */
export function ownTimes(minutes = 150): { readonly startDateTime: string; readonly endDateTime: string } {
  const [day, slot] = [workingDay(Math.floor(intervals / 3)), intervals % 3]
  intervals += 1
  const start = day * 24 * hourMs + (7 + 3 * slot) * hourMs
  const told = (moment: number) => new Date(moment).toISOString().replace('.000', '')
  return { startDateTime: told(start), endDateTime: told(start + minutes * 60_000) }
}

/** Times and technician of an update, in the form that is required. */
const responsibles = new Map<string, string>()

/** Tells how an update names a technician: by which key is not said (B-DSP-04). */
export const isNamed = ({ technicianId, responsible = technicianId }: PlannedActivity): void =>
  void responsibles.set(technicianId, responsible)

/** A technician as an update names it. */
export const responsibleOf = ({ technicianId }: Pick<Subject, 'technicianId'>): string =>
  responsibles.get(technicianId) ?? technicianId

export const details = (subject: Subject) => ({ ...ownTimes(), responsible: responsibleOf(subject) })

export const actionBody = (action: Action, { activityId, technicianId }: Subject) =>
  action === 'notify' || action === 'release' ? { activityId } : { activityId, technicianid: technicianId }

/** How often the owner was to confirm each activity of fixtures.plannedActivities, for its own technician. */
const confirms = new WeakMap<Subject, number>()

/** Notes an activity that was just taken: one of a list may have been used by a run before this one. */
export function isTaken({ target }: Pick<Context, 'target'>, subject: Subject): void {
  if (target.controls.activities === undefined) confirms.set(subject, 0)
}

/** An action on one activity, with everything that it requires. */
export async function perform(
  context: Context,
  action: Action,
  role: Role,
  subject: Subject,
  options?: CallOptions,
): Promise<Answer> {
  const api = as(context, role)
  const asked = action === 'confirm' && role === 'owner' ? confirms.get(subject) : undefined
  if (asked !== undefined) confirms.set(subject, asked + 1)
  let answer =
    action === 'update'
      ? await api.update(subject.activityId, details(subject), options)
      : action === 'batch-accept'
        ? await api.acceptBatch([{ ...subject }], options)
        : await api.act(action, actionBody(action, subject), options)
  if (options) return answer
  // Only where no other confirm of it was sent, before or meanwhile, is it known for one that an earlier run used.
  while (asked === 0 && confirms.get(subject) === 1 && isObjection(answer) && answer.status !== 403) {
    const next = await context.activities.planned({ inPlaceOf: { ...subject, refusedWith: answer.status } })
    isNamed(next)
    Object.assign(subject, { activityId: next.activityId, technicianId: next.technicianId })
    answer = await api.act('confirm', actionBody('confirm', subject))
  }
  return answerOf(answer, action, role)
}
