import type { Answer } from '../../src/clients/answer.ts'
import type { Action } from '../../src/dispatch/machine.ts'
import { must, type Context } from '../../src/kit/index.ts'
import type { Subject } from './acting.ts'
import { settlingMs } from './patience.ts'
import { listedNowhere, standing, watchedMs } from './subject.ts'

/**
 * The dispatching status after an action: at once, or after a 202 once it is another than before. An activity in no list tells nothing of what came
 * of a confirm, or of an accept that took it from its partner (B-DSP-10): then the action has some time to be done; notified, it comes to be listed.
 */
export async function statusAfter(
  context: Context,
  answer: Answer,
  action: Action,
  subject: Subject,
  was: string | null,
): Promise<string | null> {
  for (let waited = 0, pause = 20; ; waited += pause, pause = Math.min(pause * 2, 1000)) {
    const { status: now } = await standing(context, subject)
    if (answer.status !== 202 || (now !== was && now !== listedNowhere)) return now
    if (waited >= (now === listedNowhere && action !== 'notify' ? watchedMs : settlingMs(context))) {
      if (now !== listedNowhere) must.differ(`the status within ${settlingMs(context)} ms of ${action}`, now, was)
      return now
    }
    await context.wait(pause)
  }
}
