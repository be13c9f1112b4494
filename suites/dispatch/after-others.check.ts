import { momentOf } from '../../src/exchange/moment.ts'
import { isObject } from '../../src/exchange/json.ts'
import { effects } from '../../src/dispatch/machine.ts'
import { check, eventually, matchers, must, objectOf, rely, sameId } from '../../src/kit/index.ts'
import { as, details, perform, type Subject } from './acting.ts'
import { dispatch } from './requirements.ts'
import { mustBeServed } from './served.ts'
import { mustTellTimes } from './tells-times.ts'
import { mustLeaveAsReleased } from './released.ts'
import { inState, led, mustMove, mustStand, standing } from './subject.ts'

for (const [accepted, isUpdated] of [
  ['accept', true],
  ['batch-accept', false],
  ['batch-accept', true],
] as const)
  check(
    dispatch.release,
    `after-${accepted}${isUpdated ? '-and-update' : ''}`,
    {
      needs: ['activity-control'],
      brokenBy: [
        'dispatch-release-clears-status',
        ...(accepted === 'batch-accept' ? ['dispatch-release-after-batch-keeps-stage'] : []),
        ...(isUpdated ? ['dispatch-release-after-update-clears-status'] : []),
      ],
      effects: true,
    },
    async (context) => {
      const subject = await inState(context, 'notified')
      await led(context, accepted, subject)
      // Where accept took the activity from its partner, update and release may be refused (B-DSP-10).
      if (isUpdated) must.noServerError(await perform(context, 'update', 'partner', subject))
      const answer = await perform(context, 'release', 'partner', subject)
      if (answer.status >= 400) {
        must.refused4xx(answer)
        return mustBeServed(context)
      }
      await mustLeaveAsReleased(context, answer, subject)
    },
  )

check(
  dispatch['wrong-state'],
  'accepted-in-a-batch',
  { needs: ['activity-control'], brokenBy: ['dispatch-reject-of-what-a-batch-accepted'], effects: true },
  async (context) => {
    const subject = await inState(context, 'notified')
    await led(context, 'batch-accept', subject)
    for (const action of ['reject', 'accept'] as const) {
      const before = await standing(context, subject)
      const answer = await perform(context, action, 'partner', subject)
      must.hold('any answer but 201', answer.status !== 201, `${action}: ${answer.status}`)
      await mustStand(context, answer, subject, before)
    }
  },
)

const batch = (context: Parameters<typeof as>[0], items: readonly Subject[]) =>
  as(context, 'partner').acceptBatch(items.map((item) => ({ ...item })))

check(
  dispatch['batch-figures'],
  'after-a-batch-that-failed',
  {
    brokenBy: ['dispatch-batch-tells-of-the-last', 'dispatch-accept-refused-after-a-failed-batch'],
    effects: true,
  },
  async (context) => {
    const failed = await inState(context, 'confirmed')
    must.noServerError(await batch(context, [failed]))
    const good = await inState(context, 'notified')
    const answer = await batch(context, [good])
    must.status(answer, 201, 207)
    if (answer.status === 207) {
      must.equal('hasErrors of a batch of which no item failed', objectOf(answer)['hasErrors'], false)
      const { results } = objectOf(answer)
      for (const one of (Array.isArray(results) ? (results as readonly unknown[]) : []).filter(isObject))
        if (isObject(one['resource']))
          must.hold(
            'results of the items of this batch alone',
            sameId(one['resource']['activityId'], good.activityId),
            String(one['resource']['activityId']),
          )
    }
    await mustMove(context, answer, good, 'ACCEPTED', [201, 207])
    // What failed in its state then is accepted once it is in the right one.
    await led(context, 'notify', failed)
    await mustMove(context, await perform(context, 'accept', 'partner', failed), failed, 'ACCEPTED')
  },
)

