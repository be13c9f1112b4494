import { check, must } from '../../src/kit/index.ts'
import { whole } from '../data/steps.ts'
import { batch } from './requirements.ts'
import { creating, failing, mustAllSucceed, mustBeThere, mustFailAt, send, stored } from './steps.ts'

check(
  batch['transaction-undone'],
  'external-id-free-again',
  {
    brokenBy: [
      'bat-rollback-extid-index',
      'batch-keeps-creates',
      'batch-no-rollback',
      'ids-of-what-was-rolled-back-stay-taken',
    ],
    effects: true,
  },
  async (context) => {
    const record = await stored(context)
    const [made, same] = [creating(context), creating(context)]
    mustFailAt(await send(context, [made.request, same.request, failing(context, record)]), 2, 3)
    // As the caller would who mends the part that failed and sends the others once more.
    mustAllSucceed(await send(context, [same.request]), 1)
    await mustBeThere(context.api, same)
    const again = whole(context, { id: context.fresh.id(), externalId: made.externalId })
    must.success(await context.api.data.create('ServiceCall', again))
    await mustBeThere(context.api, { id: String(again['id']) })
  },
)
