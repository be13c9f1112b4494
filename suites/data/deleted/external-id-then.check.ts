import { check } from '../../../src/kit/index.ts'
import { call, current, stored, succeeded, whole } from '../steps.ts'
import { deleted } from './requirements.ts'
import { around, deletions, mustBeListed } from './steps.ts'

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
