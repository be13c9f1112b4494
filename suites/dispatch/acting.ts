import type { Answer } from '../../src/clients/answer.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import type { Action, Role } from '../../src/dispatch/machine.ts'
import type { Context, PlannedActivity } from '../../src/kit/index.ts'
import { answerOf } from './visits.ts'

const identityOf: Readonly<Record<Role, string>> = { owner: 'crowd-owner', partner: 'partner', other: 'partner-2' }

export const as = (context: Context, role: Role) => context.as(identityOf[role]).dispatch

/** An activity that a check acts on. */
export type Subject = PlannedActivity

const hourMs = 3_600_000
let intervals = 0

/** Times of the next weeks that no other update has: neither is said that a technician may be booked twice, nor years ahead (B-DSP-04, B-DSP-15). */
export function ownTimes(minutes = 150): { readonly startDateTime: string; readonly endDateTime: string } {
  const [day, slot] = [Math.floor(intervals / 4), intervals % 4]
  intervals += 1
  const start = Math.floor(Date.now() / (24 * hourMs) + 14 + day) * 24 * hourMs + (6 + 3 * slot) * hourMs
  const told = (moment: number) => new Date(moment).toISOString().replace('.000', '')
  return { startDateTime: told(start), endDateTime: told(start + minutes * 60_000) }
}

/** Times and technician of an update, in the form that is required. */
export const details = ({ technicianId }: Subject) => ({ ...ownTimes(), responsible: technicianId })

export const actionBody = (action: Action, { activityId, technicianId }: Subject) =>
  action === 'notify' || action === 'release' ? { activityId } : { activityId, technicianid: technicianId }

/** An action on one activity, with everything that it requires. */
export async function perform(
  context: Context,
  action: Action,
  role: Role,
  subject: Subject,
  options?: CallOptions,
): Promise<Answer> {
  const api = as(context, role)
  const answer =
    action === 'update'
      ? await api.update(subject.activityId, details(subject), options)
      : action === 'batch-accept'
        ? await api.acceptBatch([{ ...subject }], options)
        : await api.act(action, actionBody(action, subject), options)
  return options ? answer : answerOf(answer, action, role)
}
