import { check, each, must, observe } from '../../src/kit/index.ts'
import { partOf } from '../service/tree.ts'
import { optimization } from './requirements.ts'
import { answered, ownActivities, wish } from './wish.ts'

check(
  optimization.unauthorized,
  'without-a-valid-token',
  { alone: true, brokenBy: ['optimization-token-403', 'optimization-no-token-needed'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    must.status(await answered(context, wish(context, ids)), 202)
    for (const token of ['none', { value: context.fresh.tag }] as const)
      must.status(await context.api.optimization.reoptimize(wish(context, ids), { token }), 401)
  },
)

const headers = [
  'X-Request-Id',
  'X-Client-ID',
  'X-Client-Version',
  'X-Account-Id',
  'X-Account-Name',
  'X-Company-Id',
  'X-Company-Name',
] as const

for (const header of headers)
  check(
    optimization['headers-due'],
    `without-${header.toLowerCase()}`,
    { alone: true, sampled: true, brokenBy: [`optimization-${header.toLowerCase()}-not-required`] },
    async (context) => {
      const { ids } = await ownActivities(context)
      must.status(await answered(context, wish(context, ids)), 202)
      // X-Request-ID is added to every request by itself, unless a check sets it.
      const bare = header === 'X-Request-Id' ? { 'X-Request-ID': undefined } : { [header]: undefined }
      must.refused4xx(await answered(context, wish(context, ids), { headers: bare }))
    },
  )

check(
  optimization['headers-due'],
  'ids-that-are-no-numbers',
  { alone: true, brokenBy: ['optimization-account-id-any', 'optimization-company-id-any'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    must.status(await answered(context, wish(context, ids)), 202)
    await each(['X-Account-Id', 'X-Company-Id'], async (header) =>
      must.refused4xx(await answered(context, wish(context, ids), { headers: { [header]: 'seven' } })),
    )
  },
)

check(
  optimization['one-at-a-time'],
  'second-start',
  { alone: true, needs: ['optimization-minimum'], brokenBy: ['optimization-two-at-once', 'optimization-busy-400'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    const began = Date.now()
    must.status(await answered(context, wish(context, ids)), 202)
    const second = await context.api.optimization.reoptimize(wish(context, ids))
    // Only within the time that a job takes at least the second must be refused.
    if (Date.now() - began < (context.target.fixtures.optimization?.minimumMs ?? 0)) must.status(second, 409)
    else must.hold('202 or 409', [202, 409].includes(second.status), second.status)
  },
)

check(
  optimization['one-at-a-time'],
  'simultaneous-starts',
  { alone: true, needs: ['optimization-minimum'], brokenBy: ['optimization-two-at-once'] },
  async (context) => {
    const { ids } = await ownActivities(context)
    must.status(await answered(context, wish(context, ids)), 202)
    await context.wait(context.target.fixtures.optimization?.waitMs ?? 0)
    const began = Date.now()
    const answers = await context.race(
      [1, 2, 3].map(() => () => context.api.optimization.reoptimize(wish(context, ids))),
    )
    for (const answer of answers) must.status(answer, 202, 409)
    const started = answers.filter(({ status }) => status === 202).length
    if (Date.now() - began < (context.target.fixtures.optimization?.minimumMs ?? 0))
      must.hold('at most one of three simultaneous starts is accepted', started <= 1, started)
  },
)

check(
  optimization.interval,
  'planned-within',
  { alone: true, brokenBy: ['optimization-before-start', 'optimization-after-end'], effects: true },
  async (context) => {
    const { call, ids } = await ownActivities(context, 3)
    const body = wish(context, ids, { start: '2033-03-01T08:00:00Z', end: '2033-03-01T08:45:00Z' })
    must.status(await answered(context, body), 202)
    await context.wait(context.target.fixtures.optimization?.waitMs ?? 3000)
    for (const id of ids) {
      const answer = await context.api.service.activity(call, id)
      must.status(answer, 200)
      const planned = Date.parse(String(partOf(answer.json)['plannedStartDate']))
      // An activity that was not scheduled, or not yet, has no time that could be wrong.
      const isWithin = planned >= Date.parse(String(body['start'])) && planned < Date.parse(String(body['end']))
      must.hold(
        `a start at or after ${String(body['start'])} and before ${String(body['end'])}`,
        Number.isNaN(planned) || isWithin,
        new Date(planned),
      )
    }
  },
)

check(
  optimization.partitions,
  'of-no-activity',
  { alone: true, brokenBy: ['optimization-partitions-overlooked'], effects: true },
  async (context) => {
    const { call, ids } = await ownActivities(context, 2)
    // No activity has a skill of this name, so none is considered.
    const body = wish(context, ids, { partitioningStrategy: { skills: [context.fresh.text()] } })
    must.status(await answered(context, body), 202)
    await context.wait(context.target.fixtures.optimization?.waitMs ?? 3000)
    for (const id of ids) {
      const answer = await context.api.service.activity(call, id)
      must.status(answer, 200)
      const planned = Date.parse(String(partOf(answer.json)['plannedStartDate']))
      const isWithin = planned >= Date.parse(String(body['start'])) && planned < Date.parse(String(body['end']))
      must.hold(
        'an activity without any of the skills, not scheduled',
        !isWithin,
        partOf(answer.json)['plannedStartDate'],
      )
    }
  },
)

observe(optimization['plugin-spelling'], 'both', { alone: true }, async (context) => {
  const { ids } = await ownActivities(context)
  const { optimizationPlugin, ...rest } = wish(context, ids)
  const one = await answered(context, { ...rest, optimizationPlugin })
  const other = await answered(context, { ...rest, optimisationPlugin: optimizationPlugin })
  return `optimizationPlugin: status ${one.status}; optimisationPlugin: status ${other.status}`
})

observe(optimization['not-shown'], 'odd-wishes', { alone: true }, async (context) => {
  const { ids } = await ownActivities(context)
  const backwards = await answered(
    context,
    wish(context, ids, { start: '2033-03-02T18:00:00Z', end: '2033-03-01T08:00:00Z' }),
  )
  const unknown = await answered(context, wish(context, [context.fresh.id()]))
  return `an end before its start: status ${backwards.status}; an unknown activity: status ${unknown.status}`
})
