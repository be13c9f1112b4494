import { Unexercised, type Context } from '../../src/kit/index.ts'
import type { Subject } from './acting.ts'
import { isListed } from './lists.ts'
import { standing } from './subject.ts'

/** Whether the target offers a way to read what an update set (B-DSP-28); where it does not, the activity is at least listed as before. */
export async function tellsTimes(context: Context, subject: Subject): Promise<boolean> {
  const { times } = await standing(context, subject)
  if (Object.keys(times).length > 0) return true
  if (!(await isListed(context, subject, 'ACCEPTED')))
    throw new Unexercised('the activity is in no list of the partner, and the target tells no times of it')
  return false
}

/** For what can be judged by those times alone. */
export async function mustTellTimes(context: Context, subject: Subject): Promise<void> {
  if (!(await tellsTimes(context, subject))) throw new Unexercised('the target tells no times of an activity')
}
