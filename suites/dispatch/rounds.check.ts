import { effects } from '../../src/dispatch/machine.ts'
import { check, eventually, matchers, must } from '../../src/kit/index.ts'
import { perform, type Subject } from './acting.ts'
import { mustBeAnnounced, settledEvents } from './announced.ts'
import { isListed, mustBeInList } from './lists.ts'
import { settlingMs } from './patience.ts'
import { dispatch } from './requirements.ts'
import { inState, led, mustMove, planAgain, standing } from './subject.ts'

check(
  dispatch['second-round'],
  'after-a-reject',
  {
    brokenBy: [
      'dispatch-second-notification-unlisted',
      'dispatch-second-reject-keeps-status',
      'dispatch-second-accept-refused',
      'dispatch-second-release-in-part',
      'dispatch-event-once-only',
      'dispatch-confirm-after-reject-does-nothing',
      'dispatch-second-reject-no-event',
      'dispatch-second-notify-200',
      'dispatch-second-confirm-no-event',
      'dispatch-second-notify-no-event',
    ],
    effects: true,
  },
  async (context) => {
    // Led there: where an activity is prepared in its status, no action was taken before.
    const subject = await inState(context, 'planned')
    for (const action of ['confirm', 'notify', 'reject'] as const) await led(context, action, subject)
    const move = async (action: 'confirm' | 'notify' | 'reject' | 'accept', status: string | null) => {
      const role = action === 'confirm' || action === 'notify' ? 'owner' : 'partner'
      const known = status as 'CONFIRMED' | 'NOTIFIED' | 'ACCEPTED' | null
      return mustMove(context, await perform(context, action, role, subject), subject, known)
    }
    await planAgain(context, subject)
    const before = await settledEvents(context, subject)
    await move('confirm', 'CONFIRMED')
    await mustBeAnnounced(context, subject, before, 'a second confirmation')
    const earlier = await settledEvents(context, subject)
    await move('notify', 'NOTIFIED')
    await mustBeAnnounced(context, subject, earlier, 'a second notification')
    await mustBeInList(context, subject, 'NOTIFIED')
    const later = await settledEvents(context, subject)
    await move('reject', null)
    await mustBeAnnounced(context, subject, later, 'a second rejection')
    await planAgain(context, subject)
    await move('confirm', 'CONFIRMED')
    await move('notify', 'NOTIFIED')
    await move('accept', 'ACCEPTED')
    const release = await perform(context, 'release', 'partner', subject)
    // Where accept took the activity from the partner, release may be refused (B-DSP-10).
    if (release.status >= 400) return
    must.status(release, 201, 202)
    await eventually(
      context,
      async () => (await standing(context, subject)).assignment,
      (seen) =>
        matchers.equal(
          'State and released, as far as they are told',
          { state: 'RELEASED', released: true, ...seen },
          { state: 'RELEASED', released: true },
        ),
      { within: release.status === 202 ? settlingMs(context) : 0 },
    )
  },
)

check(
  dispatch['own-assignments'],
  'moved-since',
  {
    brokenBy: [
      'dispatch-list-of-notified-keeps-accepted',
      'dispatch-list-of-notified-keeps-accepted-in-batches',
      'dispatch-list-accepted-is-not-notified',
      'dispatch-list-of-former-partner',
      'dispatch-list-of-notified-keeps-rejected',
    ],
    effects: true,
  },
  async (context) => {
    const confirmed = await inState(context, 'confirmed')
    for (const action of ['accept', 'batch-accept'] as const) {
      const subject = await inState(context, 'notified')
      await led(context, action, subject)
      must.hold(
        'an ACCEPTED activity in no list of NOTIFIED',
        !(await isListed(context, subject, 'NOTIFIED')),
        'it is in the list',
      )
    }
    const rejected = await inState(context, 'notified')
    await led(context, 'reject', rejected)
    for (const status of ['NOTIFIED', 'ACCEPTED'])
      must.hold(
        `a rejected activity in no list of ${status}`,
        !(await isListed(context, rejected, status)),
        'it is in the list',
      )
    must.hold(
      'a CONFIRMED activity in no list of ACCEPTED',
      !(await isListed(context, confirmed, 'ACCEPTED')),
      'it is in the list',
    )
    const { controls, identities } = context.target
    if (controls.activities === undefined || identities['partner-2']?.username === undefined) return
    const lost = await inState(context, 'notified')
    if (await planToOther(context, lost, 'NOTIFIED'))
      must.hold(
        'what is planned to another now in no list of the partner',
        !(await isListed(context, lost, 'NOTIFIED')),
        'it is in the list',
      )
  },
)

/** Plans an activity to the other partner, in a status; undefined where the target cannot. */
async function planToOther(
  context: Parameters<typeof inState>[0],
  subject: Subject,
  status: 'NOTIFIED' | 'ACCEPTED',
): Promise<true | undefined> {
  const planned = await context.activities.planned({ to: 'partner-2', again: subject, status })
  return planned.status === status && (await standing(context, subject)).status === status ? true : undefined
}

check(
  dispatch.conditions,
  'planned-to-another-since',
  {
    needs: ['second-partner', 'activity-control'],
    brokenBy: ['dispatch-accept-by-former-partner'],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'notified')
    if (await planToOther(context, subject, 'NOTIFIED')) {
      const answer = await perform(context, 'accept', 'partner', subject)
      must.hold('any answer but 201 to a partner of before', answer.status !== 201, String(answer.status))
    }
    await led(context, 'accept', await inState(context, 'notified'))
  },
)

check(
  dispatch['update-of-others'],
  'planned-to-another-since',
  {
    needs: ['second-partner', 'activity-control'],
    brokenBy: ['dispatch-update-by-former-partner', 'dispatch-update-by-former-partner-403'],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'accepted')
    if (await planToOther(context, subject, 'ACCEPTED'))
      must.status(await perform(context, 'update', 'partner', subject), 404)
    await led(context, 'accept', await inState(context, 'notified'))
  },
)

for (const [action, from, role] of [
  ['confirm', 'planned', 'owner'],
  ['notify', 'confirmed', 'owner'],
  ['reject', 'notified', 'partner'],
  ['accept', 'notified', 'partner'],
] as const)
  check(
    dispatch[action],
    'others-stay-as-they-are',
    { brokenBy: [`dispatch-${action}-reaches-others`], effects: true },
    async (context) => {
      const [subject, other] = [await inState(context, from), await inState(context, from)]
      const before = await standing(context, other)
      const answer = await perform(context, action, role, subject)
      await mustMove(context, answer, subject, effects[action].status)
      must.equal('another activity of the partner', await standing(context, other), before)
    },
  )
