import { momentOf } from '../../src/exchange/moment.ts'
import { check, must } from '../../src/kit/index.ts'
import { dayAhead } from '../service/days.ts'
import { partOf } from '../service/tree.ts'
import { turnedToken } from '../token/turned.ts'
import { optimization } from './requirements.ts'
import { answered, jobOver, ownActivities, wish } from './wish.ts'

check(
  optimization.interval,
  'in-universal-time',
  {
    alone: true,
    brokenBy: ['optimization-after-end', 'optimization-exactly-at-end', 'optimization-start-in-minutes'],
    effects: true,
  },
  async (context) => {
    const { call, ids, starts } = await ownActivities(context, 3)
    // An hour that two activities of half an hour fill; it does not begin with a minute.
    const day = dayAhead(context, 22)
    const window = { start: `${day}T08:00:30.500Z`, end: `${day}T09:00:30.500Z` }
    must.status(await answered(context, wish(context, ids, window)), 202)
    await jobOver(context)
    for (const [at, id] of ids.entries()) {
      const answer = await context.api.service.activity(call, id)
      must.status(answer, 200)
      const planned = momentOf(partOf(answer.json)['plannedStartDate'])
      const isWithin = planned >= Date.parse(window.start) && planned < Date.parse(window.end)
      // An activity that was not scheduled, or not yet, has no time that could be wrong, or the one that it had.
      must.hold(
        `a start at or after ${window.start} and before ${window.end}`,
        Number.isNaN(planned) || planned === starts[at] || isWithin,
        new Date(planned),
      )
    }
  },
)

check(
  optimization.interval,
  'of-the-last-start-for-the-same-activity',
  { alone: true, brokenBy: ['optimization-window-of-the-job-before'], effects: true },
  async (context) => {
    const { call, ids } = await ownActivities(context, 2)
    const [own = ''] = ids
    const planned = async (among: readonly string[], day: number) => {
      const [first, next] = [dayAhead(context, day), dayAhead(context, day + 1)]
      const window = { start: `${first}T08:00:00Z`, end: `${next}T18:00:00Z` }
      must.status(await answered(context, wish(context, among, window)), 202)
      await jobOver(context)
      const answer = await context.api.service.activity(call, own)
      must.status(answer, 200)
      const at = momentOf(partOf(answer.json)['plannedStartDate'])
      return { at, window, isWithin: at >= Date.parse(window.start) && at < Date.parse(window.end) }
    }
    await planned([own], 50)
    const among = await planned(ids, 54)
    // It was not scheduled, or not yet: then nothing is known of where it comes from.
    if (!among.isWithin) return
    const last = await planned([own], 58)
    // The window of a job before is of no account; an activity for which no place is found may stay where it was.
    must.hold(
      `a start at or after ${last.window.start} and before ${last.window.end}, or the one that it had`,
      Number.isNaN(last.at) || last.at === among.at || last.isWithin,
      new Date(last.at),
    )
  },
)

check(
  optimization['one-at-a-time'],
  'nothing-of-a-refused-start',
  { alone: true, brokenBy: ['optimization-refused-start-is-queued'], effects: true },
  async (context) => {
    const { call, ids } = await ownActivities(context, 2)
    const window = { start: `${dayAhead(context, 45)}T08:00:00Z`, end: `${dayAhead(context, 46)}T18:00:00Z` }
    must.status(await answered(context, wish(context, ids.slice(0, 1))), 202)
    const second = await context.api.optimization.reoptimize(wish(context, ids.slice(1), window))
    // The first job may be over already.
    if (second.status !== 409) return must.status(second, 202)
    // What was refused does not happen later either: the time of the first job, and of one after it.
    for (let job = 0; job < 2; job += 1) {
      await jobOver(context)
      for (const id of ids.slice(1)) {
        const answer = await context.api.service.activity(call, id)
        must.status(answer, 200)
        const planned = momentOf(partOf(answer.json)['plannedStartDate'])
        must.hold(
          'an activity of a start that was refused with 409 outside of the window that it named',
          !(planned >= Date.parse(window.start) && planned < Date.parse(window.end)),
          new Date(planned),
        )
      }
    }
  },
)

check(
  optimization.unauthorized,
  'token-in-another-letter-case',
  { alone: true, brokenBy: ['token-in-any-letter-case', 'optimization-unknown-token-403'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    must.status(await answered(context, wish(context, ids)), 202)
    const token = await turnedToken(context.api)
    if (token) must.status(await context.api.optimization.reoptimize(wish(context, ids), { token }), 401)
  },
)