check(
  dispatch['batch-figures'],
  'after-a-batch-for-an-unknown-technician',
  { brokenBy: ['dispatch-accept-refused-after-a-failed-batch'], effects: true },
  async (context) => {
    const subject = await inState(context, 'notified')
    const before = await standing(context, subject)
    const answer = await batch(context, [{ ...subject, technicianId: context.fresh.id() }])
    must.noServerError(answer)
    // Whether the technician is looked at is not stated: where it is, the activity stays as it was, and can be accepted.
    if ((await standing(context, subject)).status !== before.status)
      return mustMove(context, answer, subject, 'ACCEPTED', [201, 207]).then(() => undefined)
    await mustStand(context, answer, subject, before)
    await mustMove(context, await perform(context, 'accept', 'partner', subject), subject, 'ACCEPTED')
  },
)

for (const action of ['confirm', 'reject', 'accept'] as const)
  check(
    dispatch[action],
    'after-one-for-an-unknown-technician',
    { brokenBy: [`dispatch-${action}-refused-after-another-technician`], effects: true },
    async (context) => {
      const subject = await inState(context, action === 'confirm' ? 'planned' : 'notified')
      const before = await standing(context, subject)
      const role = action === 'confirm' ? 'owner' : 'partner'
      const moved = effects[action].status
      const answer = await perform(context, action, role, { ...subject, technicianId: context.fresh.id() })
      must.noServerError(answer)
      // Whether the technician is looked at is not stated: where it is, the action is taken for the right one after that.
      if (answer.status < 300) return void (await mustMove(context, answer, subject, moved))
      await mustStand(context, answer, subject, before)
      await mustMove(context, await perform(context, action, role, subject), subject, moved)
    },
  )

check(
  dispatch.accept,
  'after-one-by-another-partner',
  { needs: ['second-partner'], brokenBy: ['dispatch-accept-refused-after-one-by-another-partner'], effects: true },
  async (context) => {
    const subject = await inState(context, 'notified')
    const before = await standing(context, subject)
    await rely(dispatch.conditions, async () =>
      mustStand(context, await perform(context, 'accept', 'other', subject), subject, before),
    )
    await mustMove(context, await perform(context, 'accept', 'partner', subject), subject, 'ACCEPTED')
  },
)

check(
  dispatch['update-is-read'],
  'times-with-offsets',
  {
    brokenBy: [
      'dispatch-update-drops-negative-offset-of-end',
      'dispatch-update-misreads-minutes-of-negative-offsets',
      'dispatch-update-drops-offset',
      'dispatch-update-loses-summer-hour',
      'dispatch-update-of-same-responsible-ignored',
    ],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'accepted')
    const { update } = as(context, 'partner')
    const moments = [
      ['2031-05-01T08:00:00-05:00', '2031-05-01T10:00:00-05:00'],
      ['2031-05-02T08:00:00+05:30', '2031-05-01T23:15:00-03:30'],
      ['2031-05-02T23:30:00-11:00', '2031-05-03T23:30:00+13:00'],
    ] as const
    let taken = 0
    await mustTellTimes(context, subject)
    for (const [startDateTime, endDateTime] of moments) {
      const sent = { ...details(subject), startDateTime, endDateTime }
      const answer = await update(subject.activityId, sent)
      // In which forms a datetime may come is not shown; where accept took the activity away, it is no more updated (B-DSP-10).
      if (answer.status >= 300) {
        must.refused4xx(answer)
        continue
      }
      taken += 1
      await eventually(
        context,
        async () => (await standing(context, subject)).times,
        (times) => {
          const told = Object.keys(times).filter((key) => key !== 'responsible')
          const momentsOf = (of: Readonly<Record<string, unknown>>) =>
            Object.fromEntries(told.map((key) => [key, momentOf(of[key])]))
          return matchers.equal('moments in effect', momentsOf(times), momentsOf(sent))
        },
        { within: 10_000 },
      )
    }
    if (taken === 0) await mustBeServed(context)
  },
)
