import { check, must } from '../../../src/kit/index.ts'
import { call, current, stored, succeeded, whole } from '../steps.ts'
import { deleted } from './requirements.ts'
import { aheadMs, around, deletions, mustBeListed, removed } from './steps.ts'

check(
  deleted['deleted-interval'],
  'two-of-one-external-id-in-turn',
  { brokenBy: ['deleted-listing-one-entry-per-external-id'], effects: true },
  async (context) => {
    const first = await stored(context)
    await context.wait(20)
    await deletions.forced(context, first)
    const body = whole(context, { id: context.fresh.id(), externalId: first.externalId })
    // No sentence says that the external id of a deleted record is free (A-REC-07).
    if (!succeeded(await context.api.data.create(call, body)))
      return void (await mustBeListed(context, first, around(first)))
    const second = await current(context.api, { id: String(body['id']), externalId: first.externalId })
    await deletions.forced(context, second)
    await mustBeListed(context, second, around(first))
    await mustBeListed(context, first, around(first))
  },
)

check(
  deleted['deleted-interval'],
  'of-one-id-for-the-second-time',
  { brokenBy: ['second-deletion-of-an-id-unlisted'], effects: true },
  async (context) => {
    const first = await removed(context)
    await context.wait(20)
    const body = whole(context, { id: first.id })
    const made = await context.api.data.create(call, body)
    // Whether the id of a deleted record can be used again is not stated.
    if (!succeeded(made)) return must.refused4xx(made)
    const second = await current(context.api, { id: first.id, externalId: String(body['externalId']) })
    // An interval that the first deletion is not in; clocks of several machines may differ.
    await context.wait(2000)
    await deletions['by-id'](context, second)
    const from = second.lastChanged
    await mustBeListed(context, second, { from, to: from + aheadMs })
  },
)
