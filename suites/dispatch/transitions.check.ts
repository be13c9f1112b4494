import { announced, effects, type Action, type Role } from '../../src/dispatch/machine.ts'
import { Blocked, check, must, rely, Unexercised } from '../../src/kit/index.ts'
import { dispatch } from './requirements.ts'
import { toldBy } from './visits.ts'
import { perform } from './acting.ts'
import { mustBeAnnounced, settledEvents } from './announced.ts'
import { isListed } from './lists.ts'
import { mustBeServed } from './served.ts'
import { statusAfter } from './settled.ts'
import {
  inState,
  led,
  listedNowhere,
  mayBeStatus,
  mustMove,
  mustStand,
  planAgain,
  ruleOf,
  standing,
} from './subject.ts'
import { mustLeaveAsReleased } from './released.ts'

check(
  dispatch.confirm,
  'planned-activity',
  { brokenBy: ['dispatch-confirm-no-effect', 'dispatch-confirm-refused'], effects: true },
  async (context) => {
    const subject = await inState(context, 'planned')
    await mustMove(context, await perform(context, 'confirm', 'owner', subject), subject, 'CONFIRMED')
  },
)

check(
  dispatch.confirm,
  'again-after-a-reject',
  {
    needs: ['activity-control'],
    brokenBy: [
      'dispatch-confirm-refused',
      'dispatch-confirm-no-effect',
      'dispatch-role-by-client-id',
      'dispatch-confirm-404-to-who-rejected-once',
    ],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'rejected')
    await planAgain(context, subject)
    await mustMove(context, await perform(context, 'confirm', 'owner', subject), subject, 'CONFIRMED')
  },
)

check(
  dispatch.notify,
  'confirmed-activity',
  { brokenBy: ['dispatch-notify-no-effect', 'dispatch-notify-refused'], effects: true },
  async (context) => {
    const subject = await inState(context, 'confirmed')
    await mustMove(context, await perform(context, 'notify', 'owner', subject), subject, 'NOTIFIED')
  },
)

check(
  dispatch.accept,
  'notified-activity',
  { brokenBy: ['dispatch-accept-no-effect', 'dispatch-accept-refused'], effects: true },
  async (context) => {
    const subject = await inState(context, 'notified')
    await mustMove(context, await perform(context, 'accept', 'partner', subject), subject, 'ACCEPTED')
  },
)

check(
  dispatch.reject,
  'notified-activity',
  {
    brokenBy: [
      'dispatch-reject-no-effect',
      'dispatch-reject-refused',
      'dispatch-reject-leaves-confirmed',
      'dispatch-reject-leaves-rejected',
    ],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'notified')
    await mustMove(context, await perform(context, 'reject', 'partner', subject), subject, null)
  },
)

check(
  dispatch['batch-accept'],
  'one-notified-activity',
  { brokenBy: ['dispatch-batch-accept-no-effect', 'dispatch-batch-accept-refused'], effects: true },
  async (context) => {
    const subject = await inState(context, 'notified')
    const answer = await perform(context, 'batch-accept', 'partner', subject)
    await mustMove(context, answer, subject, 'ACCEPTED', [201, 207])
  },
)

check(
  dispatch.update,
  'accepted-in-a-batch',
  { brokenBy: ['dispatch-update-refused-after-batch'], effects: true },
  async (context) => {
    const subject = await inState(context, 'notified')
    await led(context, 'batch-accept', subject)
    const answer = await perform(context, 'update', 'partner', subject)
    // Where accept takes the activity from the partner, an update may be refused (B-DSP-10).
    if (answer.status >= 300 && !(await isListed(context, subject, 'ACCEPTED'))) return must.refused4xx(answer)
    must.status(answer, 200, 201)
  },
)

