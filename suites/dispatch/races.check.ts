import type { Answer } from '../../src/clients/answer.ts'
import { check, must, type Context } from '../../src/kit/index.ts'
import { perform, type Subject } from './acting.ts'
import { dispatch } from './requirements.ts'
import { inState, mayBeStatus, settlingMs, standing, watchedMs } from './subject.ts'

const said = (...answers: readonly Answer[]): string => answers.map(({ status }) => status).join(' and ')

/** The dispatching status, once every answer that was a 202 had time to take effect. */
async function settled(
  context: Context,
  subject: Subject,
  answers: readonly Answer[],
  before: string | null,
): Promise<string | null> {
  const isLater = answers.some(({ status }) => status === 202)
  for (let waited = 0; isLater && waited < settlingMs; waited += watchedMs) {
    await context.wait(watchedMs)
    if ((await standing(context, subject)).status !== before) break
  }
  return (await standing(context, subject)).status
}

check(
  dispatch.races,
  'two-partners-accept',
  { needs: ['second-partner'], brokenBy: ['dispatch-two-accepts'], effects: true },
  async (context) => {
    const subject = await inState(context, 'notified')
    const [own, other] = (await context.race([
      () => perform(context, 'accept', 'partner', subject),
      () => perform(context, 'accept', 'other', subject),
    ])) as [Answer, Answer]
    must.hold('any answer but 201 to the partner whom it is not planned to', other.status !== 201, said(own, other))
    must.status(own, 201, 202)
    if (own.status === 201)
      must.equal('the dispatching status', await settled(context, subject, [own], 'NOTIFIED'), 'ACCEPTED')
  },
)

check(
  dispatch.races,
  'accept-and-reject',
  { needs: ['activity-control'], brokenBy: ['dispatch-accept-looks-too-early'], effects: true },
  async (context) => {
    const subject = await inState(context, 'notified')
    const [accept, reject] = (await context.race([
      () => perform(context, 'accept', 'partner', subject),
      () => perform(context, 'reject', 'partner', subject),
    ])) as [Answer, Answer]
    must.hold('not both carried out', accept.status !== 201 || reject.status !== 201, said(accept, reject))
    const status = await settled(context, subject, [accept, reject], 'NOTIFIED')
    must.hold(
      'ACCEPTED or rejected, as it was answered',
      (status === 'ACCEPTED' && reject.status !== 201) || (mayBeStatus(status, null) && accept.status !== 201),
      `${said(accept, reject)}, then ${status ?? 'no status'}`,
    )
  },
)

check(
  dispatch.races,
  'confirm-and-notify',
  { needs: ['activity-control'], brokenBy: ['dispatch-notify-none-201'], effects: true },
  async (context) => {
    const subject = await inState(context, 'planned')
    const [notify, confirm] = (await context.race([
      () => perform(context, 'notify', 'owner', subject),
      () => perform(context, 'confirm', 'owner', subject),
    ])) as [Answer, Answer]
    must.status(confirm, 201, 202)
    const status = await settled(context, subject, [confirm], null)
    // Only what was confirmed can be notified: then both were done, in this order.
    if (notify.status === 201) must.equal('the dispatching status after both were done', status, 'NOTIFIED')
    else if (confirm.status === 201)
      must.hold(
        'CONFIRMED or NOTIFIED',
        mayBeStatus(status, 'CONFIRMED') || status === 'NOTIFIED',
        status ?? 'no status',
      )
  },
)
