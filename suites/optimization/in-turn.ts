import { must, type Context } from '../../src/kit/index.ts'
import type { Part } from '../service/tree.ts'
import { stillBusy } from './rescheduled.ts'
import { jobOver } from './wish.ts'

/** So often a start is asked for with and without a refused one before it. */
const turns = 4

/** Lets the job before end, and waits up to two of its times more, each time another share of it: another run of the kit at the same pace falls out of step. */
async function unevenly(context: Context): Promise<void> {
  const share = Number.parseInt(context.fresh.id().slice(0, 4), 16) / 0x10000
  await jobOver(context)
  await context.wait(Math.round(share * 2 * (context.target.fixtures.optimization?.waitMs ?? 3000)))
}

async function statusOf(context: Context, body: Part): Promise<number> {
  const answer = await context.api.optimization.reoptimize(body)
  must.noServerError(answer)
  await unevenly(context)
  return answer.status
}

/** Milliseconds that starts are kept out behind a refused one at most, as far as it is waited for. */
const patience = 10_000

/** Whether a start is taken, if not at once then soon. What a job left may be refused by the next one (B-OPT-16). */
async function isTakenInTime(context: Context, body: Part): Promise<boolean> {
  let status = await statusOf(context, body)
  for (let [waited, pause] = [0, 250]; status === 409 && waited < patience; waited += pause, pause *= 2) {
    await context.wait(pause)
    status = await statusOf(context, body)
  }
  return status === 202
}

/**
 * Whether starts without a job before them are refused with 409 behind a refused one each time, and never without. Jobs of others, and those
 * that take longer than the target file says, refuse starts as well: only a rule without exception tells that the refused one does.
 * @param refuse makes a start that is refused; false where it was not, or with 409: then nothing is said.
 * @throws Unexercised where a start is refused without a refused one before it.
 */
export async function isRefusedOnlyBehind(
  context: Context,
  refuse: () => Promise<boolean>,
  lawful: Part,
): Promise<boolean> {
  const isRefusedBehind = async () => {
    if (await refuse()) return (await statusOf(context, lawful)) === 409
    await unevenly(context)
    return false
  }
  if (!(await isRefusedBehind())) return false
  for (let turn = 0; turn < turns; turn++) {
    if (!(await isTakenInTime(context, lawful)) || (await statusOf(context, lawful)) !== 202) throw stillBusy()
    if (!(await isRefusedBehind())) return false
  }
  return true
}

/** What a start behind a refused one must not be. */
export const seenInTurn = `409 behind ${turns + 1} of ${turns + 1} refused starts, and behind none of ${turns} others`
