import { check, matchers, must, settle, Unexercised, type Context } from '../../src/kit/index.ts'
import { as, perform } from './acting.ts'
import { dispatch } from './requirements.ts'
import { inState, led, mustMove, mustStand, planAgain, standing, listedNowhere } from './subject.ts'
import { standsIn } from './visits.ts'

/** Lets a part of the time pass that a notified partner has. */
const advance = (context: Context, part: number): Promise<void> =>
  context.clock.advance(Math.round((context.target.fixtures.dispatchTimeoutMs ?? 0) * part))

/** Statuses that real systems were seen to have beside those of the document. */
const further: readonly string[] = ['REJECTED', 'TIMEOUT', 'CANCELLED']

const timed = { needs: ['clock', 'dispatch-timeout', 'activity-control'], alone: true, effects: true } as const

check(
  dispatch.statuses,
  'after-the-time-out',
  { ...timed, brokenBy: ['dispatch-time-out-has-a-status'] },
  async (context) => {
    const subject = await inState(context, 'confirmed')
    await led(context, 'notify', subject)
    await advance(context, 1.1)
    const { status } = await standing(context, subject)
    const listed = [null, 'CONFIRMED', 'NOTIFIED', 'ACCEPTED', listedNowhere]
    const other = matchers.oneOf('the dispatching status after the time-out', status, listed)
    const isKnown = further.includes(String(status))
    settle(other && { ...other, ...(isKnown ? { seenInTheWild: 'real systems are known for further statuses' } : {}) })
  },
)

check(
  dispatch.notify,
  'a-second-time-starts-the-countdown-anew',
  { ...timed, brokenBy: ['dispatch-countdown-of-the-first', 'dispatch-countdown-of-the-first-call'] },
  async (context) => {
    // Both times by a call: what the target prepares may start another countdown.
    const subject = await inState(context, 'confirmed')
    await led(context, 'notify', subject)
    await advance(context, 0.7)
    await led(context, 'reject', subject)
    await planAgain(context, subject)
    await led(context, 'confirm', subject)
    await led(context, 'notify', subject)
    await advance(context, 0.5)
    await mustMove(context, await perform(context, 'accept', 'partner', subject), subject, 'ACCEPTED')
  },
)

check(
  dispatch.notify,
  'starts-the-countdown',
  { ...timed, brokenBy: ['dispatch-countdown-of-the-confirmation'] },
  async (context) => {
    const subject = await inState(context, 'planned')
    await led(context, 'confirm', subject)
    await advance(context, 0.7)
    const answer = await perform(context, 'notify', 'owner', subject)
    // Whether what is confirmed lapses, too, is not shown (B-DSP-17).
    if (answer.status >= 400) throw new Unexercised('what was confirmed some time ago cannot be notified')
    await mustMove(context, answer, subject, 'NOTIFIED')
    await advance(context, 0.5)
    await mustMove(context, await perform(context, 'accept', 'partner', subject), subject, 'ACCEPTED')
  },
)

check(
  dispatch.conditions,
  'too-late-after-a-refused-notify',
  { ...timed, brokenBy: ['dispatch-refused-notify-restarts-countdown'] },
  async (context) => {
    const subject = await inState(context, 'confirmed')
    await led(context, 'notify', subject)
    await advance(context, 0.7)
    must.noServerError(await perform(context, 'notify', 'owner', subject))
    await advance(context, 0.5)
    standsIn(subject, 'late')
    const before = await standing(context, subject)
    const answer = await perform(context, 'accept', 'partner', subject)
    must.hold('any answer but 201 after the time-out', answer.status !== 201, String(answer.status))
    await mustStand(context, answer, subject, before)
  },
)

check(
  dispatch['batch-figures'],
  'a-late-item-beside-another',
  { ...timed, brokenBy: ['dispatch-late-batch-accept'] },
  async (context) => {
    const notified = async () => {
      const subject = await inState(context, 'confirmed')
      await led(context, 'notify', subject)
      return subject
    }
    const late = await notified()
    await advance(context, 1.1)
    standsIn(late, 'late')
    const good = await notified()
    const before = [await standing(context, late), await standing(context, good)] as const
    const answer = await as(context, 'partner').acceptBatch([late, good].map((subject) => ({ ...subject })))
    await mustStand(context, answer, late, before[0])
    // Refused as a whole, none of it is done.
    if (answer.status >= 400) return mustStand(context, answer, good, before[1])
    await mustMove(context, answer, good, 'ACCEPTED', [207])
  },
)
