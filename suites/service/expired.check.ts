import { check, must } from '../../src/kit/index.ts'
import { freshToken, hours, minutes } from '../token/steps.ts'
import { service } from './requirements.ts'
import { activitiesOf, created, idOf, leastActivity, leastCall } from './tree.ts'

check(
  service.refusals,
  'expired-token',
  { needs: ['clock'], alone: true, brokenBy: ['service-takes-an-expired-token'] },
  async (context) => {
    const { id, tree } = await created(context, leastCall(context, { activities: [leastActivity(context)] }))
    const token = { value: await freshToken(context.api) }
    must.status(await context.api.service.get(id, { token }), 200)
    await context.clock.advance(12 * hours + minutes)
    const activity = idOf(activitiesOf(tree)[0]) ?? ''
    must.status(await context.api.service.get(id, { token }), 401)
    must.status(await context.api.service.activity(id, activity, { token }), 401)
    must.status(await context.api.service.create(leastCall(context), { token }), 401)
    must.status(await context.api.service.get(id), 200)
  },
)
