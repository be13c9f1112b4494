import { check, isObjection, must, Unexercised } from '../../src/kit/index.ts'
import { as, details, responsibleOf } from './acting.ts'
import { isListed, mustBeInList } from './lists.ts'
import { dispatch } from './requirements.ts'
import { inState, standing } from './subject.ts'

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
    // A technician of the partner's, as another activity has one.
    const { technicianId } = await inState(context, 'accepted')
    const [own, theirs] = [responsibleOf(subject), responsibleOf({ technicianId })]
    // Where accept takes the activity from the partner, it need not be listed (B-DSP-10).
    if (!(await isListed(context, subject, 'ACCEPTED')))
      throw new Unexercised('what is accepted is in no list of the partner any more')
    const { update } = as(context, 'partner')
    for (const responsible of [own, theirs, own]) {
      const answer = await update(subject.activityId, { ...details(subject), responsible })
      // Which technicians an update may name is not said.
      if (isObjection(answer) && responsible === theirs) break
      must.status(answer, 200, 201)
      // Nor is it said that another step may not follow by itself (B-DSP-17).
      if ((await standing(context, subject)).status === 'ACCEPTED') await mustBeInList(context, subject, 'ACCEPTED')
    }
  },
)
