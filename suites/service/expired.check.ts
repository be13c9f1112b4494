import { check, must } from '../../src/kit/index.ts'
import { freshToken, hours, minutes } from '../token/steps.ts'
import { service } from './requirements.ts'
import { activitiesOf, created, idOf, leastActivity, leastCall, mustLeaveNone } from './tree.ts'

check(
  service.refusals,
  'expired-token',
  {
    needs: ['clock'],
    alone: true,
    effects: true,
    brokenBy: ['service-takes-an-expired-token', 'service-create-with-a-dead-token-refused-yet-done'],
  },
  async (context) => {
    const { id, tree } = await created(context, leastCall(context, { activities: [leastActivity(context)] }))
    const token = { value: await freshToken(context.api) }
    must.status(await context.api.service.get(id, { token }), 200)
    await context.clock.advance(12 * hours + minutes)
    const activity = idOf(activitiesOf(tree)[0]) ?? ''
    must.status(await context.api.service.get(id, { token }), 401)
    must.status(await context.api.service.activity(id, activity, { token }), 401)
    must.status(await context.api.service.get(id), 200)
    const refused = leastCall(context)
    must.status(await context.api.service.create(refused, { token }), 401)
    await mustLeaveNone(context, refused)
    must.status(await context.api.service.get(id), 200)
  },
)
