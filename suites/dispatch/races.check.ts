import type { Answer } from '../../src/clients/answer.ts'
import { check, must, type Context } from '../../src/kit/index.ts'
import { perform, type Subject } from './acting.ts'
import { assignmentList, isListed } from './lists.ts'
import { settlingMs } from './patience.ts'
import { isAllAccepted } from './results.ts'
import { dispatch } from './requirements.ts'
import { inState, mayBeStatus, standing, watchedMs } from './subject.ts'

/** Calls at once. A server that starts cold turns its first call away (503), which decides no race: a list is asked for before. */
async function raced(context: Context, calls: Parameters<Context['race']>[0]): Promise<readonly unknown[]> {
  await assignmentList(context, 'NOTIFIED')
  return context.race(calls)
}

const said = (...answers: readonly Answer[]): string => answers.map(({ status }) => status).join(' and ')

/** The dispatching status, once every answer that was a 202 had time to take effect. */
async function settled(
  context: Context,
  subject: Subject,
  answers: readonly Answer[],
  before: string | null,
): Promise<string | null> {
  const isLater = answers.some(({ status }) => status === 202)
  for (let waited = 0; isLater && waited < settlingMs(context); waited += watchedMs) {
    await context.wait(watchedMs)
    if ((await standing(context, subject)).status !== before) break
  }
  return (await standing(context, subject)).status
}

/** Systems are known that answer with 200 what is stated as 201 or 202: that is judged where one call is. */
const isTaken = ({ status }: Answer): boolean => [200, 201, 202].includes(status)

/** Of two calls of which one can be carried out, one is taken, and not both are told as carried out. */
function mustBeTakenOnce(answers: readonly Answer[]): void {
  must.hold(
    'not both carried out',
    answers.some(({ status }) => status !== 201),
    said(...answers),
  )
  must.hold('one of them taken', answers.some(isTaken), said(...answers))
}

check(
  dispatch.races,
  'two-partners-accept',
  {
    needs: ['second-partner'],
    brokenBy: ['dispatch-two-accepts', 'dispatch-refused-accept-lists-it-yet'],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'notified')
    const [own, other] = (await raced(context, [
      () => perform(context, 'accept', 'partner', subject),
      () => perform(context, 'accept', 'other', subject),
    ])) as [Answer, Answer]
    must.hold('any answer but 201 to the partner whom it is not planned to', other.status !== 201, said(own, other))
    must.status(own, 201, 202)
    must.equal('the dispatching status', await settled(context, subject, [own], 'NOTIFIED'), 'ACCEPTED')
    // Where accept takes the activity from its partner, nobody's list has it (B-DSP-10): that of who may not accept it never does.
    if (other.status === 202) await context.wait(watchedMs)
    must.hold(
      'an activity that the partner whom it is not planned to does not hold',
      !(await isListed(context, subject, 'ACCEPTED', 'other')),
      `${said(own, other)}, and it is in the list of ACCEPTED of the other partner`,
    )
  },
)

check(
  dispatch.races,
  'accept-twice',
  { brokenBy: ['dispatch-accept-looks-too-early'], effects: true },
  async (context) => {
    const subject = await inState(context, 'notified')
    const answers = (await raced(context, [
      () => perform(context, 'accept', 'partner', subject),
      () => perform(context, 'accept', 'partner', subject),
    ])) as [Answer, Answer]
    // The second one starts from ACCEPTED (B-DSP-14); 202 may only say that it was taken.
    mustBeTakenOnce(answers)
    must.equal('the dispatching status', await settled(context, subject, answers, 'NOTIFIED'), 'ACCEPTED')
  },
)

check(
  dispatch.races,
  'accept-and-batch-accept',
  { brokenBy: ['dispatch-accept-looks-too-early', 'dispatch-batch-accept-looks-too-early'], effects: true },
  async (context) => {
    // Which of them comes first is left to the network: each is sent first once.
    for (const first of ['accept', 'batch-accept'] as const) {
      const subject = await inState(context, 'notified')
      const answers = (await raced(context, [
        () => perform(context, first, 'partner', subject),
        () => perform(context, first === 'accept' ? 'batch-accept' : 'accept', 'partner', subject),
      ])) as [Answer, Answer]
      const [accept, batch] = first === 'accept' ? answers : ([answers[1], answers[0]] as const)
      must.noServerError(accept)
      must.noServerError(batch)
      must.hold('not both carried out', !(accept.status === 201 && isAllAccepted(batch)), said(accept, batch))
      must.hold('one of them taken', isTaken(accept) || isAllAccepted(batch), said(accept, batch))
      must.equal('the dispatching status', await settled(context, subject, [accept], 'NOTIFIED'), 'ACCEPTED')
    }
  },
)

check(
  dispatch.races,
  'accept-and-reject',
  { needs: ['activity-control'], brokenBy: ['dispatch-accept-looks-too-early'], effects: true },
  async (context) => {
    const subject = await inState(context, 'notified')
    const [accept, reject] = (await raced(context, [
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
    const [notify, confirm] = (await raced(context, [
      () => perform(context, 'notify', 'owner', subject),
      () => perform(context, 'confirm', 'owner', subject),
    ])) as [Answer, Answer]
    must.status(confirm, 201, 202)
    await mustAgree(context, subject, notify, [confirm])
  },
)

check(
  dispatch.races,
  'notify-twice',
  { brokenBy: ['dispatch-notify-looks-too-early'], effects: true },
  async (context) => {
    const subject = await inState(context, 'confirmed')
    const answers = (await raced(context, [
      () => perform(context, 'notify', 'owner', subject),
      () => perform(context, 'notify', 'owner', subject),
    ])) as [Answer, Answer]
    mustBeTakenOnce(answers)
    const before = (await standing(context, subject)).status
    const status = before === 'NOTIFIED' ? before : await settled(context, subject, answers, before)
    must.equal('the dispatching status', status, 'NOTIFIED')
  },
)

check(
  dispatch.races,
  'confirm-twice-and-notify',
  { needs: ['activity-control'], brokenBy: ['dispatch-confirm-overwrites-notify'], effects: true },
  async (context) => {
    const subject = await inState(context, 'planned')
    const [one, notify, ...others] = (await raced(context, [
      () => perform(context, 'confirm', 'owner', subject),
      () => perform(context, 'notify', 'owner', subject),
      () => perform(context, 'confirm', 'owner', subject),
    ])) as [Answer, Answer, ...Answer[]]
    const confirms = [one, ...others]
    mustBeTakenOnce(confirms)
    await mustAgree(context, subject, notify, confirms)
  },
)

/** Only what was confirmed can be notified: where notify was done, it was the last. */
async function mustAgree(
  context: Context,
  subject: Subject,
  notify: Answer,
  confirms: readonly Answer[],
): Promise<void> {
  const status = await settled(context, subject, confirms, null)
  if (notify.status === 201) return must.equal('the dispatching status after both were done', status, 'NOTIFIED')
  must.hold('CONFIRMED or NOTIFIED', mayBeStatus(status, 'CONFIRMED') || status === 'NOTIFIED', status ?? 'no status')
}
