import { check, must, Unexercised } from '../../src/kit/index.ts'
import { as, details, perform } from './acting.ts'
import { isListed, isFoundInList, mustBeInList } from './lists.ts'
import { dispatch } from './requirements.ts'
import { inState, led, mustMove, mustRelease, mustStand, standing } from './subject.ts'

check(
  dispatch.release,
  'one-of-those-accepted-together',
  { brokenBy: ['dispatch-release-takes-its-batch'], effects: true },
  async (context) => {
    const [one, other] = [await inState(context, 'notified'), await inState(context, 'notified')]
    const batch = await as(context, 'partner').acceptBatch([{ ...one }, { ...other }])
    for (const subject of [one, other]) await mustMove(context, batch, subject, 'ACCEPTED', [201, 207])
    const single = await inState(context, 'accepted')
    const before = [await standing(context, other), await standing(context, single)] as const
    const answer = await perform(context, 'release', 'partner', one)
    // Where accept took the activity from the partner, release may be refused (B-DSP-10).
    if (answer.status >= 400) return must.refused4xx(answer)
    await mustRelease(context, answer, one)
    // The body names one activity: the others are not released.
    await mustStand(context, answer, other, before[0])
    await mustStand(context, answer, single, before[1])
  },
)

check(
  dispatch.accept,
  'stays-when-the-time-of-the-notification-is-over',
  {
    needs: ['clock', 'dispatch-timeout', 'activity-control'],
    alone: true,
    brokenBy: ['dispatch-countdown-runs-on-after-accept'],
    effects: true,
  },
  async (context) => {
    const accepted = []
    for (const action of ['accept', 'batch-accept'] as const) {
      const subject = await inState(context, 'confirmed')
      await led(context, 'notify', subject)
      await led(context, action, subject)
      accepted.push({ action, subject, before: await standing(context, subject) })
    }
    await context.clock.advance(Math.round((context.target.fixtures.dispatchTimeoutMs ?? 0) * 1.1))
    for (const { action, subject, before } of accepted)
      must.equal(
        `the dispatching status after ${action}, when the time of the notification is over`,
        (await standing(context, subject)).status,
        before.status,
      )
  },
)

check(
  dispatch['own-assignments'],
  'accepted-after-an-update-for-another-technician',
  { brokenBy: ['dispatch-updated-in-no-list-of-accepted'], effects: true },
  async (context) => {
    // A technician of the partner's, as another activity has one.
    const { technicianId } = await inState(context, 'notified')
    const subject = await inState(context, 'accepted')
    // Where accept takes the activity from the partner, it need not be in a list of the partner's (B-DSP-10).
    if (!(await isFoundInList(context, subject, 'ACCEPTED')))
      throw new Unexercised('what is accepted is in no list of the partner')
    const answer = await as(context, 'partner').update(subject.activityId, details({ ...subject, technicianId }))
    // Which technicians may be named is not said.
    if (answer.status >= 400) return must.refused4xx(answer)
    must.status(answer, 200, 201)
    await mustBeInList(context, subject, 'ACCEPTED')
    must.hold(
      'an ACCEPTED activity in no list of NOTIFIED',
      !(await isListed(context, subject, 'NOTIFIED')),
      'it is in the list',
    )
  },
)

check(
  dispatch.list,
  'shows-notified-and-accepted',
  { brokenBy: ['dispatch-list-empty', 'dispatch-list-of-accepted-without-those-of-a-batch'], effects: true },
  async (context) => {
    const notified = await inState(context, 'notified')
    await mustBeInList(context, notified, 'NOTIFIED')
    const accepted = await inState(context, 'accepted')
    const stands = await standing(context, accepted)
    // Where accept takes the activity from the partner, it need not be in a list of the partner's (B-DSP-10).
    if (await isListed(context, accepted, 'NOTIFIED'))
      must.hold('no ACCEPTED activity in the list of NOTIFIED', false, String(stands.status))
    const single = await inState(context, 'notified')
    await led(context, 'accept', single)
    if (!(await isFoundInList(context, single, 'ACCEPTED'))) return
    // Where that leaves it with the partner, so does a batch.
    await led(context, 'batch-accept', notified)
    await mustBeInList(context, notified, 'ACCEPTED')
  },
)
