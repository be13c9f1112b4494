import type { Answer } from '../../src/clients/answer.ts'
import { check, must, objectOf, sameId } from '../../src/kit/index.ts'
import { dispatch } from './requirements.ts'
import { as, type Subject } from './acting.ts'
import { isAllAccepted, itemResults } from './results.ts'
import { inState, mustMove, mustStand, standing } from './subject.ts'

const send = async (context: Parameters<typeof as>[0], subjects: readonly Subject[]): Promise<Answer> =>
  as(context, 'partner').acceptBatch(subjects.map((subject) => ({ ...subject })))

async function foreignTo(context: Parameters<typeof as>[0]): Promise<Subject | undefined> {
  const { controls, identities } = context.target
  if (controls.activities === undefined || identities['partner-2']?.username === undefined) return undefined
  const planned = await context.activities.planned({ to: 'partner-2', status: 'NOTIFIED' })
  return planned.status === undefined
    ? undefined
    : { activityId: planned.activityId, technicianId: planned.technicianId }
}

check(
  dispatch['batch-figures'],
  'mixed-outcome',
  {
    brokenBy: [
      'dispatch-batch-mixed-201',
      'dispatch-batch-flag-false',
      'dispatch-batch-flag-of-last',
      'dispatch-batch-failed-told-done',
      'dispatch-batch-failed-accepted',
      'dispatch-batch-first-only',
      'dispatch-batch-ends-at-failure',
      'dispatch-batch-looks-at-the-first',
      'dispatch-result-names-another-activity',
      'dispatch-batch-undone-by-tens',
      'dispatch-batch-accepts-confirmed-beside-notified',
      'dispatch-batch-told-done-behind-a-failure',
      'dispatch-same-item-twice-contradicts',
    ],
    effects: true,
  },
  async (context) => {
    const [good, wrong, last] = [
      await inState(context, 'notified'),
      await inState(context, 'confirmed'),
      await inState(context, 'notified'),
    ]
    // Planned to another partner, where the target has one.
    const foreign = await foreignTo(context)
    const failing = [wrong, ...(foreign ? [foreign] : [])]
    const before = []
    for (const one of failing) before.push(await standing(context, one))
    const standings = [await standing(context, good), await standing(context, last)]
    const answer = await send(context, [good, ...failing, last])
    if (answer.status >= 400) {
      // Refused as a whole: then none of it was done, and what can be accepted still can.
      must.refused4xx(answer)
      for (const [at, one] of failing.entries()) await mustStand(context, answer, one, before[at]!)
      await mustStand(context, answer, good, standings[0]!)
      await mustStand(context, answer, last, standings[1]!)
      return void (await mustMove(context, await send(context, [good]), good, 'ACCEPTED', [201, 207]))
    }
    must.status(answer, 207)
    must.equal('hasErrors', objectOf(answer)['hasErrors'], true)
    // Whether a 207 lists every item is not shown (B-DSP-23).
    for (const { failed, activityId } of itemResults(answer))
      must.equal(
        `whether ${String(activityId)} failed`,
        failed,
        failing.some((one) => sameId(activityId, one.activityId)),
      )
    for (const [at, one] of failing.entries()) await mustStand(context, answer, one, before[at]!)
    for (const one of [good, last]) await mustMove(context, answer, one, 'ACCEPTED', [207])
  },
)

check(
  dispatch['batch-figures'],
  'nothing-that-can-be-accepted',
  {
    brokenBy: [
      'dispatch-batch-of-failures-without-errors',
      'dispatch-batch-flag-false',
      'dispatch-batch-unknown-beside-known-left-out',
      'dispatch-batch-unknown-404-and-the-rest-done',
    ],
    effects: true,
  },
  async (context) => {
    const idle = [await inState(context, 'planned'), await inState(context, 'confirmed'), await foreignTo(context)]
    const unknown = { activityId: context.fresh.id(), technicianId: idle[0]!.technicianId }
    for (const subject of [unknown, ...idle]) {
      if (!subject) continue
      const answer = await send(context, [subject])
      must.noServerError(answer)
      // A 207 without errors means that every item is ACCEPTED, as a 201 does.
      must.hold(
        'a batch of what cannot be accepted not told as done',
        !isAllAccepted(answer),
        `${answer.status} ${answer.text}`,
      )
    }
    const good = await inState(context, 'notified')
    const before = await standing(context, good)
    // Beside one that can be accepted, what is not there must not go unheard.
    const beside = await send(context, [good, unknown])
    must.noServerError(beside)
    if (beside.status >= 400) {
      await mustStand(context, beside, good, before)
      return void (await mustMove(context, await send(context, [good]), good, 'ACCEPTED', [201, 207]))
    }
    must.hold(
      'a batch that names an unknown activity told as done in part',
      !isAllAccepted(beside),
      `${beside.status} ${beside.text}`,
    )
    await mustMove(context, beside, good, 'ACCEPTED', [207])
  },
)

