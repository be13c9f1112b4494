import { momentOf } from '../../src/exchange/moment.ts'
import { check, eventually, must, rely, sameId, show, type Context } from '../../src/kit/index.ts'
import { dayAhead } from '../service/days.ts'
import { service } from '../service/requirements.ts'
import { activitiesOf, idOf, partOf } from '../service/tree.ts'
import { turnedToken } from '../token/turned.ts'
import { optimization } from './requirements.ts'
import { isWithin, mustHaveMoved, placedWithin, rescheduled, tooLate } from './rescheduled.ts'
import { accepted, answered, hasUnassigned, jobOver, ownActivities, wish } from './wish.ts'

/** A job that still runs may set other times between two reads: then they are read again. */
async function mustBeTimedAlike({ api, ...context }: Context, call: string, ids: readonly string[]): Promise<void> {
  const timesOf = (part: Parameters<typeof idOf>[0] = {}) =>
    ['plannedStartDate', 'plannedEndDate'].map((name) => momentOf(part[name]))
  const read = async () => {
    const alone = []
    for (const id of ids) alone.push(await api.service.activity(call, id))
    const tree = await api.service.get(call)
    must.success(tree)
    const inTree = activitiesOf(partOf(tree.json))
    return [
      alone.flatMap(({ json }) => timesOf(partOf(json))),
      ids.flatMap((id) => timesOf(inTree.find((one) => sameId(idOf(one), id)))),
    ]
  }
  await eventually(context, read, ([alone = [], inTree = []]) =>
    alone.every((at, index) => at === inTree[index] || Number.isNaN(inTree[index]))
      ? undefined
      : { expected: `an activity with the times that the tree shows, ${show(inTree)}`, actual: show(alone) },
  )
}

check(
  optimization.interval,
  'in-universal-time',
  {
    alone: true,
    brokenBy: [
      'optimization-after-end',
      'optimization-exactly-at-end',
      'optimization-start-in-minutes',
      'gaps-activity-planned-to-the-second',
    ],
    effects: true,
  },
  async (context) => {
    const { call, ids, starts } = await ownActivities(context, 3)
    // An hour that two activities of half an hour fill; it does not begin with a minute.
    const activities = await placedWithin(context, call, starts, (later) => {
      const day = dayAhead(context, 9 + later)
      return wish(context, ids, { start: `${day}T08:00:30.500Z`, end: `${day}T09:00:30.500Z` })
    })
    mustHaveMoved(activities)
    // The times of a job have parts of a second, and the tree shows the ones of its activities.
    await rely(service['round-trip'], () => mustBeTimedAlike(context, call, ids))
  },
)

check(
  optimization.interval,
  'west-and-east-of-greenwich',
  {
    alone: true,
    brokenBy: ['optimization-offsets-of-the-west-overlooked', 'optimization-half-hours-of-offsets-overlooked'],
    effects: true,
  },
  async (context) => {
    const { call, ids, starts } = await ownActivities(context, 2)
    // An hour and a half, from 13:00 in universal time, that two activities of half an hour fill.
    const activities = await placedWithin(context, call, starts, (later) => {
      const day = dayAhead(context, 10 + later)
      return wish(context, ids, { start: `${day}T09:30:00-03:30`, end: `${day}T20:00:00+05:30` })
    })
    mustHaveMoved(activities)
  },
)

check(
  optimization.interval,
  'of-the-last-start-for-the-same-activity',
  {
    alone: true,
    brokenBy: ['optimization-window-of-the-job-before', 'optimization-siblings-of-a-lone-activity-planned'],
    effects: true,
  },
  async (context) => {
    const { call, ids, starts } = await ownActivities(context, 2)
    const [own = '', other] = ids
    const placed = async (among: readonly string[], day: number, before: unknown) => {
      const [first, next] = [dayAhead(context, day), dayAhead(context, day + 1)]
      const window = { start: `${first}T08:00:00Z`, end: `${next}T18:00:00Z` }
      await accepted(context, wish(context, among, window))
      const activities = await rescheduled(context, call, [own], [before])
      return { activities, at: activities[0]?.planned ?? Number.NaN, window }
    }
    const alone = await placed([own], 2, starts[0])
    if (other !== undefined && alone.activities.some(({ hasMoved }) => hasMoved)) {
      const answer = await context.api.service.activity(call, other)
      must.status(answer, 200)
      const planned = momentOf(partOf(answer.json)['plannedStartDate'])
      // The first time of an activity without a technician may be one that something else gave it.
      if (Number.isFinite(starts[1]) || !hasUnassigned(context))
        must.hold(
          'an activity of the same service call, which the start did not name, outside of its window',
          planned === starts[1] || !isWithin(planned, alone.window),
          new Date(planned),
        )
    }
    const among = await placed(ids, 5, alone.at)
    // It was not scheduled, or not yet: then nothing is known of where it comes from.
    mustHaveMoved(among.activities.filter(({ planned }) => isWithin(planned, among.window)))
    const last = await placed([own], 8, among.at)
    // The window of a job before is of no account; an activity for which no place is found may stay where it was.
    must.hold(
      `a start at or after ${last.window.start} and before ${last.window.end}, or the one that it had`,
      Number.isNaN(last.at) || last.at === among.at || isWithin(last.at, last.window),
      new Date(last.at),
    )
    mustHaveMoved(last.activities)
  },
)

check(
  optimization['one-at-a-time'],
  'nothing-of-a-refused-start',
  { alone: true, brokenBy: ['optimization-refused-start-is-queued'], effects: true },
  async (context) => {
    const { call, ids, starts } = await ownActivities(context, 2)
    const window = { start: `${dayAhead(context, 11)}T08:00:00Z`, end: `${dayAhead(context, 12)}T18:00:00Z` }
    await accepted(context, wish(context, ids.slice(0, 1)))
    const second = await context.api.optimization.reoptimize(wish(context, ids.slice(1), window))
    must.status(second, 202, 409)
    if (second.status !== 409) throw tooLate()
    const first = await rescheduled(context, call, ids.slice(0, 1), starts)
    // What was refused does not happen later either: the time of the first job, and of one after it.
    for (let job = 0; job < 2; job += 1) {
      await jobOver(context)
      for (const [at, id] of ids.entries()) {
        if (at === 0) continue
        const answer = await context.api.service.activity(call, id)
        must.status(answer, 200)
        const planned = momentOf(partOf(answer.json)['plannedStartDate'])
        must.hold(
          'an activity of a start that was refused with 409 outside of the window that it named',
          planned === starts[at] || !isWithin(planned, window),
          new Date(planned),
        )
      }
    }
    mustHaveMoved(first)
  },
)

check(
  optimization.unauthorized,
  'token-in-another-letter-case',
  { alone: true, brokenBy: ['token-in-any-letter-case', 'optimization-unknown-token-403'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    await accepted(context, wish(context, ids))
    const token = await turnedToken(context.api)
    if (token) must.status(await answered(context, wish(context, ids), { token }), 401)
  },
)
