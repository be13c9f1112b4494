import { check, isObjection, must, Unexercised, type Context } from '../../src/kit/index.ts'
import { as, details, responsibleOf } from './acting.ts'
import { isListed, mustBeInList } from './lists.ts'
import { dispatch } from './requirements.ts'
import { inState, standing } from './subject.ts'

/** Technicians who may be colleagues: of another activity of the partner's, and the one of the target file. */
async function othersThan(context: Context, own: string): Promise<readonly string[]> {
  const { id } = context.target.fixtures.tree?.references?.['responsible'] ?? {}
  const all = [responsibleOf(await inState(context, 'accepted')), ...(typeof id === 'string' ? [id] : [])]
  return [...new Set(all)].filter((one) => one !== own)
}

check(
  dispatch.list,
  'handed-on-to-a-colleague',
  {
    needs: ['activity-control'],
    brokenBy: ['dispatch-list-without-what-was-handed-on', 'dispatch-list-without-what-was-updated'],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'accepted')
    const own = responsibleOf(subject)
    // Where accept takes the activity from the partner, it need not be listed (B-DSP-10).
    if (!(await isListed(context, subject, 'ACCEPTED')))
      throw new Unexercised('what is accepted is in no list of the partner any more')
    const { update } = as(context, 'partner')
    for (const responsible of [own, ...(await othersThan(context, own)), own]) {
      const sent = { ...details(subject), responsible }
      // Which technicians an update may name is not said, nor whether the activity goes to their partner: one more update is for its partner alone (B-DSP-05).
      const answers = [await update(subject.activityId, sent), await update(subject.activityId, sent)]
      for (const answer of answers) must.noServerError(answer)
      if (answers.some(isObjection)) continue
      for (const answer of answers) must.status(answer, 200, 201)
      // Nor is it said that another step may not follow by itself (B-DSP-17).
      if ((await standing(context, subject)).status === 'ACCEPTED') await mustBeInList(context, subject, 'ACCEPTED')
    }
  },
)
