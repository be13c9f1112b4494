import { actions, ownerOf, type Action } from '../../src/dispatch/machine.ts'
import { check, each, must, rely, type Context } from '../../src/kit/index.ts'
import { freshToken, hours, minutes } from '../token/steps.ts'
import { as, perform } from './acting.ts'
import { dispatch } from './requirements.ts'
import { mustBeServed } from './served.ts'
import { inState, mustStand, standing } from './subject.ts'

const query = { partnerDispatchingStatus: 'NOTIFIED', page: '1' }

check(
  dispatch.unauthorized,
  'invented-token',
  {
    needs: ['writes'],
    brokenBy: [
      'dispatch-any-token-taken',
      'dispatch-any-token-400',
      'dispatch-batch-any-token-207',
      'dispatch-reject-takes-an-invented-token',
      'dispatch-update-takes-an-invented-token',
    ],
  },
  async (context) => {
    const value = `${context.fresh.tag}-never-issued`
    await mustTurnAway(context, { owner: value, partner: value })
    await mustBeServed(context)
  },
)

check(
  dispatch.unauthorized,
  'invented-token-for-what-is-there',
  {
    needs: ['writes', 'planned-activities'],
    brokenBy: ['dispatch-accept-with-an-invented-token-refused-yet-done'],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'notified')
    await mustBeServed(context)
    const before = await standing(context, subject)
    const token = { value: `${context.fresh.tag}-never-issued` }
    const answer = await perform(context, 'accept', 'partner', subject, { token })
    must.status(answer, 401)
    await mustStand(context, answer, subject, before)
  },
)

check(
  dispatch.unauthorized,
  'expired-token',
  {
    needs: ['writes', 'clock'],
    alone: true,
    brokenBy: ['dispatch-expired-token-crashes', 'dispatch-release-takes-an-expired-token'],
  },
  async (context) => {
    const [owner, partner] = [
      await freshToken(context.as('crowd-owner')),
      await freshToken(context.as('partner')),
    ] as const
    const { list } = as(context, 'partner')
    // A list with nothing in it may be told with 404.
    await rely(dispatch.list, async () => must.status(await list({ token: { value: partner }, query }), 200, 404))
    await context.clock.advance(12 * hours + minutes)
    await mustTurnAway(context, { owner, partner })
    await rely(dispatch.list, async () => must.status(await list({ query }), 200, 404))
  },
)

/** No call is served with the token of its role. */
async function mustTurnAway(context: Context, tokens: Readonly<Record<'owner' | 'partner', string>>): Promise<void> {
  const nobody = { activityId: context.fresh.id(), technicianId: context.fresh.id() }
  const acting = (action: Action) => {
    const role = ownerOf(action)
    return () => perform(context, action, role, nobody, { token: { value: tokens[role] } })
  }
  await each(
    [() => as(context, 'partner').list({ token: { value: tokens.partner }, query }), ...actions.map(acting)],
    async (send) => must.status(await send(), 401),
  )
}
