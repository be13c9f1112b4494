import { eventually, matchers, type Context } from '../../src/kit/index.ts'
import type { Subject } from './acting.ts'

/** When an event of a step before is no longer expected, in milliseconds: how soon events are told is not shown (B-DSP-17). */
const quietMs = 300
const announcedWithinMs = 10_000

/** How many business events an activity triggered, once no more come; undefined where the target does not tell. */
export async function settledEvents(context: Context, subject: Subject): Promise<number | undefined> {
  let known = await context.activities.events(subject)
  for (let waited = 0; known !== undefined && waited < announcedWithinMs; waited += quietMs) {
    await context.wait(quietMs)
    const now = await context.activities.events(subject)
    if (now === known) return known
    known = now
  }
  return known
}

/** A step triggered a business event: at once or later. */
export async function mustBeAnnounced(
  context: Context,
  subject: Subject,
  earlier: number | undefined,
  step: string,
): Promise<void> {
  if (earlier === undefined) return
  await eventually(
    context,
    async () => (await context.activities.events(subject)) ?? earlier,
    (told) => matchers.inRange(`number of business events after ${step}`, told, { above: earlier }),
    { within: announcedWithinMs },
  )
}
