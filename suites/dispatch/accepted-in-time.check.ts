import { check, isObjection, must, rely, Unexercised, type Context } from '../../src/kit/index.ts'
import { perform, type Subject } from './acting.ts'
import { isListed } from './lists.ts'
import { mustLeaveAsReleased } from './released.ts'
import { dispatch } from './requirements.ts'
import { mustBeServed } from './served.ts'
import { inState, led } from './subject.ts'

/** Accepted by calls: what the target prepares may have no countdown. */
async function accepted(context: Context): Promise<Subject> {
  const subject = await inState(context, 'confirmed')
  await led(context, 'notify', subject)
  await led(context, 'accept', subject)
  return subject
}

// The countdown is that of a notification: of reject and accept it is said that they come in time, of release and update it is not.
for (const [action, fault] of [
  ['release', 'dispatch-release-too-late'],
  ['update', 'dispatch-update-too-late'],
] as const)
  check(
    dispatch[action],
    'after-the-time-of-the-notification',
    {
      needs: ['clock', 'dispatch-timeout', 'activity-control'],
      alone: true,
      effects: true,
      brokenBy: [fault],
    },
    async (context) => {
      const [early, late] = [await accepted(context), await accepted(context)]
      const inTime = await perform(context, action, 'partner', early)
      // Where accept took the activity from the partner, that may be refused at any time (B-DSP-10).
      if (isObjection(inTime)) return mustBeServed(context)
      await rely(dispatch[action], async () => must.success(inTime))
      await context.clock.advance(Math.round((context.target.fixtures.dispatchTimeoutMs ?? 0) * 1.1))
      // Nor is it shown what a time-out does (B-DSP-17).
      if (!(await isListed(context, late, 'ACCEPTED')))
        throw new Unexercised('what was accepted is in no list of ACCEPTED when the time of its notification is over')
      const answer = await perform(context, action, 'partner', late)
      if (action === 'release') await mustLeaveAsReleased(context, answer, late)
      else must.status(answer, 200, 201)
    },
  )
