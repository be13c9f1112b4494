import { actions, effects, ownerOf, startOf, type Action } from '../../src/dispatch/machine.ts'
import type { Answer } from '../../src/clients/answer.ts'
import { Blocked, check, each, must, rely, type Context } from '../../src/kit/index.ts'
import { actionBody, details, perform, type Subject } from './acting.ts'
import { dispatch } from './requirements.ts'
import { mustBeServed } from './served.ts'
import { inState, mustMove, mustStand, ruleOf, standing } from './subject.ts'

check(dispatch.privileges, 'unprivileged-user', { brokenBy: ['dispatch-for-everybody'] }, async (context) => {
  const query = { partnerDispatchingStatus: 'NOTIFIED', page: '1' }
  // A lack of privileges may show as early as at the token (B-PRV-05).
  const answer = await context
    .as('unprivileged')
    .dispatch.list({ query })
    .catch((error: unknown) => {
      if (error instanceof Blocked) return undefined
      throw error
    })
  if (answer) must.refused4xx(answer)
  await mustBeServed(context)
})

check(
  dispatch['privileges-of-others'],
  'list-for-an-administrator',
  { brokenBy: ['dispatch-administrator-may-read'] },
  async (context) => {
    const query = { partnerDispatchingStatus: 'NOTIFIED', page: '1' }
    const identities = Object.entries(context.target.identities)
    for (const [name] of identities.filter(([, { privileges }]) => privileges?.join() === 'ADMINISTRATOR'))
      must.refused4xx(await context.as(name).dispatch.list({ query }))
    await mustBeServed(context)
  },
)

check(
  dispatch['privileges-of-others'],
  'confirm-and-notify-by-an-administrator',
  { needs: ['writes', 'planned-activities'], brokenBy: ['dispatch-administrator-may-confirm'], effects: true },
  async (context) => {
    const identities = Object.entries(context.target.identities)
    for (const [name] of identities.filter(([, { privileges }]) => privileges?.join() === 'ADMINISTRATOR'))
      await each(['confirm', 'notify'] as const, async (action) => {
        const subject = await inState(context, startOf[action])
        const before = await standing(context, subject)
        const answer = await by(context, name, action, subject)
        if (!answer) return
        must.refused4xx(answer)
        await mustStand(context, answer, subject, before)
      })
    await mustBeServed(context)
  },
)

/** An action by an identity of any name; undefined where it gets no token, as one without privileges may (B-PRV-05). */
async function by(context: Context, name: string, action: Action, subject: Subject): Promise<Answer | undefined> {
  const { update, acceptBatch, act } = context.as(name).dispatch
  try {
    if (action === 'update') return await update(subject.activityId, details(subject))
    if (action === 'batch-accept') return await acceptBatch([{ ...subject }])
    return await act(action, actionBody(action, subject))
  } catch (error) {
    if (error instanceof Blocked) return undefined
    throw error
  }
}

check(
  dispatch.privileges,
  'every-action-of-an-unprivileged-user',
  {
    needs: ['writes', 'planned-activities'],
    brokenBy: ['dispatch-confirm-needs-no-privileges', 'dispatch-batch-needs-no-privileges'],
    effects: true,
  },
  async (context) => {
    await each(actions, async (action) => {
      const subject = await inState(context, startOf[action])
      const before = await standing(context, subject)
      const answer = await by(context, 'unprivileged', action, subject)
      if (!answer) return
      must.refused4xx(answer)
      await mustStand(context, answer, subject, before)
      // By whose action it is, it is carried out: unless accept took the activity away (B-DSP-10).
      if (startOf[action] === 'accepted') return
      const allowed = action === 'batch-accept' ? [201, 207] : [201, 202]
      await rely(ruleOf[action], async () => {
        const done = await perform(context, action, ownerOf(action), subject)
        await mustMove(context, done, subject, effects[action].status, allowed)
      })
    })
    await mustBeServed(context)
  },
)
