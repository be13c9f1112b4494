import { momentOf } from '../../src/exchange/moment.ts'
import { check, must, observe } from '../../src/kit/index.ts'
import { dayAhead } from '../service/days.ts'
import { partOf } from '../service/tree.ts'
import { freshToken, hours, minutes } from '../token/steps.ts'
import { optimization } from './requirements.ts'
import {
  isWithin,
  mustHaveMoved,
  placedWithin,
  rescheduled,
  scheduledBefore,
  stillBusy,
  tooLate,
} from './rescheduled.ts'
import { mustStartWith, newSkills } from './skills.ts'
import { accepted, answered, areWithinOneJob, jobOver, ownActivities, pluginName, racedStarts, wish } from './wish.ts'

check(
  optimization.unauthorized,
  'without-a-valid-token',
  {
    alone: true,
    brokenBy: [
      'optimization-token-403',
      'optimization-no-token-needed',
      'optimization-no-header-400',
      'optimization-takes-an-expired-token',
    ],
  },
  async (context) => {
    const { ids } = await ownActivities(context)
    const expired = { token: { value: await freshToken(context.api) } }
    await accepted(context, wish(context, ids), expired)
    for (const token of ['none', { value: context.fresh.tag }] as const)
      // Which of 401 and 409 goes first while a job is in progress is not said.
      must.status(await answered(context, wish(context, ids), { token }), 401)
    if (!context.target.has.includes('clock')) return
    await context.clock.advance(12 * hours + minutes)
    must.status(await answered(context, wish(context, ids), expired), 401)
  },
)

check(
  optimization['one-at-a-time'],
  'second-start',
  {
    alone: true,
    needs: ['optimization-minimum'],
    brokenBy: [
      'optimization-two-at-once',
      'optimization-busy-400',
      'optimization-lock-by-activities',
      'optimization-other-window-beside',
      'optimization-conflict-ends-the-lock',
    ],
  },
  async (context) => {
    const { ids } = await ownActivities(context, 2)
    const first = await accepted(context, wish(context, ids.slice(0, 1)))
    // Whatever the second asks for: the same time, one after that of the first, and one before.
    const windows = [
      {},
      { start: `${dayAhead(context, 10)}T08:00:00Z`, end: `${dayAhead(context, 11)}T18:00:00Z` },
      { start: `${dayAhead(context, 4)}T08:00:00Z`, end: `${dayAhead(context, 5)}T18:00:00Z` },
    ]
    for (const [at, window] of windows.entries()) {
      const second = await context.api.optimization.reoptimize(wish(context, ids.slice(1), window))
      // Only within the time that a job takes at least the second must be refused.
      const isTooLate = second.status === 202 && !areWithinOneJob(context, [first, second])
      if (isTooLate && at > 0) return
      if (isTooLate) throw tooLate()
      must.status(second, 409)
    }
  },
)

check(
  optimization['one-at-a-time'],
  'second-start-of-the-same-request-id',
  {
    alone: true,
    needs: ['optimization-minimum'],
    brokenBy: ['optimization-same-request-id-runs-beside'],
    effects: true,
  },
  async (context) => {
    const { call, ids, starts } = await ownActivities(context, 2)
    const [one, other] = [ids.slice(0, 1), ids.slice(1)]
    const start = `${dayAhead(context, 11)}T08:00:00Z`
    const end = `${dayAhead(context, 12)}T18:00:00Z`
    const same = { 'X-Request-ID': crypto.randomUUID() }
    const first = await accepted(context, wish(context, one), { headers: same })
    const second = await context.api.optimization.reoptimize(wish(context, other, { start, end }), { headers: same })
    must.status(second, 202, 409)
    if (second.status === 409) return
    if (!areWithinOneJob(context, [first, second])) throw tooLate()
    // What a request id does is not said: one that comes twice may be answered as before, and nothing more be done.
    const activities = await rescheduled(context, call, ids, starts)
    for (const { id, planned } of activities)
      must.hold(
        'no second job beside the first',
        !other.includes(id) || !isWithin(planned, { start, end }),
        new Date(planned),
      )
    mustHaveMoved(activities)
  },
)

check(
  optimization['one-at-a-time'],
  'simultaneous-starts',
  { alone: true, needs: ['optimization-minimum'], brokenBy: ['optimization-two-at-once', 'optimization-lock-race'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    await accepted(context, wish(context, ids))
    await jobOver(context)
    const answers = await racedStarts(context, wish(context, ids))
    for (const answer of answers) must.status(answer, 202, 409)
    const started = answers.filter(({ status }) => status === 202).length
    if (started === 0) throw stillBusy()
    if (started > 1 && !areWithinOneJob(context, answers)) throw tooLate()
    must.hold('at most one of three simultaneous starts is accepted', started <= 1, started)
  },
)

check(
  optimization.interval,
  'planned-within',
  {
    alone: true,
    brokenBy: [
      'optimization-before-start',
      'optimization-after-end',
      'optimization-exactly-at-end',
      'optimization-offset-lost',
      'optimization-at-the-end-where-offsets-differ',
      'optimization-whole-days',
      'optimization-siblings-too',
    ],
    effects: true,
  },
  async (context) => {
    const { call, ids, starts } = await ownActivities(context, 4)
    const named = ids.slice(1)
    // An hour of a day that no other job fills, for two activities of half an hour; its end is written with another offset.
    const bodyOn = (later: number) => {
      const day = dayAhead(context, 13 + later)
      return wish(context, named, { start: `${day}T10:00:00+02:00`, end: `${day}T12:00:00+03:00` })
    }
    const body = bodyOn(0)
    const activities = await placedWithin(context, call, starts.slice(1), bodyOn)
    const other = await context.api.service.activity(call, ids[0] ?? '')
    must.status(other, 200)
    const stayed = momentOf(partOf(other.json)['plannedStartDate'])
    // What plans by itself may have planned it there before (B-SVC-19).
    const isOut = stayed === starts[0] || !isWithin(stayed, body)
    must.hold('an activity that was not named, not scheduled', isOut, new Date(stayed))
    mustHaveMoved(activities)
  },
)

check(
  optimization.partitions,
  'of-no-activity',
  { alone: true, brokenBy: ['optimization-partitions-overlooked'], effects: true },
  async (context) => {
    const { call, ids, starts } = await ownActivities(context, 2)
    const before = await scheduledBefore(context, call, ids, starts)
    // No activity has a skill of these names, so none is considered.
    const skills = await newSkills(context)
    const body = wish(context, ids, { partitioningStrategy: { skills: skills.map(({ name }) => name) } })
    await mustStartWith(context, body, skills)
    for (const { planned, activity } of await rescheduled(context, call, ids, before))
      must.hold(
        'an activity without any of the skills, not scheduled',
        !isWithin(planned, body),
        activity['plannedStartDate'],
      )
  },
)

observe(optimization['plugin-spelling'], 'both', { alone: true }, async (context) => {
  const { ids } = await ownActivities(context)
  // Accepted in either spelling, so that neither answer below is one to the other spelling.
  await answered(context, wish(context, ids))
  const { [pluginName(context)]: named, ...rest } = wish(context, ids)
  const one = await answered(context, { ...rest, optimizationPlugin: named })
  const other = await answered(context, { ...rest, optimisationPlugin: named })
  return `optimizationPlugin: status ${one.status}; optimisationPlugin: status ${other.status}`
})
