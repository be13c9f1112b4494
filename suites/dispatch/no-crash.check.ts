import { ownerOf, startOf } from '../../src/dispatch/machine.ts'
import { check, each, must, rely } from '../../src/kit/index.ts'
import { as, details, perform } from './acting.ts'
import { dispatch } from './requirements.ts'
import { inState, led, mustMove, ruleOf, standing } from './subject.ts'

/** Bodies that are no object of the fields of a call. */
const odd: readonly string[] = ['{"activityId":', '[]', 'null', '"text"', '', `${'['.repeat(500)}${']'.repeat(500)}`]

const statusAfter = { confirm: 'CONFIRMED', accept: 'ACCEPTED' } as const

for (const action of ['confirm', 'accept'] as const)
  check(
    dispatch['no-server-error'],
    `odd-bodies-of-${action}`,
    {
      brokenBy: ['dispatch-odd-bodies-crash'],
      effects: true,
      ...(action === 'confirm' ? { heavy: true as const } : {}),
    },
    async (context) => {
      const { act } = as(context, ownerOf(action))
      const subject = await inState(context, startOf[action])
      const before = await standing(context, subject)
      const bodies = [...odd, JSON.stringify({ technicianid: [], padding: 'x'.repeat(300_000) })]
      await each(bodies, async (body) => must.notCrashed(await act(action, body), `${action} of ${body.slice(0, 40)}`))
      must.equal('assignment and activity as before', await standing(context, subject), before)
      await rely(ruleOf[action], async () =>
        mustMove(context, await perform(context, action, ownerOf(action), subject), subject, statusAfter[action]),
      )
    },
  )

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
    must.equal('assignment and activity as before', await standing(context, subject), before)
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
    must.equal('assignment and activity as before', await standing(context, subject), before)
    await led(context, 'accept', await inState(context, 'notified'))
  },
)

check(
  dispatch['no-server-error'],
  'odd-media-types',
  { brokenBy: ['dispatch-odd-media-types-crash'], effects: true, heavy: true },
  async (context) => {
    const { act } = as(context, 'partner')
    const subject = await inState(context, 'notified')
    const before = await standing(context, subject)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'no media type']) {
      const headers = { 'Content-Type': type }
      // Whether the media type is looked at is not said; a body that is no JSON names no activity.
      must.notCrashed(await act('accept', 'activityId=1&technicianid=2', { headers }), `a body of ${type}`)
      must.notCrashed(await act('accept', '<accept/>', { headers }), `a body of ${type}`)
    }
    must.equal('assignment and activity as before', await standing(context, subject), before)
    await rely(dispatch.accept, async () =>
      mustMove(context, await perform(context, 'accept', 'partner', subject), subject, 'ACCEPTED'),
    )
  },
)