check(
  dispatch.release,
  'accepted-activity',
  {
    needs: ['activity-control'],
    brokenBy: [
      'dispatch-release-no-effect',
      'dispatch-release-keeps-stage',
      'dispatch-release-keeps-state',
      'dispatch-release-leaves-checkedout',
      'dispatch-release-clears-status',
      'dispatch-release-refused-yet-done',
      'dispatch-released-shown-empty',
    ],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'accepted')
    const stood = await standing(context, subject)
    const answer = await perform(context, 'release', 'partner', subject)
    toldBy(answer, subject)
    // Where accept took the activity from the partner, release may be refused (B-DSP-10): then nothing is released.
    if (answer.status >= 400) {
      must.refused4xx(answer)
      await mustStand(context, answer, subject, stood)
      return mustBeServed(context)
    }
    const { assignment, activity } = await mustLeaveAsReleased(context, answer, subject)
    if (Object.keys({ ...assignment, ...activity }).length === 0)
      throw new Unexercised(
        'controls.activities tells nothing of a single activity (GET <address>/<activityId>): of what a release leaves, only the status was seen, in lists',
      )
  },
)

const before = { confirm: 'planned', notify: 'confirmed', reject: 'notified', accept: 'notified' } as const

/** Calls that do not start from the status which an action leaves. */
const refusedAfter: Partial<Record<Action, ReadonlyArray<readonly [Action, Role]>>> = {
  confirm: [
    ['accept', 'partner'],
    ['confirm', 'owner'],
    ['reject', 'partner'],
  ],
  notify: [
    ['notify', 'owner'],
    ['accept', 'other'],
    ['reject', 'other'],
  ],
}
const eventsOfRefused: Partial<Record<Action, readonly string[]>> = {
  confirm: ['accept', 'confirm', 'reject'].map((one) => `dispatch-refused-${one}-event`),
  notify: [
    'dispatch-refused-notify-event',
    ...['accept', 'reject'].map((one) => `dispatch-${one}-by-another-partner-event`),
  ],
}

for (const action of announced) {
  check(
    dispatch.events,
    `on-${action}`,
    {
      brokenBy: [`dispatch-${action}-no-event`, ...(eventsOfRefused[action] ?? [])],
      effects: true,
    },
    async (context) => {
      const subject = await inState(context, before[action as keyof typeof before])
      const earlier = await settledEvents(context, subject)
      if (earlier === undefined)
        throw new Blocked('controls.activities tells no business events: take them out of has in the target file')
      const role = action === 'confirm' || action === 'notify' ? 'owner' : 'partner'
      await mustMove(context, await perform(context, action, role, subject), subject, effects[action as Action].status)
      await mustBeAnnounced(context, subject, earlier, action)
      if (!(action in refusedAfter)) return
      const later = await settledEvents(context, subject)
      // What is not carried out triggers nothing.
      for (const [again, who] of refusedAfter[action] ?? []) {
        if (who === 'other' && !('partner-2' in context.target.identities)) continue
        if ((await perform(context, again, who, subject)).status < 400) return
      }
      must.equal(
        'number of business events after calls that were refused',
        await settledEvents(context, subject),
        later,
      )
    },
  )
}

check(dispatch.statuses, 'on-the-way', { brokenBy: ['dispatch-status-of-its-own'], effects: true }, async (context) => {
  const subject = await inState(context, 'planned')
  let { status: last } = await standing(context, subject)
  must.hold('no dispatching status of a planned activity', mayBeStatus(last, null), last ?? 'none')
  for (const action of ['confirm', 'notify', 'accept'] as const) {
    const answer = await perform(context, action, action === 'accept' ? 'partner' : 'owner', subject)
    await rely(ruleOf[action], async () => must.status(answer, 201, 202))
    // Systems are known that answer an accept with 200; of the others it says nothing.
    const isDone = answer.status === 201 || answer.status === 202 || (answer.status === 200 && action === 'accept')
    if (!isDone) throw new Blocked(`${action} is not answered as done`)
    const was = last
    const now = await statusAfter(context, answer, action, subject, was)
    if (answer.status === 201 && now !== listedNowhere)
      await rely(ruleOf[action], async () => must.differ(`the status after ${action}`, now, was))
    must.oneOf(`the dispatching status after ${action}`, now, [
      null,
      'CONFIRMED',
      'NOTIFIED',
      'ACCEPTED',
      listedNowhere,
    ])
    last = now
  }
})
