import { rely, type Context } from '../../src/kit/index.ts'
import { perform, type Subject } from './acting.ts'
import { dispatch } from './requirements.ts'
import { inState, mustMove, mustRelease, standing } from './subject.ts'
import { standsIn } from './visits.ts'

/** An activity whose partner let the time pass. */
export async function late(context: Context): Promise<Subject> {
  const subject = await inState(context, 'confirmed')
  await rely(dispatch.notify, async () =>
    mustMove(context, await perform(context, 'notify', 'owner', subject), subject, 'NOTIFIED'),
  )
  await context.clock.advance((context.target.fixtures.dispatchTimeoutMs ?? 0) + 1000)
  standsIn(subject, 'late')
  // A time-out may take effect when it is next looked at (B-DSP-17); one that comes later is no doing of whoever acts then, either.
  await standing(context, subject)
  return subject
}

/** An activity that was accepted and released; undefined where release is refused, which is lawful (B-DSP-10). */
export async function released(context: Context): Promise<Subject | undefined> {
  const subject = await inState(context, 'accepted')
  const answer = await perform(context, 'release', 'partner', subject)
  if (answer.status >= 400) return undefined
  await rely(dispatch.release, async () => mustRelease(context, answer, subject))
  standsIn(subject, 'released')
  return subject
}
