import type { Answer } from '../../src/clients/answer.ts'
import { effects } from '../../src/dispatch/machine.ts'
import { eventually, matchers, must, type Context } from '../../src/kit/index.ts'
import type { Subject } from './acting.ts'
import { settlingMs } from './patience.ts'
import { standing, type Whereabouts } from './subject.ts'

const { status, assignment = {}, activity = {} } = effects.release

/** What a release leaves, of that what can be read: a field that is nowhere shown is left aside. */
const asStated = (seen: Pick<Whereabouts, 'status' | 'assignment' | 'activity'>) => {
  const shown = (part: Whereabouts['assignment'], of: Whereabouts['assignment']) =>
    Object.fromEntries(Object.keys(of).map((key) => [key, key in part ? part[key] : of[key]]))
  return { status: seen.status, ...shown(seen.assignment, assignment), activity: shown(seen.activity, activity) }
}

/** A release was answered as the documents have it, and assignment and activity are as it leaves them. */
export async function mustLeaveAsReleased(context: Context, answer: Answer, subject: Subject): Promise<Whereabouts> {
  must.status(answer, 201, 202)
  return eventually(
    context,
    () => standing(context, subject),
    (seen) =>
      matchers.equal(
        'what a release leaves',
        asStated(seen),
        asStated({ status: String(status), assignment, activity }),
      ),
    { within: answer.status === 202 ? settlingMs(context) : 0 },
  )
}
