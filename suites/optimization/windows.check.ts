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