check(
  dispatch['batch-figures'],
  'the-same-item-twice',
  { brokenBy: ['dispatch-batch-accept-no-effect'], effects: true },
  async (context) => {
    const subject = await inState(context, 'notified')
    const answer = await send(context, [subject, subject])
    // No sentence says that a batch may name an activity twice: it may be refused as one that is wrong.
    if ([400, 409, 422].includes(answer.status)) {
      await mustMove(context, await send(context, [subject]), subject, 'ACCEPTED', [201, 207])
      return
    }
    must.status(answer, 201, 207)
    if (answer.status === 207) {
      const results = itemResults(answer)
      must.equal(
        'hasErrors',
        objectOf(answer)['hasErrors'],
        results.some(({ failed }) => failed),
      )
    }
    await mustMove(context, answer, subject, 'ACCEPTED', [201, 207])
  },
)

check(
  dispatch['batch-accept'],
  'fifty-items',
  {
    needs: ['activity-control'],
    brokenBy: ['dispatch-batch-of-49', 'dispatch-batch-last-left-out', 'dispatch-batch-accept-reaches-others'],
    effects: true,
  },
  async (context) => {
    const other = await inState(context, 'notified')
    const before = await standing(context, other)
    const subjects: Subject[] = []
    for (let count = 0; count < 50; count += 1) subjects.push(await inState(context, 'notified'))
    const answer = await send(context, subjects)
    must.status(answer, 201, 207)
    if (answer.status === 207) {
      must.equal('hasErrors', objectOf(answer)['hasErrors'], false)
      must.none(
        'failed result',
        itemResults(answer).filter(({ failed }) => failed),
      )
    }
    for (const one of subjects) await mustMove(context, answer, one, 'ACCEPTED', [201, 207])
    // No item names it.
    must.equal('another activity of the partner', await standing(context, other), before)
  },
)

check(
  dispatch['batch-accept'],
  'failure-at-a-late-place',
  {
    needs: ['activity-control'],
    heavy: true,
    brokenBy: ['dispatch-batch-flag-of-the-first-twenty-five'],
    effects: true,
  },
  async (context) => {
    const subjects: Subject[] = []
    for (let count = 0; count < 30; count += 1)
      subjects.push(await inState(context, count === 26 ? 'confirmed' : 'notified'))
    const [first, wrong, last] = [subjects[0]!, subjects[26]!, subjects[29]!]
    const before = await standing(context, wrong)
    const answer = await send(context, subjects)
    if (answer.status >= 400) {
      // Refused as a whole: what can be accepted still can.
      must.refused4xx(answer)
      await mustStand(context, answer, wrong, before)
      return void (await mustMove(context, await send(context, [first]), first, 'ACCEPTED', [201, 207]))
    }
    must.status(answer, 207)
    must.equal('hasErrors', objectOf(answer)['hasErrors'], true)
    for (const one of [first, last]) await mustMove(context, answer, one, 'ACCEPTED', [207])
    await mustStand(context, answer, wrong, before)
  },
)

check(
  dispatch.limits,
  'fifty-one-items',
  {
    needs: ['activity-control'],
    brokenBy: [
      'dispatch-batch-of-51',
      'dispatch-batch-of-51-and-no-more',
      'dispatch-batch-counts-activities',
      'dispatch-batch-of-51-yet-done',
      'dispatch-batch-counts-technicians',
    ],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'notified')
    const before = await standing(context, subject)
    const others = Array.from({ length: 50 }, () => ({
      activityId: context.fresh.id(),
      technicianId: subject.technicianId,
    }))
    const answer = await send(context, [subject, ...others])
    must.refused4xx(answer)
    await mustStand(context, answer, subject, before)
    const doubled = await send(context, [subject, ...others.slice(1), others[1]!])
    must.refused4xx(doubled)
    await mustStand(context, doubled, subject, before)
    await mustMove(context, await send(context, [subject]), subject, 'ACCEPTED', [201, 207])
  },
)

check(
  dispatch.limits,
  'fifty-one-that-could-be-accepted',
  { needs: ['activity-control'], heavy: true, brokenBy: ['dispatch-batch-limited-by-unknown-items'], effects: true },
  async (context) => {
    // A server without a limit may refuse the batch above for what it does not know.
    const subjects: Subject[] = []
    for (let count = 0; count < 51; count += 1) subjects.push(await inState(context, 'notified'))
    const [first, last] = [subjects[0]!, subjects[50]!]
    const before = [await standing(context, first), await standing(context, last)] as const
    const answer = await send(context, subjects)
    must.refused4xx(answer)
    await mustStand(context, answer, first, before[0])
    await mustStand(context, answer, last, before[1])
    await mustMove(context, await send(context, [first]), first, 'ACCEPTED', [201, 207])
  },
)
