import type { Answer } from '../../src/clients/answer.ts'
import { check, must, objectOf, observe, sameId, type Context } from '../../src/kit/index.ts'
import { as, type Subject } from './acting.ts'
import { dispatch } from './requirements.ts'
import { isAllAccepted, itemResults } from './results.ts'
import { inState, mustMove, mustStand, standing } from './subject.ts'

const sent = (context: Context, items: readonly object[]): Promise<Answer> => as(context, 'partner').acceptBatch(items)

const told = (answer: Answer): string =>
  answer.status === 207 ? `207, hasErrors ${String(objectOf(answer)['hasErrors'])}` : `${answer.status}`

check(
  dispatch['batch-figures'],
  'nothing-failed',
  {
    brokenBy: ['dispatch-batch-flag-always', 'dispatch-same-item-twice-contradicts'],
    effects: true,
  },
  async (context) => {
    const subjects = [await inState(context, 'notified'), await inState(context, 'notified')]
    const answer = await sent(
      context,
      subjects.map((one) => ({ ...one })),
    )
    must.status(answer, 201, 207)
    if (answer.status === 207) {
      const failed = itemResults(answer).filter((one) => one.failed)
      must.equal('hasErrors', objectOf(answer)['hasErrors'], failed.length > 0)
      must.equal('items told as failed', failed.length, 0)
    }
    for (const one of subjects) await mustMove(context, answer, one, 'ACCEPTED', [201, 207])
  },
)

// Neither field of an item is said to be required: what may be lacking is told by nobody, but not what a 201 means (B-DSP-24).
check(
  dispatch['batch-figures'],
  'item-without-an-activity',
  { brokenBy: ['dispatch-batch-item-of-nothing-accepted'], effects: true },
  async (context) => {
    const good = await inState(context, 'notified')
    const before = await standing(context, good)
    const answer = await sent(context, [{ ...good }, { technicianId: good.technicianId }])
    must.noServerError(answer)
    must.hold('any answer but that all were accepted: an item names no activity', !isAllAccepted(answer), told(answer))
    if (answer.status >= 400) {
      await mustStand(context, answer, good, before)
      return void (await mustMove(context, await sent(context, [{ ...good }]), good, 'ACCEPTED', [201, 207]))
    }
    must.status(answer, 207)
    await mustMove(context, answer, good, 'ACCEPTED', [207])
  },
)

check(
  dispatch['batch-figures'],
  'item-without-a-technician',
  {
    brokenBy: ['dispatch-batch-item-without-technician-lost', 'dispatch-batch-item-without-technician-yet-done'],
    effects: true,
  },
  async (context) => {
    const [good, bare] = [await inState(context, 'notified'), await inState(context, 'notified')]
    const before = [await standing(context, good), await standing(context, bare)] as const
    const answer = await sent(context, [{ ...good }, { activityId: bare.activityId }])
    must.noServerError(answer)
    if (answer.status >= 400) {
      await mustStand(context, answer, bare, before[1])
      await mustStand(context, answer, good, before[0])
      return void (await mustMove(context, await sent(context, [{ ...good }]), good, 'ACCEPTED', [201, 207]))
    }
    must.status(answer, 201, 207)
    const isFailed = itemResults(answer).some(({ failed, activityId }) => failed && sameId(activityId, bare.activityId))
    // As it was told: accepted, or failed and as before.
    if (isFailed) await mustStand(context, answer, bare, before[1])
    else if (isAllAccepted(answer)) await mustMove(context, answer, bare, 'ACCEPTED', [201, 207])
    await mustMove(context, answer, good, 'ACCEPTED', [201, 207])
  },
)

observe(dispatch.silences, 'batches-that-lack-something', {}, async (context) => {
  const { act } = as(context, 'partner')
  const bodies = {
    'no items': {},
    'null for items': { items: null },
    'no item': { items: [] },
    'items of null': { items: [null] },
  }
  const seen: string[] = []
  for (const [what, body] of Object.entries(bodies))
    seen.push(`a batch with ${what}: ${told(await act('accept/batch', body))}`)
  return seen.join(', ')
})

observe(dispatch.silences, 'results-per-item', {}, async (context) => {
  const numberOf = async (items: readonly Subject[]) => {
    const answer = await sent(
      context,
      items.map((one) => ({ ...one })),
    )
    return `${told(answer)}, ${itemResults(answer).length} results`
  }
  const [one, wrong] = [await inState(context, 'notified'), await inState(context, 'confirmed')]
  const mixed = await numberOf([one, wrong])
  const two = [await inState(context, 'notified'), await inState(context, 'notified')]
  const well = await numberOf(two)
  const twice = await inState(context, 'notified')
  return `of two items, one of which failed: ${mixed}; of two that did not: ${well}; of the same item twice: ${await numberOf([twice, twice])}`
})
