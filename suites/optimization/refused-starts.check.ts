import { check, isObjection, must, type Context } from '../../src/kit/index.ts'
import type { Part } from '../service/tree.ts'
import { isRefusedOnlyBehind, seenInTurn } from './in-turn.ts'
import { optimization } from './requirements.ts'
import { accepted, jobOver, ownActivities, wish } from './wish.ts'

/** Whether a start was refused as one that is wrong: whether ids of service calls are is not said (B-OPT-16), nor which of 400 and 409 goes first. */
async function isRefused(context: Context, body: Part): Promise<boolean> {
  const answer = await context.api.optimization.reoptimize(body)
  must.noServerError(answer)
  return isObjection(answer) && answer.status !== 409
}

check(
  optimization['one-at-a-time'],
  'behind-a-start-that-was-refused',
  {
    alone: true,
    brokenBy: ['optimization-refused-start-keeps-others-out', 'optimization-start-for-a-call-keeps-others-out'],
  },
  async (context) => {
    const { call, ids } = await ownActivities(context)
    const lawful = wish(context, ids)
    const { end: _end, ...endless } = lawful
    await accepted(context, lawful)
    await jobOver(context)
    for (const refused of [wish(context, ids, { fieldproof: true }), wish(context, [call]), endless]) {
      const isKeptOut = await isRefusedOnlyBehind(context, () => isRefused(context, refused), lawful)
      must.hold('no 409 where no re-optimization is in progress, but one was refused', !isKeptOut, seenInTurn)
    }
  },
)
