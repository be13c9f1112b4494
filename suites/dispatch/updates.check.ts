import { momentOf } from '../../src/exchange/moment.ts'
import { check, eventually, isObjection, matchers, must, Unexercised } from '../../src/kit/index.ts'
import { as, details, ownTimes, perform } from './acting.ts'
import { isListed } from './lists.ts'
import { dispatch } from './requirements.ts'
import { mustBeServed } from './served.ts'
import { inState, standing } from './subject.ts'
import { mustTellTimes } from './tells-times.ts'

const minutesLater = (times: ReturnType<typeof ownTimes>): ReturnType<typeof ownTimes> => ({
  startDateTime: times.startDateTime.replace(':00:', ':07:'),
  endDateTime: times.endDateTime.replace(/:(\d)0:/, ':$17:'),
})

check(
  dispatch['update-is-read'],
  'each-of-several-activities',
  {
    brokenBy: [
      'dispatch-update-reaches-others',
      'dispatch-update-of-the-one-before',
      'dispatch-update-on-a-grid-of-quarters',
    ],
    effects: true,
  },
  async (context) => {
    const updates = []
    for (const minutes of [90, 135, 30])
      updates.push({ subject: await inState(context, 'accepted'), times: ownTimes(minutes) })
    for (const update of updates) {
      const { subject, times } = update
      const isTheirs = await isListed(context, subject, 'ACCEPTED')
      const send = (sent: typeof times) =>
        as(context, 'partner').update(subject.activityId, { ...details(subject), ...sent })
      // Which minutes a board takes is not said: what is refused is sent with full hours, but none may be moved.
      const odd = minutesLater(times)
      const first = await send(odd)
      if (!isObjection(first)) update.times = odd
      const answer = isObjection(first) ? await send(times) : first
      if (answer.status >= 300) {
        must.refused4xx(answer)
        must.hold('the update of an activity of the partner’s taken', !isTheirs, `status ${answer.status}`)
        throw new Unexercised('what is accepted is the partner’s no longer, and is not updated (B-DSP-10)')
      }
    }
    for (const { subject, times } of updates) {
      await mustTellTimes(context, subject)
      await eventually(
        context,
        async () => (await standing(context, subject)).times,
        (told) =>
          matchers.equal(
            'start and end of each activity that was updated',
            momentsOf(told),
            momentsOf(Object.fromEntries(Object.entries(times).filter(([name]) => name in told))),
          ),
        { within: 10_000 },
      )
    }
  },
)

check(
  dispatch['update-is-read'],
  'end-moved-alone',
  {
    brokenBy: [
      'dispatch-update-of-the-end-alone-ignored',
      'dispatch-update-of-the-start-alone-ignored',
      'dispatch-update-of-same-responsible-ignored',
    ],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'accepted')
    const first = details(subject)
    const moved = (time: string, minutes: number): string =>
      new Date(Date.parse(time) + minutes * 60_000).toISOString().replace('.000', '')
    const sooner = { ...first, endDateTime: moved(first.endDateTime, -45) }
    for (const times of [first, sooner, { ...sooner, startDateTime: moved(first.startDateTime, 15) }]) {
      const answer = await as(context, 'partner').update(subject.activityId, times)
      if (answer.status >= 300) {
        must.refused4xx(answer)
        must.hold(
          'the update of an activity of the partner’s taken',
          times !== first || !(await isListed(context, subject, 'ACCEPTED')),
          `status ${answer.status}`,
        )
        throw new Unexercised('what is accepted is updated no more (B-DSP-10), or not to any time')
      }
      await mustTellTimes(context, subject)
      await eventually(
        context,
        async () => momentsOf((await standing(context, subject)).times),
        (told) =>
          matchers.equal('start and end in effect', told, {
            ...told,
            ...Object.fromEntries(Object.entries(momentsOf(times)).filter(([name]) => name in told)),
          }),
        { within: 10_000 },
      )
    }
  },
)

check(
  dispatch.update,
  'of-a-visit-over-midnight',
  {
    needs: ['activity-control'],
    brokenBy: ['dispatch-update-ends-on-the-day-of-its-start', 'dispatch-update-starts-on-the-day-of-its-end'],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'accepted')
    const day = ownTimes().startDateTime.slice(0, 10)
    const next = new Date(Date.parse(day) + 24 * 3_600_000).toISOString().slice(0, 10)
    const times = { startDateTime: `${day}T22:00:00Z`, endDateTime: `${next}T01:30:00Z` }
    const answer = await as(context, 'partner').update(subject.activityId, { ...details(subject), ...times })
    // Which times a board takes is not said, nor that what is accepted is still the partner's (B-DSP-10).
    if (isObjection(answer)) throw new Unexercised('an update to a time over midnight is refused')
    must.status(answer, 200, 201)
    await mustTellTimes(context, subject)
    await eventually(
      context,
      async () => momentsOf((await standing(context, subject)).times),
      (told) =>
        matchers.equal('start and end of what is told to be updated', told, {
          ...told,
          ...Object.fromEntries(Object.entries(momentsOf(times)).filter(([name]) => name in told)),
        }),
      { within: 10_000 },
    )
  },
)

check(
  dispatch['update-of-others'],
  'no-such-activity',
  { brokenBy: ['dispatch-update-unknown-200', 'dispatch-update-unknown-409'] },
  async (context) => {
    const activityId = context.fresh.id()
    // An id of a form that the target's ids do not have may be refused for that.
    must.status(await perform(context, 'update', 'partner', { activityId, technicianId: context.fresh.id() }), 404, 400)
    await mustBeServed(context)
  },
)

/** Start and end as milliseconds, of what is told of them. */
const momentsOf = (times: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    ['startDateTime', 'endDateTime'].flatMap((name) => (name in times ? [[name, momentOf(times[name])]] : [])),
  )
