import type { Dto } from '../../src/clients/answer.ts'
import { Inconclusive, must, rely, type Context, type Reply } from '../../src/kit/index.ts'
import { isWithoutSubscription } from './full.ts'
import { userIn } from './people.ts'
import { user } from './requirements.ts'

/** What a run waits for subscriptions in all, in milliseconds: where there are none to come, waiting is of no use. */
const patienceMs = 20_000
const waited = new WeakMap<Context['target'], number>()

type Reader = Pick<Context, 'api' | 'wait' | 'target'>

/**
 * A read of a user whom the run has. That there is no subscription for the user may be told by it (B-USR-22), and is no state of the user: other
 * checks, which create many, let them go again.
 */
async function gotUser({ api, wait, target }: Reader, id: string): Promise<Reply> {
  for (let pause = 200; ; pause = Math.min(pause * 2, 2000)) {
    const answer = await api.user.get(id)
    if (!isWithoutSubscription(answer)) return answer
    const before = waited.get(target) ?? 0
    if (before >= patienceMs) throw new Inconclusive('the account has no free subscription for this user')
    waited.set(target, before + pause)
    await wait(pause)
  }
}

/** A user as it is read now; the finding is about reading. */
export function readUser(context: Reader, id: string): Promise<Dto> {
  return rely(user.get, async () => {
    const answer = await gotUser(context, id)
    must.success(answer)
    const dto = userIn(answer)
    must.present('a user', dto, answer)
    return dto ?? {}
  })
}

/** A user of the run as it is read now; undefined if it is not there. */
export const seenUser = async (context: Reader, id: string): Promise<Dto | undefined> =>
  userIn(await gotUser(context, id))
