import { ownerOf, startOf } from '../../src/dispatch/machine.ts'
import { check, each, must, rely, type Context } from '../../src/kit/index.ts'
import { oddBodies, oddMediaTypes, padding } from '../odd-bodies.ts'
import { as, details, perform, type Subject } from './acting.ts'
import { dispatch } from './requirements.ts'
import { inState, led, mustStandAsBefore, mustMove, ruleOf, standing } from './subject.ts'

const odd = oddBodies('activityId')

const statusAfter = { confirm: 'CONFIRMED', notify: 'NOTIFIED', reject: null, accept: 'ACCEPTED' } as const

type Single = keyof typeof statusAfter | 'release'

/** A proper call is served after all that; a release may be refused after accept (B-DSP-10), so another activity is accepted. */
const goesOn = (context: Context, action: Single, subject: Subject): Promise<unknown> =>
  action === 'release'
    ? inState(context, 'notified').then((another) => led(context, 'accept', another))
    : rely(ruleOf[action], async () =>
        mustMove(context, await perform(context, action, ownerOf(action), subject), subject, statusAfter[action]),
      )

/** How often a run takes the checks of an action. */
const rarely = {
  confirm: { heavy: true },
  notify: { sampled: true },
  reject: { sampled: true },
  accept: {},
  release: { sampled: true },
} as const satisfies Readonly<Record<Single, object>>

for (const action of ['confirm', 'notify', 'reject', 'accept', 'release'] as const) {
  check(
    dispatch['no-server-error'],
    `odd-bodies-of-${action}`,
    { brokenBy: ['dispatch-odd-bodies-crash'], effects: true, ...rarely[action] },
    async (context) => {
      const { act } = as(context, ownerOf(action))
      const subject = await inState(context, startOf[action])
      const before = await standing(context, subject)
      const bodies = oddBodies('activityId', { technicianid: [], padding }, { technicianid: { id: 5 } })
      await each(bodies, async (body) => must.notCrashed(await act(action, body), `${action} of ${body.slice(0, 40)}`))
      mustStandAsBefore(subject, await standing(context, subject), before)
      await goesOn(context, action, subject)
    },
  )

  check(
    dispatch['no-server-error'],
    action === 'accept' ? 'odd-media-types' : `odd-media-types-of-${action}`,
    { brokenBy: ['dispatch-odd-media-types-crash'], effects: true, heavy: true },
    async (context) => {
      const { act } = as(context, ownerOf(action))
      const subject = await inState(context, startOf[action])
      const before = await standing(context, subject)
      for (const type of oddMediaTypes) {
        const headers = { 'Content-Type': type }
        // Whether the media type is looked at is not said; a body that is no JSON names no activity.
        must.notCrashed(await act(action, 'activityId=1&technicianid=2', { headers }), `a body of ${type}`)
        must.notCrashed(await act(action, `<${action}/>`, { headers }), `a body of ${type}`)
      }
      mustStandAsBefore(subject, await standing(context, subject), before)
      await goesOn(context, action, subject)
    },
  )
}

check(
  dispatch['no-server-error'],
  'odd-bodies-of-a-batch',
  { brokenBy: ['dispatch-odd-bodies-crash'], effects: true },
  async (context) => {
    const { act } = as(context, 'partner')
    const subject = await inState(context, 'notified')
    const before = await standing(context, subject)
    const bodies = [...odd, ...[null, 5, {}, [null], [[]], ['text'], [{}]].map((items) => JSON.stringify({ items }))]
    await each(bodies, async (body) =>
      must.notCrashed(await act('accept/batch', body), `a batch of ${body.slice(0, 40)}`),
    )
    mustStandAsBefore(subject, await standing(context, subject), before)
    await rely(dispatch['batch-accept'], async () => {
      const answer = await perform(context, 'batch-accept', 'partner', subject)
      await mustMove(context, answer, subject, 'ACCEPTED', [201, 207])
    })
  },
)

check(
  dispatch['no-server-error'],
  'odd-bodies-of-an-update',
  { brokenBy: ['dispatch-odd-bodies-crash'], effects: true },
  async (context) => {
    const { update } = as(context, 'partner')
    const subject = await inState(context, 'accepted')
    const before = await standing(context, subject)
    const bodies = [...odd, JSON.stringify({ ...details(subject), startDateTime: [], responsible: {} })]
    await each(bodies, async (body) =>
      must.notCrashed(await update(subject.activityId, body), `PUT of ${body.slice(0, 40)}`),
    )
    mustStandAsBefore(subject, await standing(context, subject), before)
    await led(context, 'accept', await inState(context, 'notified'))
  },
)
