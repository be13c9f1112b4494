import { check, must, rely, settle, type Context } from '../../../src/kit/index.ts'
import { mustAllSucceed, send } from '../../batch/steps.ts'
import { lockRefusalMismatch } from '../model/lock.ts'
import { call, current, mustBeAsBefore, refOf, stored, whole, type AddressedBy, type Stored } from '../steps.ts'
import { write } from './stale.ts'
import { data } from './requirements.ts'

interface Way {
  readonly method: 'put' | 'patch'
  readonly route: AddressedBy
  readonly inBatch?: true
  readonly forced?: true
}

/** Ways in which a record may have been changed last: the lock knows no difference between them. */
const ways: Readonly<Record<string, Way>> = {
  put: { method: 'put', route: 'by-id' },
  'put-by-external-id': { method: 'put', route: 'by-external-id' },
  patch: { method: 'patch', route: 'by-id' },
  'patch-by-external-id': { method: 'patch', route: 'by-external-id' },
  'forced-patch': { method: 'patch', route: 'by-id', forced: true },
  'put-in-a-batch': { method: 'put', route: 'by-id', inBatch: true },
  'patch-in-a-batch': { method: 'patch', route: 'by-id', inBatch: true },
  'patch-in-a-batch-by-external-id': { method: 'patch', route: 'by-external-id', inBatch: true },
  'forced-put-in-a-batch': { method: 'put', route: 'by-id', inBatch: true, forced: true },
}

/** The record after a change that the lock lets through. */
function changedBy(context: Context, before: Stored, { method, route, inBatch, forced }: Way): Promise<Stored> {
  const { api, fresh } = context
  const texts = { subject: fresh.text(), remarks: fresh.text(), lastChanged: before.lastChanged }
  const body = method === 'put' ? whole(context, { ...texts, externalId: before.externalId }) : texts
  const options = forced ? { force: true } : {}
  const rule = route === 'by-external-id' ? 'update-by-external-id' : method === 'put' ? 'replace' : 'partial-update'
  return rely(data[rule], async () => {
    await context.wait(10)
    if (inBatch) {
      const part = api.batch.part[method](call, refOf(before, route), body, options)
      mustAllSucceed(await send(context, [part]), 1)
    } else must.status(await api.data[method](call, refOf(before, route), body, options), 201)
    const after = await current(api, before)
    must.equal('the subject after a change', after.dto['subject'], body['subject'])
    return rely(data['last-changed-forward'], async () => {
      must.differ('lastChanged after a change', after.lastChanged, before.lastChanged)
      return after
    })
  })
}

for (const [name, way] of Object.entries(ways)) {
  const needs = way.inBatch ? (['batch'] as const) : []

  check(
    data['stale-lock-refused'],
    `after-${name}`,
    {
      brokenBy: [
        'lock-ignored-on-patch',
        ...(way.inBatch ? ['lock-late-after-a-batch'] : []),
        ...(way.forced && !way.inBatch ? ['lock-force-lasts'] : []),
      ],
      needs,
      sampled: true,
      effects: true,
    },
    async (context) => {
      const before = await stored(context)
      const now = await changedBy(context, before, way)
      for (const [method, route] of [
        ['patch', 'by-id'],
        ['put', 'by-external-id'],
        ['delete', 'by-id'],
      ] as const)
        settle(lockRefusalMismatch(await write(context, method, now, route, before.lastChanged), now.lastChanged))
      await mustBeAsBefore(context.api, now)
      must.status(await write(context, 'patch', now, 'by-id', now.lastChanged), 201)
    },
  )

  check(
    data['unversioned-delete-refused'],
    `after-${name}`,
    {
      brokenBy: ['lock-delete-without-last-changed', 'deletion-unlocked-after-an-update'],
      needs,
      sampled: true,
      effects: true,
    },
    async (context) => {
      const now = await changedBy(context, await stored(context), way)
      for (const route of ['by-id', 'by-external-id'] as const) {
        must.refused4xx(await context.api.data.remove(call, refOf(now, route), undefined))
        await mustBeAsBefore(context.api, now)
      }
    },
  )
}
