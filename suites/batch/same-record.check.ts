import { check, must } from '../../src/kit/index.ts'
import { drawnResource } from '../data/offered.ts'
import { data } from '../data/record/requirements.ts'
import { call, mustBeAbsent, whole } from '../data/steps.ts'
import { batch } from './requirements.ts'
import { changing, creating, mustAllSucceed, mustHaveParts, read, send, stored, well } from './steps.ts'

// The reads between give a server the time that it may take for its parts. A second write may move lastChanged by a millisecond (A-REC-15).
check(
  batch['one-start'],
  'written-twice',
  {
    brokenBy: [
      'batch-time-of-the-second-write',
      'batch-time-of-the-second-write-by-external-id',
      'batch-time-per-part',
    ],
    effects: true,
  },
  async (context) => {
    const { part } = context.api.batch
    const [once, byId, byExternalId] = [creating(context), creating(context), creating(context)]
    const force = { force: true }
    const record = await stored(context)
    const between = Array.from({ length: 20 }, () => part.get(call, record.id))
    const again = [
      changing(context, { id: byId.id, resource: call }, context.fresh.text()),
      part.patch(call, { externalId: byExternalId.externalId }, { subject: context.fresh.text() }, force),
    ]
    const requests = [...[once, byId, byExternalId].map(({ request }) => request), ...between, ...again]
    mustAllSucceed(await send(context, requests), requests.length)
    const times: number[] = []
    for (const { id } of [once, byId, byExternalId]) times.push(Number((await read(context.api, id))?.['lastChanged']))
    const [start = Number.NaN] = times
    must.hold(
      'one lastChanged for all records of the transaction, written once or twice',
      times.every((time) => time === start || time === start + 1),
      times,
    )
  },
)

check(
  batch['one-start'],
  'of-what-puts-and-patches-create',
  { brokenBy: ['batch-time-of-puts-that-create', 'batch-time-per-part'], effects: true },
  async (context) => {
    const { part } = context.api.batch
    const first = creating(context)
    const record = await stored(context)
    const between = Array.from({ length: 20 }, () => part.get(call, record.id))
    const bodies = Array.from({ length: 3 }, () => whole(context))
    const [byPut, byPatch] = [context.fresh.id(), context.fresh.id()]
    const externalIds = bodies.map(({ externalId }) => String(externalId))
    const requests = [
      first.request,
      ...between,
      part.put(call, byPut, bodies[0]),
      part.patch(call, byPatch, bodies[1]),
      part.put(call, { externalId: externalIds[2] ?? '' }, bodies[2]),
    ]
    mustAllSucceed(await send(context, requests), requests.length)
    const times: unknown[] = []
    for (const ref of [first.id, ...externalIds.map((externalId) => ({ externalId }))])
      times.push((await read(context.api, ref))?.['lastChanged'])
    must.equal('lastChanged of all records that the transaction created', [...new Set(times)], [times[0]])
  },
)

check(
  batch['one-start'],
  'of-several-resources',
  { brokenBy: ['batch-time-of-each-resource', 'batch-time-per-part'], effects: true },
  async (context) => {
    const resource = drawnResource(context)
    const [first, last] = [creating(context, {}, resource), creating(context)]
    const record = await stored(context)
    const between = Array.from({ length: 20 }, () => context.api.batch.part.get(call, record.id))
    const requests = [first.request, ...between, last.request]
    mustAllSucceed(await send(context, requests), requests.length)
    const times = [
      (await read(context.api, first.id, resource))?.['lastChanged'],
      (await read(context.api, last.id))?.['lastChanged'],
    ]
    must.equal(`lastChanged of a ${call}, and of the ${resource} of the same transaction`, times[1], times[0])
  },
)

check(
  data['duplicate-external-id-refused'],
  'by-two-parts-of-a-batch-not-transactional',
  {
    calls: ['batch'],
    sampled: true,
    needs: ['batch'],
    brokenBy: ['externalid-unique-blind-without-transaction', 'externalid-unique-batch-blind'],
    effects: true,
  },
  async (context) => {
    const first = creating(context)
    const body = whole(context, { id: context.fresh.id(), externalId: first.externalId })
    const answer = await send(context, [first.request, context.api.batch.part.create(call, body)], {
      transactional: false,
    })
    mustHaveParts(answer, 2)
    must.hold('a first part that is done', well(answer.parts[0]), answer.text)
    must.notDone('the part that creates a record with the same external id', answer.parts[1])
    await mustBeAbsent(context.api, { id: body['id'] })
  },
)
