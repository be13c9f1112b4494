import type { Answer } from '../../src/clients/answer.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import type { Action, Role } from '../../src/dispatch/machine.ts'
import type { Context, PlannedActivity } from '../../src/kit/index.ts'
import { answerOf } from './visits.ts'

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
