import { momentOf } from '../../src/exchange/moment.ts'
import { check, each, eventually, isObjection, matchers, must } from '../../src/kit/index.ts'
import { comparable } from '../data/steps.ts'
import { dispatch } from './requirements.ts'
import { answerOf, toldBy } from './visits.ts'
import { as, details, perform, responsibleOf } from './acting.ts'
import { isListed, assignmentList, mustBeInList, showsActivity, wholeList } from './lists.ts'
import { mustBeServed } from './served.ts'
import { mustTellTimes, tellsTimes } from './tells-times.ts'
import { inState, led, momentsTold, mustStand, standing } from './subject.ts'

check(
  dispatch.served,
  'list-of-the-partner',
  { needs: ['writes', 'planned-activities'], brokenBy: ['dispatch-missing', 'dispatch-accept-header-demanded'] },
  async (context) => {
    const { activityId } = await inState(context, 'notified')
    // Accept is not among the headers that are required here.
    const answer = await assignmentList(context, 'NOTIFIED', 'partner', { headers: { Accept: undefined } })
    must.status(answer, 200)
    // Which page an activity is on is not shown: where it is not on this one, any other may hold it.
    if (!showsActivity(answer, { activityId })) await mustBeInList(context, { activityId }, 'NOTIFIED')
  },
)

check(
  dispatch.list,
  'every-page',
  { needs: ['activity-control'], brokenBy: ['dispatch-list-page-overlooked', 'dispatch-list-empty'], effects: true },
  async (context) => {
    const all = []
    for (let count = 0; count < 25; count += 1) all.push(await inState(context, 'notified'))
    for (const one of [all[0], all[12], all[24]]) if (one) await mustBeInList(context, one, 'NOTIFIED')
  },
)

check(
  dispatch['own-assignments'],
  'by-status',
  { brokenBy: ['dispatch-list-status-ignored', 'dispatch-list-of-all-for-the-owner'], effects: true },
  async (context) => {
    const notified = await inState(context, 'notified')
    await mustBeInList(context, notified, 'NOTIFIED')
    must.hold('a NOTIFIED activity in no other list', !(await isListed(context, notified, 'ACCEPTED')), 'ACCEPTED')
    const { 'crowd-owner': owner, partner } = context.target.identities
    // One login may have both roles.
    if (owner?.username === partner?.username) return
    const theirs = await assignmentList(context, 'NOTIFIED', 'owner')
    must.noServerError(theirs)
    const isShown = theirs.status === 200 && showsActivity(theirs, notified)
    must.hold('an activity of a partner in no list of the crowd owner', !isShown, 'it is in the list of the owner')
  },
)

check(
  dispatch['own-assignments'],
  'of-another-partner',
  {
    needs: ['second-partner'],
    brokenBy: [
      'dispatch-list-of-all-partners',
      'dispatch-list-of-accepted-of-all-partners',
      'dispatch-list-kept-for-all-partners',
      'dispatch-list-without-a-status-with-accepted-of-all',
      'dispatch-list-of-accepted-with-what-others-released',
    ],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'notified')
    await mustBeInList(context, subject, 'NOTIFIED')
    for (const status of ['NOTIFIED', 'ACCEPTED'] as const) {
      if (status === 'ACCEPTED') await led(context, 'accept', subject)
      must.hold(
        `what is ${status} by one partner in no list of another`,
        !(await isListed(context, subject, status, 'other')),
        'it is in the list of the other',
      )
    }
    const isInWhole = showsActivity(await wholeList(context, 'other'), subject)
    must.hold('what is ACCEPTED by one partner in no list without a status of another', !isInWhole, 'it is there')
    // Where accept took the activity from the partner, release may be refused (B-DSP-10): it is no more of the other then.
    must.noServerError(await perform(context, 'release', 'partner', subject))
    const isOfOther = await isListed(context, subject, 'ACCEPTED', 'other')
    must.hold('what one partner released in no list of ACCEPTED of another', !isOfOther, 'it is there')
  },
)

check(
  dispatch.update,
  'accepted-activity',
  { brokenBy: ['dispatch-update-refused', 'dispatch-update-stores-the-day-after'], effects: true },
  async (context) => {
    const subject = await inState(context, 'accepted')
    const sent = details(subject)
    const answer = answerOf(await as(context, 'partner').update(subject.activityId, sent), 'update', 'partner')
    toldBy(answer, subject)
    // Where accept takes the activity from the partner, an update may be refused (B-DSP-10).
    if (answer.status >= 300 && !(await isListed(context, subject, 'ACCEPTED'))) return must.refused4xx(answer)
    must.status(answer, 200, 201)
    if (!(await tellsTimes(context, subject)) || momentsTold((await standing(context, subject)).times).length === 0)
      return
    await eventually(
      context,
      () => standing(context, subject),
      ({ times }) =>
        matchers.some(
          'time that was sent',
          momentsTold(times).filter((key) => momentOf(times[key]) === momentOf(sent[key])),
        ),
      { lag: 10_000 },
    )
  },
)

