import { check, isObjection, must, type Context } from '../../src/kit/index.ts'
import type { Part } from '../service/tree.ts'
import { optimization } from './requirements.ts'
import { stillBusy } from './rescheduled.ts'
import { accepted, jobOver, ownActivities, wish } from './wish.ts'

/** How a start without a job before it is answered that comes right after a refused one; undefined where that one was not refused. */
async function statusBehind(context: Context, refused: Part, lawful: Part): Promise<number | undefined> {
  const { reoptimize } = context.api.optimization
  const first = await reoptimize(refused)
  must.noServerError(first)
  // Whether ids of service calls are refused is not said (B-OPT-16), nor which of 400 and 409 goes first.
  if (!isObjection(first) || first.status === 409) {
    await jobOver(context)
    return undefined
  }
  const { status } = await reoptimize(lawful)
  await jobOver(context)
  return status
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
      if ((await statusBehind(context, refused, lawful)) !== 409) continue
      // A job may take longer than the target file says, or be another caller's: then it keeps others out without a refused start, too.
      await accepted(context, lawful)
      await jobOver(context)
      const plain = await context.api.optimization.reoptimize(lawful)
      if (plain.status === 409) throw stillBusy()
      await jobOver(context)
      const again = await statusBehind(context, refused, lawful)
      must.hold('no 409 where no re-optimization is in progress, but one was refused', again !== 409, again)
    }
  },
)
