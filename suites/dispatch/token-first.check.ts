import { actions, ownerOf } from '../../src/dispatch/machine.ts'
import { check, each, must } from '../../src/kit/index.ts'
import { perform } from './acting.ts'
import { dispatch } from './requirements.ts'
import { mustBeServed } from './served.ts'

check(
  dispatch['headers-required'],
  'authorization-where-nothing-is',
  { brokenBy: ['dispatch-batch-of-nothing-needs-no-token'] },
  async (context) => {
    const subject = { activityId: context.fresh.id(), technicianId: context.fresh.id() }
    await each(actions, async (action) =>
      must.refused4xx(await perform(context, action, ownerOf(action), subject, { token: 'none' })),
    )
    await mustBeServed(context)
  },
)
