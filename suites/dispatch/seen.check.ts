import { observe } from '../../src/kit/index.ts'
import { dispatch } from './requirements.ts'
import { as, perform } from './acting.ts'
import { isListed } from './lists.ts'
import { inState, standing, watchedMs } from './subject.ts'
import { toldBy } from './visits.ts'

observe(dispatch['accept-unassigns'], 'after-accept', {}, async (context) => {
  const subject = await inState(context, 'accepted')
  const isListedStill = await isListed(context, subject, 'ACCEPTED')
  const update = await perform(context, 'update', 'partner', subject)
  const release = await perform(context, 'release', 'partner', subject)
  return `after accept the activity is ${isListedStill ? 'still' : 'no longer'} in the partner's list; update is answered ${update.status}, release ${release.status}`
})

// Of reject and accept alike it is said in passing that the activity is unassigned, and nothing says what that is seen by: either effect is lawful.
observe(dispatch['reject-unassigns'], 'after-reject', {}, async (context) => {
  const subject = await inState(context, 'rejected')
  const confirm = await perform(context, 'confirm', 'owner', subject)
  if (confirm.status === 202) await context.wait(watchedMs)
  const { status } = await standing(context, subject)
  toldBy(confirm, subject, status)
  return `after reject a confirm is answered ${confirm.status}; the dispatching status is ${status ?? 'empty'} then`
})

observe(dispatch.spelling, 'each-spelling', { needs: ['activity-control'] }, async (context) => {
  const other = await inState(context, 'notified')
  const single = await as(context, 'partner').act('accept', other)
  const one = await inState(context, 'notified')
  const batch = await as(context, 'partner').acceptBatch([
    { activityId: one.activityId, technicianid: one.technicianId },
  ])
  return `accept with technicianId: ${single.status}; accept/batch with technicianid: ${batch.status}`
})

observe(dispatch.silences, 'lists-and-answers', {}, async (context) => {
  const subject = await inState(context, 'notified')
  const { list } = as(context, 'partner')
  const bare = await list()
  const pages = await Promise.all(
    ['0', '1'].map((page) => list({ query: { partnerDispatchingStatus: 'NOTIFIED', page } })),
  )
  const accept = await perform(context, 'accept', 'partner', subject)
  return [
    `a list without status: ${bare.status}`,
    `page 0: ${pages[0]?.status}`,
    `page 1: ${pages[1]?.status}`,
    `accept: ${accept.status} ${accept.text === '' ? 'without a body' : 'with a body'}`,
  ].join(', ')
})

observe(
  dispatch.silences,
  'what-a-time-out-leaves',
  { needs: ['clock', 'dispatch-timeout'], alone: true },
  async (context) => {
    const subject = await inState(context, 'notified')
    await context.clock.advance((context.target.fixtures.dispatchTimeoutMs ?? 0) + 1000)
    const { status } = await standing(context, subject)
    return `after the time-out the dispatching status is ${status ?? 'empty'}`
  },
)