check(
  dispatch['update-is-read'],
  'times-and-technician',
  {
    brokenBy: [
      'dispatch-update-no-effect',
      'dispatch-update-keeps-end',
      'dispatch-update-drops-responsible',
      'dispatch-update-keeps-technician',
      'dispatch-update-drops-offset',
      'dispatch-update-once-only',
      'dispatch-second-update-keeps-responsible',
      'dispatch-update-of-the-same-times-ignored',
    ],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'accepted')
    // A technician of the partner's, as another activity has one.
    const { technicianId } = await inState(context, 'accepted')
    const [own, theirs] = [responsibleOf(subject), responsibleOf({ technicianId })]
    const handedOver = details({ ...subject, technicianId })
    const { update } = as(context, 'partner')
    const first = await update(subject.activityId, handedOver)
    // Which technicians an update may name is not said: it may be the one whom the activity is planned to.
    const changed = isObjection(first) ? { ...handedOver, responsible: own } : handedOver
    const answer = isObjection(first) ? await update(subject.activityId, changed) : first
    if (answer.status >= 300) {
      must.refused4xx(answer)
      return must.hold(
        'the update of an activity of the partner’s taken',
        !(await isListed(context, subject, 'ACCEPTED')),
        `status ${answer.status}`,
      )
    }
    await mustTellTimes(context, subject)
    // When it shows elsewhere is not stated.
    const mustShow = (sent: typeof changed) =>
      eventually(
        context,
        async () => (await standing(context, subject)).times,
        (times) => matchers.equal('times and technician', inEffect(times), inEffect(sent, times)),
        { lag: 10_000 },
      )
    await mustShow(changed)
    const otherwise = {
      startDateTime: '2031-03-05T10:00:00+02:00',
      endDateTime: '2031-03-05T12:30:00+02:00',
      responsible: own,
    }
    const second = await update(subject.activityId, otherwise)
    // In which forms a datetime may come is not shown: one with an offset may be refused.
    if (second.status < 300) await mustShow(otherwise)
    else must.refused4xx(second)
    const kept = second.status < 300 ? otherwise : changed
    const handedOn = { ...kept, responsible: kept.responsible === theirs ? own : theirs }
    const third = await update(subject.activityId, handedOn)
    if (third.status < 300) await mustShow(handedOn)
    else must.refused4xx(third)
  },
)

/** Of what was sent, or is in effect, what the target tells. */
const inEffect = (times: Readonly<Record<string, unknown>>, told = times) =>
  Object.fromEntries(
    Object.keys(told).map((key) => [
      key,
      key === 'responsible' ? comparable([times[key]].flat()) : momentOf(times[key]),
    ]),
  )

check(
  dispatch['update-of-others'],
  'another-partner',
  {
    needs: ['second-partner'],
    brokenBy: [
      'dispatch-update-of-others',
      'dispatch-update-of-others-409',
      'dispatch-update-of-others-404-yet-done',
      'dispatch-update-of-others-403-once-accepted',
    ],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'accepted')
    const before = await standing(context, subject)
    // Where accept takes the activity from the partner, it is no other's (B-DSP-10).
    const isTheirs = await isListed(context, subject, 'ACCEPTED')
    const answer = await perform(context, 'update', 'other', subject)
    if (isTheirs) must.status(answer, 404)
    else must.refused4xx(answer)
    await mustStand(context, answer, subject, before)
  },
)

check(
  dispatch.unknown,
  'every-action',
  { brokenBy: ['dispatch-unknown-201', 'dispatch-batch-unknown-done', 'dispatch-release-of-unknown-202'] },
  async (context) => {
    const subject = { activityId: context.fresh.id(), technicianId: context.fresh.id() }
    await each(['confirm', 'notify', 'reject', 'accept', 'release'] as const, async (action) => {
      const role = action === 'confirm' || action === 'notify' ? 'owner' : 'partner'
      must.refused4xx(await perform(context, action, role, subject))
    })
    const batch = await perform(context, 'batch-accept', 'partner', subject)
    must.hold('any answer but 201 to a batch of an unknown activity', batch.status !== 201, String(batch.status))
    await mustBeServed(context)
  },
)
