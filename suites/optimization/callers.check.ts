import { momentOf } from '../../src/exchange/moment.ts'
import { check, each, must, Unexercised } from '../../src/kit/index.ts'
import { succeeded } from '../data/steps.ts'
import { partOf } from '../service/tree.ts'
import { isRefusedOnlyBehind, seenInTurn } from './in-turn.ts'
import { optimization } from './requirements.ts'
import { isWithin, mustHaveMoved, rescheduled, tooLate } from './rescheduled.ts'
import { accepted, answered, areWithinOneJob, jobOver, ownActivities, pluginName, wish } from './wish.ts'

check(
  optimization.served,
  'each-header-of-the-user-alone',
  { alone: true, brokenBy: ['optimization-user-id-needs-name', 'optimization-user-name-needs-user-id'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    await accepted(context, wish(context, ids))
    const both = { 'X-User-Id': '1', 'X-User-Name': 'kit' }
    // A user that is not known may be refused. Where it is not, each of the two headers is optional by itself.
    if ((await answered(context, wish(context, ids), { headers: both })).status !== 202)
      throw new Unexercised('a start of a user that is not known is refused')
    await each(Object.entries(both), async ([name, value]) =>
      must.status(await answered(context, wish(context, ids), { headers: { [name]: value } }), 202),
    )
  },
)

for (const [situation, wrong, fault] of [
  ['not-after-a-refused-start', { fieldproof: 'x' }, 'optimization-refused-start-occupies'],
  ['not-after-a-start-without-an-end', { end: 'tomorrow' }, 'optimization-start-refused-for-its-end-occupies'],
] as const)
  check(optimization['one-at-a-time'], situation, { alone: true, brokenBy: [fault] }, async (context) => {
    const { ids } = await ownActivities(context)
    await accepted(context, wish(context, ids))
    await jobOver(context)
    const refuse = async () => {
      const answer = await context.api.optimization.reoptimize(wish(context, ids, wrong))
      // That it is taken is told by another rule: then nothing is known of what follows a refusal.
      if ('fieldproof' in wrong && answer.status === 202)
        throw new Unexercised('a start with a property too many was taken, so none was refused')
      must.status(answer, 400, 409)
      return answer.status === 400
    }
    const isOccupied = await isRefusedOnlyBehind(context, refuse, wish(context, ids))
    must.hold('no job in progress where the last start was refused', !isOccupied, seenInTurn)
  })

check(
  optimization['one-at-a-time'],
  'second-start-with-another-plugin',
  {
    alone: true,
    needs: ['optimization-minimum'],
    brokenBy: [
      'optimization-lock-by-plugin',
      'optimization-lock-by-client',
      'optimization-lock-by-user',
      'optimization-two-at-once',
    ],
  },
  async (context) => {
    const { api, target } = context
    const { call, ids } = await ownActivities(context)
    const { company = target.company } = target.identities['superuser'] ?? {}
    const isOfOneCompany = company === (target.identities['admin']?.company ?? target.company)
    // Whether jobs of another company count is not said.
    const other = 'superuser' in target.identities && isOfOneCompany ? context.as('superuser') : undefined
    // A job may be over before a token is there.
    await other?.service.get(call)
    const name = pluginName(context)
    const body = () => wish(context, ids)
    const starts = [
      () => api.optimization.reoptimize({ ...body(), [name]: `${String(body()[name])}2` }),
      () => api.optimization.reoptimize(body(), { headers: { 'X-Client-ID': 'FIELDPROOF2' } }),
      ...(other ? [() => other.optimization.reoptimize(body())] : []),
    ]
    for (const start of starts) {
      const first = await accepted(context, body())
      const second = await start()
      if (succeeded(second) && !areWithinOneJob(context, [first, second])) throw tooLate()
      // Which plugins and clients there are is not shown, nor what goes first: what the caller lacks, or a job in progress.
      must.refused4xx(second)
    }
  },
)

check(
  optimization.interval,
  'no-service-call',
  { alone: true, brokenBy: ['optimization-service-calls-expanded'], effects: true },
  async (context) => {
    const { call, ids, starts } = await ownActivities(context)
    const other = await ownActivities(context)
    const body = wish(context, [call, ...other.ids])
    const answer = await answered(context, body)
    // Whether what is no activity is refused or overlooked is not said.
    if (!succeeded(answer)) return must.refused4xx(answer)
    must.status(answer, 202)
    const others = await rescheduled(context, other.call, other.ids, other.starts)
    for (const [at, id] of ids.entries()) {
      const read = await context.api.service.activity(call, id)
      must.status(read, 200)
      const planned = momentOf(partOf(read.json)['plannedStartDate'])
      const isScheduled = isWithin(planned, body) && planned !== starts[at]
      must.hold('an activity of a call that was named, not scheduled', !isScheduled, planned)
    }
    mustHaveMoved(others)
  },
)
