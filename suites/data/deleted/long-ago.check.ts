import { check, rely, Unexercised } from '../../../src/kit/index.ts'
import { call } from '../steps.ts'
import { deleted } from './requirements.ts'
import { around, mustBeListed, removed } from './steps.ts'

const hours = 3_600_000

// A caller who polls once a day asks for deletions of the day before. How far back a listing reaches is not stated, so one may be refused; one that
// is answered holds what was deleted in its interval.
check(
  deleted['deleted-interval'],
  'of-more-than-a-day-ago',
  {
    alone: true,
    needs: ['clock'],
    brokenBy: ['deletions-forgotten-after-a-day', 'deleted-first-version-of-a-day'],
    effects: true,
  },
  async (context) => {
    const record = await removed(context)
    const { span } = await rely(deleted['deleted-own'], () => mustBeListed(context, record, around(record)))
    await context.clock.advance(25 * hours)
    for (const dtos of ['DeletedObjects.2', 'DeletedObjects.1'] as const) {
      const { status } = await context.api.data.deleted(call, span, { dtos })
      if (status >= 400 && status < 500) throw new Unexercised('deletions of the day before are not listed any more')
      await mustBeListed(context, { ...record, dtos }, span)
    }
  },
)
